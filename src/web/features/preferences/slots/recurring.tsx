/** Meals that are the same every week, such as pizza every Friday. */
import { useEffect, useId, useState } from 'react';
import { DISH_KINDS, type Meal } from '#domain/plan/plan.ts';
import { withSlots } from '#domain/preferences/shown-slots.ts';
import { DAYS } from '#domain/week/week.ts';
import type { RecurringMeal } from '#domain/preferences/preferences.ts';
import { hasCertainAllergen, type Warning, type WarningsByMeal } from '#domain/preferences/warnings.ts';
import { Section } from '#web/base/ui/section.tsx';
import { useSuggestedRecipes } from '#web/meals/suggested-recipes.ts';
import { findWarnings, useMealWarnings } from '#web/data/queries/meal-warnings.ts';
import { WarningQuestion } from '#web/meals/warnings/warning-question.tsx';
import { MealSign } from '#web/meals/warnings/warning-sign.tsx';
import { useShownSlots } from '#web/meals/shown-slots.ts';
import { shortPlace } from '#web/meals/place-text.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Choose } from '#web/meals/preferences/choices.tsx';
import type { PartProps } from '#web/features/preferences/eaters/eaters.tsx';
import { EditableRow, EditableRows, type EditProps } from '#web/features/preferences/editable-rows.tsx';

const FRIDAY_DINNER: RecurringMeal = { day: 'Friday', slot: 'dinner', meal: { description: '' } };

export function Recurring({ preferences: { recurring }, onChange, wrong }: PartProps) {
  const { t } = useTranslation();
  const { warnings } = useMealWarnings(useDebounced(recurring.map(({ meal }) => meal)));
  return (
    <Section id="recurring" title={t('preferences.recurring')} lead={t('preferences.recurring-lead')}>
      <EditableRows
        items={recurring}
        keyOf={(_, at) => at}
        addLabel={t('preferences.add-recurring')}
        createItem={() => FRIDAY_DINNER}
        onChange={(next) => onChange({ recurring: next })}
      >
        {(recurring, at, edit) => (
          <RecurringRow
            recurring={recurring}
            warnings={warnings}
            wrong={wrong(`recurring.${at}`)}
            {...edit}
          />
        )}
      </EditableRows>
    </Section>
  );
}

/** The delay after the last key press. */
const DEBOUNCE_MS = 400;

/** What was typed, when nobody has typed for a moment. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(JSON.parse(text) as Value), DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return debounced;
}

type RowProps = EditProps<RecurringMeal> & {
  recurring: RecurringMeal;
  warnings: WarningsByMeal;
  wrong: string | undefined;
};

function RecurringRow({ recurring, warnings, wrong, onChange, onRemove }: RowProps) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const { day, slot, meal } = recurring;
  const place = shortPlace(translation, recurring);
  return (
    <EditableRow label={place} what={meal.description || place} wrong={wrong} onRemove={onRemove}>
      <Choose
        label={t('preferences.which-day')}
        value={day}
        options={DAYS.map((weekday) => [weekday, dayName(weekday, locale)])}
        onChoose={(next) => onChange({ ...recurring, day: next })}
      />
      <Choose
        label={t('preferences.which-meal')}
        value={slot}
        options={withSlots(useShownSlots(), [slot]).map((course) => [course, t(`week.slot.${course}`)])}
        onChoose={(next) => onChange({ ...recurring, slot: next })}
      />
      <MealField
        meal={meal}
        isWrong={wrong !== undefined}
        onChange={(next) => onChange({ ...recurring, meal: next })}
      />
      <Choose
        label={t('preferences.kind')}
        value={meal.kind ?? ''}
        options={[
          ['', t('preferences.cooked')],
          ...DISH_KINDS.map((kind) => [kind, t(`week.kind.${kind}`)] as const),
        ]}
        onChoose={(kind) => onChange({ ...recurring, meal: { ...meal, kind: kind || undefined } })}
      />
      <MealSign meal={meal} warnings={warnings} />
    </EditableRow>
  );
}

type RecurringDish = RecurringMeal['meal'];
type FieldProps = { meal: RecurringDish; isWrong: boolean; onChange: (meal: RecurringDish) => void };

const MAX_QUERY_LENGTH = 200;

/** Links the recipe if the text is exactly its title. Asks about a dish that is not for every eater. */
function MealField({ meal, isWrong, onChange }: FieldProps) {
  const { t } = useTranslation();
  // The meal when the field was entered.
  const [seen, setSeen] = useState(meal);
  const [asked, setAsked] = useState<Warning[]>();
  const check = async () => {
    if (meal.description === seen.description) return;
    const warnings = await findWarnings(meal);
    const certain = warnings.filter(hasCertainAllergen);
    setAsked(certain.length > 0 ? certain : undefined);
  };
  const answer = (next: RecurringDish) => {
    setAsked(undefined);
    onChange(next);
  };
  const list = useId();
  const search = meal.description.trim().slice(0, MAX_QUERY_LENGTH);
  const recipes = useSuggestedRecipes(search, search.length > 1).data?.recipes ?? [];
  const type = (description: string) => {
    const recipeId = recipes.find(({ title }) => title === description)?.id;
    const kind: Meal['kind'] = meal.kind;
    onChange({ description, ...(recipeId && { recipeId }), ...(kind && { kind }) });
  };
  return (
    <>
      <input
        className="field-input preferences-word"
        aria-label={t('week.meal')}
        aria-invalid={isWrong || undefined}
        placeholder={t('preferences.recurring-hint')}
        list={list}
        value={meal.description}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => type(target.value)}
        onFocus={() => setSeen(meal)}
        onBlur={() => void check()}
      />
      {asked && (
        <WarningQuestion
          dish={meal.description}
          warnings={asked}
          onExcept={(exceptEaters) => answer({ ...meal, exceptEaters })}
          onChooseElse={() => answer(seen)}
        />
      )}
      <datalist id={list}>
        {recipes.map(({ id, title }) => (
          <option key={id} value={title} />
        ))}
      </datalist>
    </>
  );
}
