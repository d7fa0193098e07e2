/** The page for an unknown path. */
import { Link } from '#web/base/ui/link.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { StatusPage } from './status-page.tsx';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <StatusPage title={t('app.not-found')} lead={t('app.not-found-why')}>
      <Link href="/" className="button button-primary">
        {t('app.start')}
      </Link>
    </StatusPage>
  );
}
