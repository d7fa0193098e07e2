/** Cuisines, repetition of dishes and the budget. */
import { useState } from 'react';
import { Field, TextField } from '#web/ui/field.tsx';
import { Section } from '#web/profile/section.tsx';
import { cuisineOptions } from '#web/recipes/cuisine-text.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { Chips, Choose } from './choices.tsx';
import type { PartProps } from './eaters.tsx';
import { parseMoney, showMoney } from './money.ts';

const MAX_WEEKS = 8;

export function Taste({ preferences, onChange, wrong, cuisines }: PartProps & { cuisines: string[] }) {
  const { t, locale } = useTranslation();
  const known = [...new Set([...cuisines, ...preferences.cuisines])].filter(Boolean);
  return (
    <Section id="taste" title={t('preferences.taste')}>
      <Chips
        label={t('preferences.cuisines')}
        hint={t('preferences.cuisines-hint')}
        options={cuisineOptions(t, locale, known)}
        chosen={preferences.cuisines}
        onChoose={(chosen) => onChange({ cuisines: chosen })}
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
        <Budget
          cents={preferences.budgetCents}
          error={wrong('budgetCents')}
          onChange={(budgetCents) => onChange({ budgetCents })}
        />
      </div>
    </Section>
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
