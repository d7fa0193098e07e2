/** The page for an unknown path. */
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import { AuthLayout } from './auth-layout.tsx';
import { EmptyPlate } from './illustrations.tsx';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <AuthLayout>
      <EmptyPlate />
      <PageHeader title={t('app.not-found')} lead={t('app.not-found-why')} />
      <Link href="/" className="button button-primary">
        {t('app.start')}
      </Link>
    </AuthLayout>
  );
}
