/** Premium in plain words: until when, for good, for everyone here, or none and how to get it. */
import { CopyButton } from '#web/ui/copy-button.tsx';
import { useMe } from '#web/session.ts';
import { showInstant } from '#web/i18n/dates.ts';
import { type Say, useWords } from '#web/i18n/words.ts';
import { Section } from './section.tsx';

export function PremiumSection() {
  const { say, locale } = useWords();
  const { family } = useMe();
  return (
    <Section id="premium" title={say('profile.premium')} lead={say('profile.premium-lead')}>
      <p className="section-name">{premiumText(family, say, locale)}</p>
      {!family.hasPremium && (
        <>
          <p className="section-note">{say('profile.premium-get', { id: family.id })}</p>
          <div className="section-actions">
            <CopyButton text={family.id} label={say('profile.copy-id')} />
          </div>
        </>
      )}
    </Section>
  );
}

type Status = { premium: string | null; hasPremium: boolean };

function premiumText({ premium, hasPremium }: Status, say: Say, locale: string): string {
  if (premium === 'forever') return say('profile.premium-forever');
  const endsMs = Date.parse(premium ?? '');
  const date = Number.isNaN(endsMs) ? '' : showInstant(endsMs, locale, { dateStyle: 'long' });
  if (hasPremium) {
    return date && endsMs > Date.now()
      ? say('profile.premium-until', { date })
      : say('profile.premium-everyone');
  }
  return date ? say('profile.premium-ended', { date }) : say('profile.premium-none');
}
