/** The dialog that creates an API key and then shows it. */
import { useState } from 'react';
import type { NewApiKeyResponse } from '#http/app/contract.ts';
import { request } from '#web/api.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Actions, Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useForm } from '#web/ui/form.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { KeyDialog } from './key-dialog.tsx';
import { chosenExpiry, ExpiryField } from './expiry-field.tsx';
import { refreshList } from '#web/profile/profile-queries.ts';

const EXPIRIES = ['none', 'days', 'year', 'date'] as const;

export function CreateKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [key, setKey] = useState<string>();
  const form = useForm({
    fields: { name: 'profile.wrong.name', expiresAt: 'profile.wrong.date' },
    codes: { 'past-expiry': 'expiresAt' },
    send: async ({ name, ...life }) => {
      const made = await request<NewApiKeyResponse>('POST', '/app/api/keys', {
        name,
        expiresAt: chosenExpiry(life),
      });
      void refreshList('keys');
      setKey(made.key);
    },
  });
  if (key) return <KeyDialog apiKey={key} onClose={onClose} />;
  return (
    <Dialog title={t('profile.make-key')} onClose={onClose}>
      <form {...form.props} className="section-form">
        <TextField
          label={t('profile.key-name')}
          hint={t('profile.key-name-hint')}
          name="name"
          maxLength={100}
          autoComplete="off"
          required
          error={form.errors.name}
        />
        <ExpiryField lives={EXPIRIES} error={form.errors.expiresAt} />
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Actions>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {t('profile.make-key')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
