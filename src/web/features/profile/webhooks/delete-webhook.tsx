/** Deletes a webhook endpoint after a confirmation. */
import type { Webhook } from '#http/endpoints/keys-and-links/webhooks.ts';
import { api } from '#web/base/api.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { refreshList } from '#web/data/queries/profile-queries.ts';

type DeleteWebhookProps = { webhook: Webhook; onClose: () => void };

export function DeleteWebhook({ webhook: { id, name, url }, onClose }: DeleteWebhookProps) {
  const { t } = useTranslation();
  const remove = async () => {
    await api('DELETE /app/api/webhooks/:id', { params: { id } });
    await refreshList('webhooks');
    showToast({ text: t('profile.webhook-deleted', { name }) });
  };
  return (
    <Confirm
      title={t('profile.webhook-delete-title', { name })}
      action={t('profile.webhook-delete')}
      run={remove}
      onClose={onClose}
    >
      <p>{t('profile.webhook-delete-means', { url })}</p>
    </Confirm>
  );
}
