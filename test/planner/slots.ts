/** The slots of a week, stated again from docs/planner.md: what is planned, what is fixed, and who is at the table. */
import { isSamePlace, type Meal, mealAt, type Place, PLACES } from '#domain/plan/plan.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';

/** A dish that is cooked in a slot. */
export type Cooked = EatenDish & { servings: number };
export type EatenDish = Place & { dish: Dish };
/** A fixed meal with a known dish. */
export type FixedMeal = Cooked & { recipeId: string; kind: Meal['kind'] };
/** A slot to fill. */
export type PlannedSlot = Place & { servings: number; eaters: Eater[] };

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

export function isMain({ slot }: Place): boolean {
  return slot === 'lunch' || slot === 'dinner';
}

const PORTIONS = { toddler: 0.5, child: 0.75, adult: 1, hungry: 1.5 };

export function portionOf({ portion = 'adult' }: Eater): number {
  return PORTIONS[portion];
}

/** Everyone is at the table in a slot without settings. */
export function eatersAt({ preferences }: PlanningTask, { day, slot }: Place): Eater[] {
  const away = preferences.slotSettings[day]?.[slot]?.away ?? [];
  return preferences.eaters.filter(({ id }) => !away.includes(id));
}

export function servingsAt(task: PlanningTask, place: Place): number {
  const { eaters, slotSettings } = task.preferences;
  const { servings, guests = 0 } = slotSettings[place.day]?.[place.slot] ?? {};
  if (servings !== undefined) return servings;
  return eaters.length > 0 ? servingsFor(eatersAt(task, place), guests) : 4 + guests;
}

export function servingsFor(eaters: readonly Eater[], guests = 0): number {
  return Math.max(1, Math.round(sum(eaters.map(portionOf)) + guests));
}

/** The existing meal of a place, or else its recurring meal. */
export function fixedMeal({ existingMeals, preferences }: PlanningTask, place: Place): Meal | undefined {
  return (
    mealAt(existingMeals, place) ??
    preferences.recurring.find((recurring) => isSamePlace(recurring, place))?.meal
  );
}

const fixedByTask = new WeakMap<PlanningTask, FixedMeal[]>();

/** Of a meal eaten out only the dish is known, not what it consisted of. */
export function fixedMeals(task: PlanningTask): FixedMeal[] {
  return fixedByTask.getOrInsertComputed(task, () =>
    PLACES.flatMap((place) => {
      const meal = fixedMeal(task, place);
      const dish = task.dishes.find(({ id }) => id === meal?.recipeId);
      if (!meal || !dish) return [];
      const servings = meal.servings ?? servingsAt(task, place);
      return [{ ...place, recipeId: dish.id, dish, servings, kind: meal.kind }];
    }),
  );
}

export function fixedDishes(task: PlanningTask): Cooked[] {
  return fixedMeals(task).filter(({ kind }) => kind !== 'eating-out' && kind !== 'leftovers');
}

/** Leftovers too: they count for nutrition and rules. */
export function fixedEaten(task: PlanningTask): FixedMeal[] {
  return fixedMeals(task).filter(({ kind }) => kind !== 'eating-out');
}

export function isPlanned(task: PlanningTask, place: Place): boolean {
  const settings = task.preferences.slotSettings[place.day]?.[place.slot];
  return settings !== undefined && !isNobodyThere(task, place) && !fixedMeal(task, place);
}

/** Everyone is away, and no guest comes. */
function isNobodyThere(task: PlanningTask, place: Place): boolean {
  const { eaters, slotSettings } = task.preferences;
  const guests = slotSettings[place.day]?.[place.slot]?.guests ?? 0;
  return eaters.length > 0 && guests === 0 && eatersAt(task, place).length === 0;
}

export function plannedSlots(task: PlanningTask): PlannedSlot[] {
  return PLACES.filter((place) => isPlanned(task, place)).map((place) => ({
    ...place,
    servings: servingsAt(task, place),
    eaters: eatersAt(task, place),
  }));
}

/** M of the documentation: the main meals that are planned or cooked from a known recipe. */
export function mainMeals(task: PlanningTask): number {
  return [...plannedSlots(task), ...fixedDishes(task)].filter(isMain).length;
}
