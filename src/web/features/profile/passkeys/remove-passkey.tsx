/** The question before a passkey is removed. */
import type { Passkey } from '#http/endpoints/account/passkeys.ts';
import { explainLastSignInMethod } from './last-sign-in-method.ts';
import { api } from '#web/base/api.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { refreshList } from '#web/data/queries/profile-queries.ts';

export function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, name } = passkey;
  const remove = async () => {
    await api('DELETE /app/api/passkeys/:id', { params: { id } });
    await refreshList('passkeys');
    showToast({ text: t('profile.passkey-removed', { name }) });
  };
  return (
    <Confirm
      title={t('profile.remove-passkey-title', { name })}
      action={t('profile.remove')}
      run={remove}
      explain={(error) => explainLastSignInMethod(t, error)}
      onClose={onClose}
    >
      <p>{t('profile.remove-passkey-means')}</p>
    </Confirm>
  );
}
