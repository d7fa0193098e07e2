/** The slots of a week, stated again from docs/planner.md: what is planned, what is fixed, and who is at the table. */
import {
  type Dish as PlacedDish,
  isSamePlace,
  type Meal,
  mealAt,
  type Place,
  PLACES,
} from '#domain/plan/plan.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';

/** A dish that is cooked in a slot. */
export type Cooked = EatenDish & { servings: number };
export type EatenDish = Place & { dish: Dish };
/** A dish of a fixed meal whose recipe is known. `isForAll`: everyone at the table eats it. */
export type FixedMeal = Cooked & { recipeId: string; kind: Meal['kind']; isForAll: boolean };
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

type Fixed = { main: FixedMeal[]; sides: FixedMeal[] };
const fixedByTask = new WeakMap<PlanningTask, Fixed>();

function fixedOf(task: PlanningTask): Fixed {
  return fixedByTask.getOrInsertComputed(task, () => {
    const fixed: Fixed = { main: [], sides: [] };
    for (const place of PLACES) {
      const meal = fixedMeal(task, place);
      if (meal) fixed.main.push(...known(task, place, meal));
      for (const side of meal?.sides ?? [])
        fixed.sides.push(
          ...known(task, place, meal?.kind === 'eating-out' ? { ...side, kind: meal.kind } : side),
        );
    }
    return fixed;
  });
}

function known(task: PlanningTask, place: Place, placed: PlacedDish): FixedMeal[] {
  const dish = task.dishes.find(({ id }) => id === placed.recipeId);
  if (!dish) return [];
  const { servings = servingsAt(task, place), kind, eaterIds } = placed;
  return [{ ...place, recipeId: dish.id, dish, servings, kind, isForAll: eaterIds === undefined }];
}

/** The main dishes of fixed meals. Of a meal eaten out only the dish is known, not what it consisted of. */
export function fixedMeals(task: PlanningTask): FixedMeal[] {
  return fixedOf(task).main;
}

/** All dishes of fixed meals: no main meal repeats one. */
export function fixedRecipes(task: PlanningTask): FixedMeal[] {
  return [...fixedOf(task).main, ...fixedOf(task).sides];
}

export function fixedDishes(task: PlanningTask): Cooked[] {
  return fixedMeals(task).filter(isCooked);
}

/** Their further dishes that are cooked. */
export function fixedSides(task: PlanningTask): Cooked[] {
  return fixedOf(task).sides.filter(isCooked);
}

function isCooked({ kind }: FixedMeal): boolean {
  return kind !== 'eating-out' && kind !== 'leftovers';
}

/** Leftovers too: they count for nutrition and rules. */
export function fixedEaten(task: PlanningTask): FixedMeal[] {
  return fixedMeals(task).filter(({ kind }) => kind !== 'eating-out');
}

/** Their further dishes that everyone eats, leftovers too. */
export function fixedSidesEaten(task: PlanningTask): FixedMeal[] {
  return fixedOf(task).sides.filter(({ kind, isForAll }) => kind !== 'eating-out' && isForAll);
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
