/** How much meat, and which cuisines. */
import { MIXES, type Mix } from '#domain/preferences/preferences.ts';
import { Section } from '#web/base/ui/section.tsx';
import { cuisineOptions } from '#web/meals/cuisine-text.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { RadioChips } from '#web/meals/preferences/choices.tsx';
import type { PartProps } from './eaters.tsx';
import { FoldedChips } from '#web/meals/preferences/folded-chips.tsx';

const BALANCED: Mix = 'balanced';

/** A name, and what it means for a week with seven dinners. */
const MIX_TEXTS: Record<Mix, readonly [MessageId, MessageId]> = {
  plants: ['preferences.mix.plants', 'preferences.mix-means.plants'],
  'more-plants': ['preferences.mix.more-plants', 'preferences.mix-means.more-plants'],
  balanced: ['preferences.mix.balanced', 'preferences.mix-means.balanced'],
  'more-meat': ['preferences.mix.more-meat', 'preferences.mix-means.more-meat'],
};

export function Taste({ preferences, onChange, cuisines }: PartProps & { cuisines: string[] }) {
  const { t, locale } = useTranslation();
  const { mix = BALANCED } = preferences;
  const known = [...new Set([...cuisines, ...preferences.cuisines])].filter(Boolean);
  return (
    <Section id="taste" title={t('preferences.taste')}>
      <RadioChips
        className="preferences-scale"
        label={t('preferences.mix')}
        options={MIXES.map((mix) => [mix, t(MIX_TEXTS[mix][0])])}
        value={mix}
        onChoose={(chosen) => onChange({ mix: chosen === BALANCED ? undefined : chosen })}
      />
      <p className="field-hint" aria-live="polite">
        {t(MIX_TEXTS[mix][1])}
      </p>
      <FoldedChips
        label={t('preferences.cuisines')}
        hint={t('preferences.cuisines-hint')}
        options={cuisineOptions(t, locale, known)}
        chosen={preferences.cuisines}
        onChoose={(some) => onChange({ cuisines: some })}
        common={[]}
        moreLabel={t('preferences.more-cuisines')}
      />
    </Section>
  );
}
