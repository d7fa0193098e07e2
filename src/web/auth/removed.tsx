/** Shown on the device of someone who was removed from a family, once everything of it is deleted there. */
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { useTranslation } from '#web/i18n/words.ts';
import { Door } from './door.tsx';
import { EmptyPlate } from './pictures.tsx';

export function Removed() {
  const { t } = useTranslation();
  return (
    <Door>
      <EmptyPlate />
      <PageHeader title={t('entry.removed')} lead={t('entry.removed-means')} />
      <Link href="/" className="button button-primary">
        {t('app.start')}
      </Link>
    </Door>
  );
}
