/**
 * Splits the slots of a week into fixed meals and slots to plan. Precedence: meals that people placed, then
 * recurring meals, then the planner.
 */
import { isSamePlace, type Meal, mealAt, type Place, PLACES } from '#domain/plan/plan.ts';
import type { Preferences, RecurringMeal, SlotSettings } from '#domain/preferences/preferences.ts';
import { eatersAt, isPlannedSlot, servingsAt } from '#domain/preferences/servings.ts';
import type { PlanningTask } from './task.ts';

/** `servings`: of each of its dishes that has none of its own. */
export type FixedMeal = Place & { meal: Meal; servings: number; isRecurring: boolean };

/** A slot that the planner has to fill. */
export type PlannedSlot = Place & {
  readonly servings: number;
  readonly minutes?: number | undefined;
  /** Who is at the table, as indices into the eaters of the preferences. */
  readonly eaters: readonly number[];
};

type WeekSlots = {
  fixedMeals: readonly FixedMeal[];
  /** In the order of the week. */
  planned: readonly PlannedSlot[];
};

export function slotsOfWeek({
  preferences,
  existingMeals,
}: Pick<PlanningTask, 'preferences' | 'existingMeals'>): WeekSlots {
  const fixedMeals: FixedMeal[] = [];
  const planned: PlannedSlot[] = [];
  for (const place of PLACES) {
    const settings = preferences.slotSettings[place.day]?.[place.slot];
    const own = mealAt(existingMeals, place);
    const meal: Meal | undefined = own ?? findRecurring(preferences.recurring, place)?.meal;
    if (meal) {
      const servings = servingsAt(preferences, settings ?? {});
      fixedMeals.push({ ...place, meal, servings, isRecurring: !own });
    } else if (isPlannedSlot(preferences, settings)) planned.push(plannedSlot(place, settings, preferences));
  }
  return { fixedMeals, planned };
}

export function plannedSlot(
  { day, slot }: Place,
  settings: SlotSettings,
  preferences: Preferences,
): PlannedSlot {
  const eaters = eatersAt(preferences, settings).map((eater) => preferences.eaters.indexOf(eater));
  return { day, slot, minutes: settings.minutes, servings: servingsAt(preferences, settings), eaters };
}

/** The others are small meals, of which people have the same few. */
export function isMainMeal({ slot }: Pick<Place, 'slot'>): boolean {
  return slot === 'lunch' || slot === 'dinner';
}

function findRecurring(recurring: readonly RecurringMeal[], place: Place): RecurringMeal | undefined {
  return recurring.find((fixed) => isSamePlace(fixed, place));
}
