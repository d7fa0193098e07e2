/** Which meal of yesterday to ask about, and whether this device has asked already. */
import { type Meal, mealAt, type Meals, SLOTS } from '#domain/plan/plan.ts';
import { addDays, dayOf, weekOf } from '#web/base/calendar.ts';
import { getItem, setItem } from '#web/base/local-storage.ts';

const KEY = 'weekfare-asked';

/** The day that this device asked about last. */
export function findAskedDate(): string | null {
  return getItem(KEY);
}

/** The last meal with a recipe of the day before, unless it was asked about. `plans` has meals by week. */
export function findMealToAsk(
  today: string,
  askedDate: string | null,
  plans: Record<string, Meals>,
): { meal: Meal; date: string } | undefined {
  const date = addDays(today, -1);
  if (askedDate === date) return undefined;
  const meals = plans[weekOf(date)] ?? {};
  const eaten = SLOTS.toReversed().flatMap((slot) => mealAt(meals, { day: dayOf(date), slot }) ?? []);
  const meal = eaten.find(({ recipeId }) => recipeId !== undefined);
  return meal && { meal, date };
}

/** One question a day: not about this day again. */
export function rememberAsked(date: string): void {
  setItem(KEY, date);
}
