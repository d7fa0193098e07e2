/** Nothing stands at this address. */
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { useTranslation } from '#web/i18n/words.ts';
import { Door } from './door.tsx';
import { EmptyPlate } from './pictures.tsx';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Door>
      <EmptyPlate />
      <PageHeader title={t('app.not-found')} lead={t('app.not-found-why')} />
      <Link href="/" className="button button-primary">
        {t('app.start')}
      </Link>
    </Door>
  );
}
