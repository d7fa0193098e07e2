/** What a kitchen display is, and the way to the page that sets one up. */
import { Link } from '#web/ui/link.tsx';
import { PageIcon } from '#web/ui/page-icon.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import { Section } from '#web/profile/section.tsx';

export function DisplaysSection() {
  const { t } = useTranslation();
  return (
    <Section
      id="displays"
      title={t('profile.displays')}
      lead={t('profile.displays-short')}
      action={
        <Link href="/profile/displays" className="button button-plain">
          <PageIcon name="display" />
          {t('profile.displays-open')}
        </Link>
      }
    />
  );
}
