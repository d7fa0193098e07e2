/**
 * Places the meals of a menu in the empty places of a week, for those who eat there: with servings, with the variants that
 * help, and with a warning where a dish is not for somebody. Says what is not placed, and why.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Menu } from '#domain/plan/menu.ts';
import { dishesOf, isSamePlace, type Meal, mealAt, type Meals } from '#domain/plan/plan.ts';
import {
  hasCertainAllergen,
  type WarningsByMeal,
  warningsAt,
  warningsOfMeal,
  withExceptions,
} from '#domain/preferences/warnings.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { dateOf } from '#web/base/calendar.ts';
import { type Translation, useTranslation } from '#web/base/i18n/translation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { Actions } from '#web/base/ui/overlay/dialog.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { queries, useMe } from '#web/data/session.ts';
import { useToday } from '#web/data/today.ts';
import { nameOfMeal, shortPlace } from '#web/meals/place-text.ts';
import { submit } from '#web/meals/plan-commands.ts';
import { VariantToggle } from '#web/meals/warnings/variant-toggle.tsx';
import { MealSign } from '#web/meals/warnings/warning-sign.tsx';

type Response = ResponseOf<'GET /app/api/menus/:id/weeks/:week'>;
type Fitted = Response['meals'][number];
/** What somebody has chosen. */
type Choice = Fitted & { isChosen: boolean };

type PlaceProps = { menu: Menu; week: string; meals: Meals; onClose: () => void };

export function PlaceMenu(props: PlaceProps) {
  const { t, language } = useTranslation();
  const { id } = props.menu;
  const { data, error } = useQuery(
    {
      queryKey: ['menus', id, props.week, language],
      queryFn: () =>
        api('GET /app/api/menus/:id/weeks/:week', {
          params: { id, week: props.week },
          query: { language },
        }),
      gcTime: 0,
    },
    queries,
  );
  if (error) return <p className="field-error">{problemText(t, error)}</p>;
  if (!data) return <Skeleton label={t('app.loading')} lines={4} />;
  return <Places {...props} fitted={data} />;
}

function Places({ menu, week, meals, fitted, onClose }: PlaceProps & { fitted: Response }) {
  const translation = useTranslation();
  const { t } = translation;
  const today = useToday(useMe().family.timeZone);
  const said = (place: Fitted) => warningsAt(fitted.warnings, fitted.absent, place);
  const reasons = new Map(
    fitted.meals.map((place) => [place, reasonAgainst(translation, { week, meals, today }, place)]),
  );
  const refused = fitted.meals.filter((place) => reasons.get(place) !== undefined);
  const [choices, setChoices] = useState<Choice[]>(() =>
    fitted.meals
      .filter((place) => reasons.get(place) === undefined)
      .map((place) => ({ ...place, isChosen: certainOf(place.meal, said(place)).length === 0 })),
  );
  const change = (changed: Choice) =>
    setChoices(choices.map((choice) => (isSamePlace(choice, changed) ? changed : choice)));
  const chosen = choices.filter(({ isChosen }) => isChosen);
  const place = () => {
    const edits = chosen.map((choice) => {
      const { day, slot } = choice;
      return { week, day, slot, before: null, after: placedMeal(choice, said(choice)) };
    });
    submit(t, edits, t('menus.did-place', { name: menu.name, count: chosen.length }));
    onClose();
  };
  return (
    <div className="menus-places">
      {choices.length > 0 && (
        <ul>
          {choices.map((choice) => (
            <ChoiceRow
              key={choice.day + choice.slot}
              choice={choice}
              warnings={said(choice)}
              onChange={change}
            />
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <section aria-labelledby="menus-refused">
          <h3 id="menus-refused">{t('menus.refused')}</h3>
          <ul className="menus-refused">
            {refused.map((place) => (
              <li key={place.day + place.slot}>
                {shortPlace(translation, place)}: {nameOfMeal(translation, place.meal)}
                <small>{reasons.get(place)}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Actions>
        <Button onClick={onClose}>{t('menus.cancel')}</Button>
        {chosen.length > 0 && (
          <Button kind="primary" onClick={place}>
            {t('menus.place', { count: chosen.length })}
          </Button>
        )}
      </Actions>
    </div>
  );
}

type RowProps = { choice: Choice; warnings: WarningsByMeal; onChange: (choice: Choice) => void };

function ChoiceRow({ choice, warnings, onChange }: RowProps) {
  const translation = useTranslation();
  const { meal, offers, isChosen } = choice;
  return (
    <li className="menus-place">
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          onChange={({ target }) => onChange({ ...choice, isChosen: target.checked })}
        />
        <span>
          <small>{shortPlace(translation, choice)}</small>
          <strong>{nameOfMeal(translation, meal)}</strong>
        </span>
      </label>
      {dishesOf(meal).map(({ variant }, at) => {
        const offer = offers[at];
        return (
          offer && (
            <VariantToggle
              key={at}
              offer={offer}
              variant={variant}
              onChange={(next) => onChange({ ...choice, meal: withVariant(meal, at, next) })}
            />
          )
        );
      })}
      <MealSign meal={isChosen ? placedMeal(choice, warnings) : meal} warnings={warnings} />
    </li>
  );
}

/** A meal that is chosen in spite of an allergen is for the others: these eaters eat something else. */
function placedMeal({ meal }: Choice, warnings: WarningsByMeal): Meal {
  return withExceptions(meal, certainOf(meal, warnings));
}

function certainOf(meal: Meal, warnings: WarningsByMeal) {
  return warningsOfMeal(meal, warnings).filter(hasCertainAllergen);
}

/** `at`: 0 is the main dish. */
function withVariant(meal: Meal, at: number, variant: Meal['variant']): Meal {
  if (at === 0) return { ...meal, variant };
  return {
    ...meal,
    sides: meal.sides?.map((side, index) => (index === at - 1 ? { ...side, variant } : side)),
  };
}

type Week = { week: string; meals: Meals; today: string };

/** Why a meal cannot be placed. */
function reasonAgainst(
  translation: Translation,
  { week, meals, today }: Week,
  place: Fitted,
): string | undefined {
  const { t } = translation;
  const there = mealAt(meals, place);
  if (dateOf(week, place.day) < today) return t('menus.is-past');
  if (there) return t('menus.is-taken', { meal: nameOfMeal(translation, there) });
  return place.isNobody ? t('menus.is-nobody') : undefined;
}
