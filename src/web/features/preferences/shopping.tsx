/** Repetition of dishes, the day of the shopping and the budget. */
import { useState } from 'react';
import { DAYS, type Day } from '#domain/week/week.ts';
import { Field, TextField } from '#web/base/ui/form/field.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { useMe } from '#web/data/session.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Choose } from '#web/meals/preferences/choices.tsx';
import type { PartProps } from '#web/features/preferences/eaters/eaters.tsx';
import { moneyFieldText, parseMoney, withCurrency } from '#web/base/i18n/money.ts';

const MAX_WEEKS = 8;
const SATURDAY: Day = 'Saturday';

export function Shopping({ preferences, onChange, wrong }: PartProps) {
  const { t, locale } = useTranslation();
  const { shoppingDay = SATURDAY } = preferences;
  return (
    <Section id="shopping" title={t('preferences.shopping')}>
      <div className="preferences-fields">
        <Field label={t('preferences.rest')} hint={t('preferences.rest-hint')}>
          {(inputProps) => (
            <Choose
              {...inputProps}
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
          {(inputProps) => (
            <Choose
              {...inputProps}
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

type BudgetProps = {
  cents: number | undefined;
  error: string | undefined;
  onChange: (cents: number | undefined) => void;
};

function Budget({ cents, error, onChange }: BudgetProps) {
  const { t, locale } = useTranslation();
  const { currency } = useMe().family;
  const [typed, setTyped] = useState('');
  return (
    <TextField
      label={withCurrency(t('preferences.budget'), locale, currency)}
      hint={t('preferences.budget-hint')}
      inputMode="decimal"
      maxLength={10}
      autoComplete="off"
      value={moneyFieldText(typed, cents, locale)}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(parseMoney(target.value));
      }}
    />
  );
}
