/**
 * The week before anything is planned: what stands and recurs, and which slots are left to plan. People's
 * own meals come before recurring ones, and those before everything the planner might like.
 */
import { type Meal, mealAt, type Place, SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import type { RecurringMeal, SlotSettings } from '#domain/preferences/preferences.ts';
import type { PlanningTask } from './task.ts';

export type FixedMeal = Place & { meal: Meal; servings: number; isRecurring: boolean };

export type Layout = {
  fixed: readonly FixedMeal[];
  /** In the order of the week. */
  planned: readonly (Place & SlotSettings)[];
};

/** Where neither the meal nor the table says for how many. */
const USUAL_SERVINGS = 4;

export function layOut({ wishes, standing }: Pick<PlanningTask, 'wishes' | 'standing'>): Layout {
  const fixed: FixedMeal[] = [];
  const planned: (Place & SlotSettings)[] = [];
  for (const place of placesOfWeek()) {
    const sitting = wishes.table[place.day]?.[place.slot];
    const own = mealAt(standing, place);
    const meal: Meal | undefined = own ?? findRecurring(wishes.recurring, place)?.meal;
    if (meal) {
      const servings = meal.servings ?? sitting?.servings ?? USUAL_SERVINGS;
      fixed.push({ ...place, meal, servings, isRecurring: !own });
    } else if (sitting) planned.push({ ...place, ...sitting });
  }
  return { fixed, planned };
}

export function placesOfWeek(): Place[] {
  return DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));
}

export function isSamePlace(one: Place, other: Place): boolean {
  return one.day === other.day && one.slot === other.slot;
}

function findRecurring(recurring: readonly RecurringMeal[], place: Place): RecurringMeal | undefined {
  return recurring.find((one) => isSamePlace(one, place));
}
