/** The dialog that gives a passkey another name. */
import type { Passkey } from '#http/app/contracts/account-contract.ts';
import { api } from '#web/shared/api.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Actions, Dialog } from '#web/ui/overlay/dialog.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { refreshList } from '#web/profile/profile-queries.ts';

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
