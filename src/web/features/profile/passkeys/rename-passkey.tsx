/** The dialog that gives a passkey another name. */
import type { Passkey } from '#http/endpoints/account/passkeys.ts';
import { api } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { refreshList } from '#web/data/queries/profile-queries.ts';

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    fields: { name: 'profile.wrong.passkey-name' },
    send: async ({ name }) => {
      await api('PATCH /app/api/passkeys/:id', { params: { id: passkey.id }, body: { name } });
      await refreshList('passkeys');
      onClose();
    },
  });
  return (
    <Dialog title={t('profile.rename-passkey')} onClose={onClose}>
      <form {...form.props} className="section-form">
        <TextField
          label={t('profile.passkey-name')}
          hint={t('profile.passkey-name-hint')}
          name="name"
          defaultValue={passkey.name}
          maxLength={60}
          required
          error={form.errors.name}
        />
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Actions>
          <Button onClick={onClose}>{t('profile.keep')}</Button>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {t('profile.rename')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
