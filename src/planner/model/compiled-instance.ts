/**
 * The instance in integers, for the search and the objective. Dishes, slots, foods, groups and rules are indices into
 * the lists here. All terms that depend on one dish and one slot are precomputed; the only decision left is which
 * candidate each slot gets.
 */
import type { Place } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import type { Dish } from './dish.ts';
import { buildInstance, type Instance } from './instance.ts';
import type { LeftoverSource } from './leftovers.ts';
import { mealCountersOf, type MealCounter } from './objective/meal-counters.ts';
import { type NutritionProfile, nutritionProfilesOf } from './objective/nutrition-profiles.ts';
import {
  type DueFood,
  dueFoodsOf,
  gramsAtHome,
  type PricedFood,
  spoilsOnceOpened,
  tenthsOfGrams,
} from './purchases.ts';
import type { RuleConstraint } from './rules.ts';
import { nearIdenticalAmong, nearIdenticalDishes } from './objective/similarity.ts';
import { isMainMeal, type PlannedSlot } from './slots.ts';
import { findByRecipe, type PlanningTask } from './task.ts';
import { breakfastGroupOf, type VarietyGroup, varietyGroupsOf } from './objective/variety.ts';

/** The content of an empty slot. */
export const EMPTY = -1;
/** For each slot a dish, the leftovers of a slot, or `EMPTY`. */
export type Assignment = ArrayLike<number>;

/** The content of a slot that eats the leftovers of an earlier slot. */
export function leftoversOf(slot: number): number {
  return -2 - slot;
}

/** The source slot of leftovers; undefined for a dish or `EMPTY`. `leftoversOf` is its own inverse, so it also decodes. */
export function leftoversSource(content: number): number | undefined {
  return content < EMPTY ? leftoversOf(content) : undefined;
}

export type CompiledInstance = {
  /** All candidates and all dishes of fixed meals, sorted by id. */
  readonly dishes: readonly CompiledDish[];
  /** The slots to plan, in the order of the week. */
  readonly slots: readonly CompiledSlot[];
  readonly fixedMeals: readonly CompiledFixedDish[];
  readonly fixedSides: readonly CompiledFixedDish[];
  readonly dueFoods: readonly DueFood[];
  readonly openedFoods: readonly OpenedFood[];
  readonly varietyGroups: readonly VarietyGroup[];
  /** The number of main meals that are planned, or fixed and cooked. */
  readonly mainMeals: number;
  readonly mealCounters: readonly MealCounter[];
  readonly rules: readonly CompiledRule[];
  readonly nutritionProfiles: readonly NutritionProfile[];
  /** Infinity if there is no budget. */
  readonly budgetCents: number;
  readonly pricedFoods: readonly PricedFood[];
  readonly eaterCount: number;
};

/** A food whose packs spoil once they are opened. */
type OpenedFood = { readonly foodId: string; readonly keepsDays: number };

export type CompiledDish = {
  readonly dish: Dish;
  /** One number per eater, for fairness. */
  readonly eaterUtilities: readonly number[];
  readonly dueFoods: readonly number[];
  readonly openedFoods: readonly number[];
  /** As a main meal, and as a breakfast. */
  readonly varietyGroups: readonly number[];
  readonly breakfastGroups: readonly number[];
  readonly nearIdentical: readonly number[];
  /** Pairs of a food and tenths of a gram per serving. */
  readonly amounts: readonly (readonly [number, number])[];
  /** Per serving. */
  readonly energyKcal: number;
  readonly proteinG: number;
};

export type CompiledSlot = {
  readonly place: Place;
  /** 0 is Monday. */
  readonly day: number;
  readonly servings: number;
  readonly eaters: readonly number[];
  /** Dishes that may be cooked for it. A locked slot has one, or none if it is locked to leftovers. */
  readonly candidates: readonly number[];
  /** Its content if it is locked. */
  readonly locked: number | undefined;
  readonly leftoverSources: readonly LeftoverSource[];
  /** The dishes that it may eat as leftovers. */
  readonly leftoverDishes: readonly number[];
  /** For each dish. */
  readonly cookedUtility: Int32Array;
  readonly leftoversUtility: Int32Array;
};

type CompiledFixedDish = {
  readonly place: Place;
  readonly day: number;
  readonly dish: number;
  readonly servings: number;
  /** False for leftovers, which are eaten and not cooked. */
  readonly isCooked: boolean;
  readonly isForAll: boolean;
};

