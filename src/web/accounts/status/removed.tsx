/** Shown to a removed member after the family's data was deleted from the device. */
import { Link } from '#web/base/ui/link.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { StatusPage } from './status-page.tsx';

export function Removed() {
  const { t } = useTranslation();
  return (
    <StatusPage title={t('auth.removed')} lead={t('auth.removed-means')}>
      <Link href="/" className="button button-primary">
        {t('app.start')}
      </Link>
    </StatusPage>
  );
}
