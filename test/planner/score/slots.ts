/** The slots of a week for the second implementations: what is planned, what is fixed, and who is at the table. */
import { type Meal, mealAt, type Place, SLOTS } from '#domain/plan/plan.ts';
import type { Eater, SlotSettings } from '#domain/preferences/preferences.ts';
import { DAYS } from '#domain/week/week.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';

/** A dish that is cooked in a slot. */
export type Cooked = Place & { dish: Dish; servings: number };
export type EatenDish = Place & { dish: Dish };
/** A slot to fill. */
export type PlannedSlot = Place & { servings: number; minutes: number; eaters: Eater[] };

export const PLACES: readonly Place[] = DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot })));

export const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

export function isSamePlace(one: Place, other: Place): boolean {
  return one.day === other.day && one.slot === other.slot;
}

export function isMain({ slot }: Place): boolean {
  return slot !== 'breakfast';
}

const QUARTERS = { toddler: 2, child: 3, adult: 4, hungry: 6 };

/** Quarters of a serving. */
export function quartersOf({ portion }: Eater): number {
  return QUARTERS[portion ?? 'adult'];
}

/** Everyone is at the table in a slot without settings. */
export function eatersAt({ preferences }: PlanningTask, { day, slot }: Place): Eater[] {
  const away = preferences.slotSettings[day]?.[slot]?.away ?? [];
  return preferences.eaters.filter(({ id }) => !away.includes(id));
}

function servingsAt(task: PlanningTask, place: Place): number {
  const settings: SlotSettings = task.preferences.slotSettings[place.day]?.[place.slot] ?? {};
  if (settings.servings !== undefined) return settings.servings;
  const guests = settings.guests ?? 0;
  if (task.preferences.eaters.length === 0) return 4 + guests;
  const quarters = sum(eatersAt(task, place).map(quartersOf));
  return Math.max(1, Math.round(quarters / 4 + guests));
}

/** The existing meal of a place, or else its recurring meal. */
export function fixedMeal({ existingMeals, preferences }: PlanningTask, place: Place): Meal | undefined {
  return (
    mealAt(existingMeals, place) ??
    preferences.recurring.find((recurring) => isSamePlace(recurring, place))?.meal
  );
}

/** The fixed meals with a known dish. A meal eaten out has none. */
function knownMeals(task: PlanningTask): (Cooked & { isLeftovers: boolean })[] {
  return PLACES.flatMap((place) => {
    const meal = fixedMeal(task, place);
    const dish = task.dishes.find(({ id }) => id === meal?.recipeId);
    if (!meal || !dish || meal.kind === 'eating-out') return [];
    const servings = meal.servings ?? servingsAt(task, place);
    return [{ ...place, dish, servings, isLeftovers: meal.kind === 'leftovers' }];
  });
}

export function fixedDishes(task: PlanningTask): Cooked[] {
  return knownMeals(task).filter(({ isLeftovers }) => !isLeftovers);
}

/** Fixed leftovers count for nutrition and rules. */
export function fixedLeftovers(task: PlanningTask): Cooked[] {
  return knownMeals(task).filter(({ isLeftovers }) => isLeftovers);
}

export function plannedSlots(task: PlanningTask): PlannedSlot[] {
  return PLACES.flatMap((place) => {
    const settings = task.preferences.slotSettings[place.day]?.[place.slot];
    if (!settings || fixedMeal(task, place)) return [];
    const servings = servingsAt(task, place);
    return [{ ...place, servings, minutes: settings.minutes ?? Infinity, eaters: eatersAt(task, place) }];
  });
}

/** M of the documentation: the main meals that are planned or cooked from a known recipe. */
export function mainMeals(task: PlanningTask): number {
  return [...plannedSlots(task), ...fixedDishes(task)].filter(isMain).length;
}
