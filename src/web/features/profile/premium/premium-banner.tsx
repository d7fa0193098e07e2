/** Says what the family cannot use without Premium, and where to get it. */
import type { ReactElement } from 'react';
import { Banner } from '#web/base/ui/banner.tsx';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

export function PremiumBanner({ icon, text }: { icon: ReactElement; text: string }) {
  const { t } = useTranslation();
  if (useMe().family.hasPremium) return null;
  return (
    <Banner kind="warn" icon={icon}>
      {text} <a href="#premium">{t('profile.premium-how')}</a>
    </Banner>
  );
}
