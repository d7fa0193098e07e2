/** Shown to a removed member after the family's data was deleted from the device. */
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import { AuthLayout } from './auth-layout.tsx';
import { EmptyPlate } from './illustrations.tsx';

export function Removed() {
  const { t } = useTranslation();
  return (
    <AuthLayout>
      <EmptyPlate />
      <PageHeader title={t('auth.removed')} lead={t('auth.removed-means')} />
      <Link href="/" className="button button-primary">
        {t('app.start')}
      </Link>
    </AuthLayout>
  );
}
