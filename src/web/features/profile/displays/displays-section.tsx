/** What a kitchen display is, and the way to the page that sets one up. */
import { Link } from '#web/base/ui/link.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Section } from '#web/base/ui/section.tsx';

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
