/** How much meat, which cuisines, repetition of dishes, the day of the shopping and the budget. */
import { useState } from 'react';
import { MIXES, type Mix } from '#domain/preferences/preferences.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import { Field, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/profile/section.tsx';
import { cuisineOptions, cuisineText } from '#web/recipes/cuisine-text.ts';
import { dayName } from '#web/i18n/dates.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { Chips, Choose, RadioChips } from './choices.tsx';
import type { PartProps } from './eaters.tsx';
import { parseMoney, showMoney } from './money.ts';

const MAX_WEEKS = 8;
const BALANCED: Mix = 'balanced';
const SATURDAY: Day = 'Saturday';

/** A name, and what it means for a week with seven dinners. */
const MIX_TEXTS: Record<Mix, readonly [MessageId, MessageId]> = {
  plants: ['preferences.mix.plants', 'preferences.mix-means.plants'],
  'more-plants': ['preferences.mix.more-plants', 'preferences.mix-means.more-plants'],
  balanced: ['preferences.mix.balanced', 'preferences.mix-means.balanced'],
  'more-meat': ['preferences.mix.more-meat', 'preferences.mix-means.more-meat'],
};

export function Taste({ preferences, onChange, wrong, cuisines }: PartProps & { cuisines: string[] }) {
  const { t, locale } = useTranslation();
  const { mix = BALANCED, shoppingDay = SATURDAY } = preferences;
  const known = [...new Set([...cuisines, ...preferences.cuisines])].filter(Boolean);
  return (
    <Section id="taste" title={t('preferences.taste')}>
      <RadioChips
        className="preferences-scale"
        label={t('preferences.mix')}
        options={MIXES.map((one) => [one, t(MIX_TEXTS[one][0])])}
        value={mix}
        onChoose={(one) => onChange({ mix: one === BALANCED ? undefined : one })}
      />
      <p className="field-hint" aria-live="polite">
        {t(MIX_TEXTS[mix][1])}
      </p>
      <Cuisines
        known={known}
        chosen={preferences.cuisines}
        onChange={(some) => onChange({ cuisines: some })}
      />
      <div className="preferences-fields">
        <Field label={t('preferences.rest')} hint={t('preferences.rest-hint')}>
          {(wiring) => (
            <Choose
              {...wiring}
              value={preferences.restWeeks}
              options={Array.from({ length: MAX_WEEKS + 1 }, (_, weeks) => [
                weeks,
                t('preferences.rest-weeks', { weeks }),
              ])}
              onChoose={(restWeeks) => onChange({ restWeeks })}
            />
          )}
        </Field>
        <Field label={t('preferences.shopping-day')} hint={t('preferences.shopping-day-hint')}>
          {(wiring) => (
            <Choose
              {...wiring}
              value={shoppingDay}
              options={DAYS.map((day) => [day, dayName(day, locale)])}
              onChoose={(day) => onChange({ shoppingDay: day === SATURDAY ? undefined : day })}
            />
          )}
        </Field>
        <Budget
          cents={preferences.budgetCents}
          error={wrong('budgetCents')}
          onChange={(budgetCents) => onChange({ budgetCents })}
        />
      </div>
    </Section>
  );
}

type CuisinesProps = { known: string[]; chosen: string[]; onChange: (cuisines: string[]) => void };

/** Folded, because there are many: the summary names the chosen ones. */
function Cuisines({ known, chosen, onChange }: CuisinesProps) {
  const { t, locale } = useTranslation();
  const names = chosen.map((cuisine) => cuisineText(t, cuisine));
  return (
    <details className="preferences-fold">
      <summary>
        <Icon name="arrow" size={18} />
        <span className="field-label">{t('preferences.cuisines')}</span>
        <span className="field-hint">{names.join(', ') || t('preferences.cuisines-none')}</span>
      </summary>
      <Chips
        label={t('preferences.cuisines')}
        hint={t('preferences.cuisines-hint')}
        options={cuisineOptions(t, locale, known)}
        chosen={chosen}
        onChoose={onChange}
        isLabelHidden
      />
    </details>
  );
}

type BudgetProps = {
  cents: number | undefined;
  error: string | undefined;
  onChange: (cents: number | undefined) => void;
};

function Budget({ cents, error, onChange }: BudgetProps) {
  const { t, locale } = useTranslation();
  const [typed, setTyped] = useState('');
  // Show the typed text while it matches the amount.
  const text = Object.is(parseMoney(typed), cents) ? typed : showMoney(cents ?? 0, locale);
  return (
    <TextField
      label={t('preferences.budget')}
      hint={t('preferences.budget-hint')}
      inputMode="decimal"
      maxLength={10}
      autoComplete="off"
      value={text}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(parseMoney(target.value));
      }}
    />
  );
}
