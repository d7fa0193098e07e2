/** Revokes a key after a confirmation. */
import type { ApiKey } from '#http/app/key-contract.ts';
import { request } from '#web/api.ts';
import { showToast } from '#web/ui/toast.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import { Confirm } from '#web/profile/confirm.tsx';
import { refreshList } from '#web/profile/profile-queries.ts';
import { KeyPrefix } from './key-prefix.tsx';

export function RevokeKey({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation();
  const revoke = async () => {
    await request('DELETE', `/app/api/keys/${id}`);
    await refreshList('keys');
    showToast({ text: t('profile.key-revoked', { name }) });
  };
  return (
    <Confirm
      title={t('profile.revoke-key-title', { name })}
      action={t('profile.revoke')}
      run={revoke}
      onClose={onClose}
    >
      <p>
        <KeyPrefix id={id} />
      </p>
      <p>{t('profile.revoke-key-means')}</p>
    </Confirm>
  );
}
