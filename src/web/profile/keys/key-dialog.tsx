/** Shows a new key once, with a command to try it. */
import { useTranslation } from '#web/i18n/translation.ts';
import { SecretDialog } from '#web/profile/secret-dialog.tsx';

export function KeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { t } = useTranslation();
  // Double quotes work in the shells of Linux, macOS and Windows.
  const curl = `curl -H "X-API-Key: ${apiKey}" "${location.origin}/api/meal-plans/v1/current"`;
  return (
    <SecretDialog
      title={t('profile.key-made')}
      secrets={[
        { label: t('profile.key'), text: apiKey, copy: t('profile.copy-key') },
        { label: t('profile.curl'), text: curl, copy: t('profile.copy-curl') },
      ]}
      onClose={onClose}
    >
      <p>
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {t('profile.api-docs')}
        </a>
      </p>
    </SecretDialog>
  );
}
