/** Revokes a key after a confirmation. */
import type { ApiKey } from '#http/endpoints/keys-and-links/api-keys.ts';
import { api } from '#web/base/api.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { refreshList } from '#web/data/queries/profile-queries.ts';
import { KeyPrefix } from './key-prefix.tsx';

export function RevokeKey({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation();
  const revoke = async () => {
    await api('DELETE /app/api/keys/:id', { params: { id } });
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
