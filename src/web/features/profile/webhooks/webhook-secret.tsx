/** Shows the secret of a webhook endpoint once. */
import { useTranslation } from '#web/base/i18n/translation.ts';
import { SecretDialog } from '#web/base/ui/share/secret-dialog.tsx';

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SecretDialog
      title={t('profile.webhook-made')}
      secrets={[{ label: t('profile.webhook-secret'), text: secret, copy: t('profile.copy-secret') }]}
      onClose={onClose}
    >
      <p>{t('profile.webhook-secret-means')}</p>
      <p>
        <a href="/api/docs#Events" target="_blank" rel="noreferrer">
          {t('profile.api-docs')}
        </a>
      </p>
    </SecretDialog>
  );
}