export type CompiledRule = Omit<RuleConstraint, 'tagged' | 'covers' | 'countsIn'> & {
  /** The slots that the rule counts, and the dishes that have its tag. */
  readonly slots: readonly number[];
  readonly dishes: readonly number[];
};

const COOKED = 1000;
/** Leftovers save work at lunch; at dinner a family wants something else. */
const LEFTOVERS = { breakfast: 850, lunchbox: 850, lunch: 1050, snack: 850, dinner: 850 };
/** A near-identical dish in a neighbouring week, by its distance in weeks. */
const NEAR_IDENTICAL_WEEKS: readonly number[] = [0, 300, 150];

export function compileTask(task: PlanningTask): CompiledInstance {
  return compileInstance(buildInstance(task), task);
}

export function compileInstance(instance: Instance, task: PlanningTask): CompiledInstance {
  const { planned, fixedDishes, fixedSides } = instance;
  const { preferences } = task;
  const fixed = [...fixedDishes, ...fixedSides].map(({ dish }) => dish);
  const needed = new Set([...instance.candidates.flat(), ...fixed]);
  const dishes = instance.dishes.filter((dish) => needed.has(dish));
  const indices = new Map(dishes.map((dish, index) => [dish, index]));
  const indicesOf = (some: Iterable<Dish> = []): number[] =>
    Array.from(some, (dish) => indices.get(dish)).filter((index) => index !== undefined);
  const { near, repeats } = compareDishes(dishes, task);
  const mainMeals = [...planned, ...fixedDishes.filter(({ isCooked }) => isCooked)].filter(isMainMeal).length;
  const utilityAt = utilitiesByEaters(dishes, instance, repeats);
  return {
    ...compileDishes(dishes, near, instance, task),
    slots: planned.map((slot, index) => ({
      ...compilePlace(slot),
      servings: slot.servings,
      eaters: slot.eaters,
      candidates: indicesOf(instance.candidates[index]),
      locked: lockedContent(instance.lockedContents[index], indices),
      leftoverSources: instance.leftoverSources[index] as LeftoverSource[],
      leftoverDishes: indicesOf(instance.leftoverDishes[index]),
      cookedUtility: cookedUtilities(dishes, slot, instance, utilityAt(slot)),
      leftoversUtility: utilityAt(slot).map((utility) => LEFTOVERS[slot.slot] + utility),
    })),
    fixedMeals: fixedDishes.map((meal) => compileFixed(meal, indices)),
    fixedSides: fixedSides.map((side) => compileFixed(side, indices)),
    mainMeals,
    mealCounters: mealCountersOf(dishes, mainMeals, task),
    rules: instance.rules.map(({ tagged, covers, countsIn: _decided, ...bounds }) => ({
      ...bounds,
      slots: planned.flatMap((slot, index) => (covers(slot) ? index : [])),
      dishes: indicesOf(tagged),
    })),
    nutritionProfiles: nutritionProfilesOf(preferences, planned, fixedDishes),
    budgetCents: preferences.budgetCents ?? Infinity,
    eaterCount: preferences.eaters.length,
  };
}

function compileFixed(
  { day, slot, dish, servings, isCooked, isForAll }: Instance['fixedDishes'][number],
  indices: ReadonlyMap<Dish, number>,
): CompiledFixedDish {
  const index = indices.get(dish) as number;
  return { ...compilePlace({ day, slot }), dish: index, servings, isCooked, isForAll };
}

function lockedContent(
  content: Instance['lockedContents'][number],
  indices: ReadonlyMap<Dish, number>,
): number | undefined {
  if (!content) return undefined;
  return 'leftoversOf' in content ? leftoversOf(content.leftoversOf) : indices.get(content);
}

/** The utility of each dish for the eaters of a slot, computed once for all slots with the same eaters. */
function utilitiesByEaters(
  dishes: readonly Dish[],
  { dishUtility }: Instance,
  repeats: readonly number[],
): (slot: PlannedSlot) => Int32Array {
  const own = dishes.map((dish, index) => dishUtility.ownUtility(dish) - (repeats[index] as number));
  const cache = new Map<string, Int32Array>();
  return (slot) =>
    cache.getOrInsertComputed(slot.eaters.join(), () =>
      Int32Array.from(
        dishes,
        (dish, index) => (own[index] as number) + dishUtility.eatersUtility(dish, slot),
      ),
    );
}

