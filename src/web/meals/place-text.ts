/** The names of weeks, slots and meals as text. */
import { type Dish, dishesWithoutRecipe, type Meal, type Place } from '#domain/plan/plan.ts';
import { addDays, dateOf } from '#web/base/calendar.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import { dayName, showDate, showDates } from '#web/base/i18n/dates.ts';
import type { Translate, Translation } from '#web/base/i18n/translation.ts';

/** `9 – 15 November 2026` */
export function nameOfWeek(week: string, locale: string): string {
  const shape = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return showDates(week, addDays(week, 6), locale, shape);
}

/** `Dinner, Tuesday 17 November` */
export function nameOfPlace({ t, locale }: Translation, { week, day, slot }: WeekPlace): string {
  const shape = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return t('week.place', {
    slot: t(`week.slot.${slot}`),
    day: showDate(dateOf(week, day), locale, shape),
  });
}

/** `Tuesday, dinner`, where the week is clear. */
export function shortPlace({ t, locale }: Translation, { day, slot }: Place): string {
  return t('week.place-short', { day: dayName(day, locale), slot: t(`week.slot.${slot}`) });
}

/** `Fish pie with peas, green salad`, or `free`. */
export function nameOfMeal({ t }: Translation, meal: Meal | null | undefined): string {
  if (!meal) return t('week.free');
  const name = nameOfDish(t, meal);
  return meal.sides?.length ? `${name} ${sidesText(t, meal.sides)}` : name;
}

/** `with peas, green salad` */
export function sidesText(t: Translate, sides: readonly Dish[]): string {
  return t('week.with', { dishes: sides.map((dish) => nameOfDish(t, dish)).join(', ') });
}

/** Of the dishes that add nothing to the shopping list: `no recipe`, or `2 without a recipe` of a meal with several. */
export function lacksRecipeText(t: Translate, meal: Meal): string | undefined {
  const { length: count } = dishesWithoutRecipe(meal);
  if (count === 0) return undefined;
  return meal.sides ? t('week.lack-recipes', { count }) : t('week.lacks-recipe');
}

/** `Lasagne, leftovers` */
export function nameOfDish(t: Translate, dish: Dish): string {
  return hasKindLabel(t, dish) ? `${dish.description}, ${t(`week.kind.${dish.kind}`)}` : dish.description;
}

/** Whether to show the kind. Not if the text is the name of the kind. */
export function hasKindLabel<Some extends Dish>(
  t: Translate,
  dish: Some,
): dish is Some & { kind: NonNullable<Dish['kind']> } {
  return dish.kind !== undefined && dish.description !== t(`week.kind.${dish.kind}`);
}
