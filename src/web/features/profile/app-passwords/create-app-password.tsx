/** The dialog that creates an app password, which is an API key with fixed scopes, and then shows it. */
import { useState } from 'react';
import { APP_PASSWORD_SCOPES } from '#domain/family/scopes.ts';
import { api } from '#web/base/api.ts';
import { TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { FormDialog } from '#web/base/ui/overlay/form-dialog.tsx';
import { refreshList } from '#web/data/queries/profile-queries.ts';
import { AppPasswordDialog } from './app-password-dialog.tsx';

export function CreateAppPassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState<string>();
  const form = useForm({
    fields: { name: 'profile.wrong.name' },
    send: async ({ name }) => {
      const input = { name, expiresAt: null, scopes: APP_PASSWORD_SCOPES };
      const { key } = await api('POST /app/api/keys', { body: input });
      void refreshList('keys');
      setPassword(key);
    },
  });
  if (password) return <AppPasswordDialog password={password} onClose={onClose} />;
  return (
    <FormDialog
      title={t('profile.make-app-password')}
      lead={<p>{t('profile.app-password-lead')}</p>}
      form={form}
      action={t('profile.make-app-password')}
      onClose={onClose}
    >
      <TextField
        label={t('profile.key-name')}
        hint={t('profile.app-password-name-hint')}
        name="name"
        maxLength={100}
        autoComplete="off"
        required
        error={form.errors.name}
      />
    </FormDialog>
  );
}