function cookedUtilities(
  dishes: readonly Dish[],
  slot: PlannedSlot,
  { dishUtility }: Instance,
  utilities: Int32Array,
): Int32Array {
  return utilities.map(
    (utility, index) => COOKED + utility - dishUtility.cookingPenalty(dishes[index] as Dish, slot),
  );
}

/**
 * For each dish the near-identical ones among the dishes, and the penalty if a near-identical one is served in a
 * neighbouring week.
 */
function compareDishes(
  dishes: readonly Dish[],
  { servedWeeksAway, dishes: all }: PlanningTask,
): { near: number[][]; repeats: number[] } {
  const weeksAway = (dish: Dish): number => findByRecipe(servedWeeksAway, dish.id) ?? Infinity;
  const recent = all.filter((dish) => weeksAway(dish) < NEAR_IDENTICAL_WEEKS.length);
  const repeats = nearIdenticalAmong(dishes, recent).map((near) => {
    const weeks = near.map((similar) => weeksAway(recent[similar] as Dish));
    return NEAR_IDENTICAL_WEEKS[Math.min(...weeks)] ?? 0;
  });
  return { near: nearIdenticalDishes(dishes), repeats };
}

function compileDishes(
  dishes: readonly Dish[],
  near: readonly number[][],
  { dishUtility }: Instance,
  { week, pantry, preferences }: PlanningTask,
): Pick<CompiledInstance, 'dishes' | 'dueFoods' | 'openedFoods' | 'varietyGroups' | 'pricedFoods'> {
  const dueFoods = dueFoodsOf(week, pantry);
  const atHome = gramsAtHome(pantry);
  const openedFoods = indexer<OpenedFood>(({ foodId }) => foodId);
  const varietyGroups = indexer<VarietyGroup>(({ name }) => name);
  const pricedFoods = indexer<PricedFood>(({ foodId }) => foodId);
  const hasBudget = preferences.budgetCents !== undefined;
  const compiled = dishes.map((dish, index) => ({
    dish,
    eaterUtilities: dishUtility.eaterUtilities(dish),
    dueFoods: dueFoods.flatMap(({ foodId }, at) =>
      dish.foods.some((food) => food.foodId === foodId) ? at : [],
    ),
    openedFoods: dish.foods
      .filter((food) => spoilsOnceOpened(food) && !atHome.has(food.foodId))
      .map(({ foodId, keepsDays }) => openedFoods.indexOf({ foodId, keepsDays })),
    varietyGroups: varietyGroupsOf(dish).map(varietyGroups.indexOf),
    breakfastGroups: dish.slots.some((slot) => !isMainMeal({ slot }))
      ? [varietyGroups.indexOf(breakfastGroupOf(dish))]
      : [],
    nearIdentical: near[index] as number[],
    amounts: (hasBudget ? dish.foods : [])
      .filter(({ isStaple }) => !isStaple)
      .map(({ foodId, grams, packs, centsPerKg }): [number, number] => [
        pricedFoods.indexOf({
          foodId,
          packs: packs.map(tenthsOfGrams),
          centsPerKg,
          atHome: tenthsOfGrams(atHome.get(foodId) ?? 0),
        }),
        tenthsOfGrams(grams),
      ]),
    energyKcal: dish.nutrition.energyKcal,
    proteinG: dish.nutrition.proteinG,
  }));
  return {
    dishes: compiled,
    dueFoods,
    openedFoods: openedFoods.list,
    varietyGroups: varietyGroups.list,
    pricedFoods: pricedFoods.list,
  };
}

function compilePlace({ day, slot }: Place): { place: Place; day: number } {
  return { place: { day, slot }, day: DAYS.indexOf(day) };
}

/** Gives each distinct key the next index. */
function indexer<Item>(keyOf: (item: Item) => string) {
  const list: Item[] = [];
  const indices = new Map<string, number>();
  const indexOf = (item: Item): number => {
    const key = keyOf(item);
    const index = indices.get(key);
    if (index !== undefined) return index;
    indices.set(key, list.length);
    return list.push(item) - 1;
  };
  return { list: list as readonly Item[], indexOf };
}
