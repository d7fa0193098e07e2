/** The family's Premium status, and how to get Premium. */
import { CopyButton } from '#web/base/ui/share/copy-button.tsx';
import { useMe } from '#web/data/session.ts';
import { showInstant } from '#web/base/i18n/dates.ts';
import { type Translate, useTranslation } from '#web/base/i18n/translation.ts';
import { Section } from '#web/base/ui/section.tsx';

export function PremiumSection() {
  const { t, locale } = useTranslation();
  const { family } = useMe();
  return (
    <Section id="premium" title={t('profile.premium')} lead={t('profile.premium-lead')}>
      <p className="section-name">{premiumText(family, t, locale)}</p>
      {!family.hasPremium && (
        <>
          <p className="section-note">{t('profile.premium-get', { id: family.id })}</p>
          <div className="section-actions">
            <CopyButton text={family.id} label={t('profile.copy-id')} />
          </div>
        </>
      )}
    </Section>
  );
}

type Status = { premium: string | null; hasPremium: boolean };

function premiumText({ premium, hasPremium }: Status, t: Translate, locale: string): string {
  if (premium === 'forever') return t('profile.premium-forever');
  const endsMs = Date.parse(premium ?? '');
  const date = Number.isNaN(endsMs) ? '' : showInstant(endsMs, locale, { dateStyle: 'long' });
  if (hasPremium) {
    return date && endsMs > Date.now() ? t('profile.premium-until', { date }) : t('profile.premium-everyone');
  }
  return date ? t('profile.premium-ended', { date }) : t('profile.premium-none');
}
