/**
 * The problem instance of a week: fixed meals, locked slots, and for every other slot the candidate dishes
 * after all constraints that concern one dish and one slot. Constraints between dishes are left to the search.
 */
import type { Place } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { bestCandidates, rankDishes, UNLIMITED_CANDIDATES } from './candidates.ts';
import type { Dish, DishFood } from './dish.ts';
import { type DishUtility, dishUtilityOf } from './dish-utility.ts';
import { type HardFilter, hardFilterOf } from './hard-filter.ts';
import { resolveLocks } from './locks.ts';
import { type FindPurchase, purchaseFinder } from './purchases.ts';
import { type Content, type RuleConstraint, ruleConstraints } from './rules.ts';
import { type FixedMeal, type PlannedSlot, slotsOfWeek } from './slots.ts';
import type { PlanningTask } from './task.ts';

export type Instance = {
  /** Unique, sorted by id, so that the order in the task does not change the result. */
  readonly dishes: readonly Dish[];
  readonly planned: readonly PlannedSlot[];
  readonly fixedMeals: readonly FixedMeal[];
  /** The fixed meals whose recipe is known. */
  readonly fixedDishes: readonly FixedDish[];
  readonly hardFilter: HardFilter;
  readonly rules: readonly RuleConstraint[];
  readonly dishUtility: DishUtility;
  readonly findPurchase: FindPurchase;
  /** For each planned slot the content that a lock gives it. */
  readonly lockedContents: readonly Content[];
  /** For each planned slot the dishes that may be cooked for it. */
  readonly candidates: readonly (readonly Dish[])[];
  /** For each planned slot the index of the dinner whose leftovers it may eat, or -1. */
  readonly previousDinners: readonly number[];
  /** For each planned slot the dishes of that dinner that it may eat as leftovers. */
  readonly leftoverDishes: readonly (readonly Dish[])[];
};

type FixedDish = Place & {
  readonly dish: Dish;
  readonly servings: number;
  /** False for leftovers, which count only for the nutrition of their day. */
  readonly isCooked: boolean;
};

export function buildInstance(task: PlanningTask): Instance {
  const { preferences } = task;
  const dishes = sortedDishes(task.dishes);
  const byId = new Map(dishes.map((dish) => [dish.id, dish]));
  const { planned, fixedMeals } = slotsOfWeek(task);
  const fixedDishes = fixedMeals.flatMap((meal) => fixedDish(meal, byId) ?? []);
  const rules = ruleConstraints(preferences.rules, planned, fixedDishes, dishes);
  const hardFilter = hardFilterOf(task);
  const previousDinners = planned.map((slot) =>
    preferences.cooksDouble ? findPreviousDinner(slot, planned) : -1,
  );
  const used = new Set(fixedMeals.flatMap(({ meal }) => byId.get(meal.recipeId ?? '') ?? []));
  const lockedContents = resolveLocks(task.locked, {
    planned,
    previousDinners,
    byId,
    used,
    hardFilter,
    rules,
  });
  const available = dishes.filter(
    (dish) => hardFilter.allowsDish(dish) && !used.has(dish) && !lockedContents.includes(dish),
  );
  const instance = {
    dishes,
    planned,
    fixedMeals,
    fixedDishes,
    hardFilter,
    rules,
    dishUtility: dishUtilityOf(task),
    findPurchase: purchaseFinder(task),
    lockedContents,
    previousDinners,
  };
  const candidates = candidatesOf(instance, available);
  return { ...instance, candidates, leftoverDishes: leftoverDishesOf(instance, candidates) };
}

type PartialInstance = Omit<Instance, 'candidates' | 'leftoverDishes'>;

function candidatesOf(instance: PartialInstance, available: readonly Dish[]): Instance['candidates'] {
  const { planned, hardFilter, rules, lockedContents } = instance;
  const open = planned.filter((_, index) => !lockedContents[index]);
  const usable = available.filter((dish) => open.some((slot) => hardFilter.fitsSlot(dish, slot)));
  const dishes =
    usable.length > UNLIMITED_CANDIDATES ? rankDishes(usable, utilityEstimator(instance)) : usable;
  return planned.map((slot, index) => {
    const locked = lockedContents[index];
    if (locked) return locked === 'leftovers' ? [] : [locked];
    const slotRules = rules.filter(({ covers }) => covers(slot));
    const feasible = dishes.filter((dish) => hardFilter.fitsSlot(dish, slot) && !isRuledOut(dish, slotRules));
    return feasible.length > UNLIMITED_CANDIDATES ? bestCandidates(feasible, slotRules) : feasible;
  });
}

/** Estimates the utility of a dish next to the fixed and locked dishes: foods that they use cost nothing. */
function utilityEstimator(instance: PartialInstance): (dish: Dish) => number {
  const { fixedDishes, lockedContents, dishUtility, findPurchase } = instance;
  const placed = [
    ...fixedDishes.map(({ dish }) => dish),
    ...lockedContents.filter((content) => content !== undefined && content !== 'leftovers'),
  ];
  // Computed once per food: thousands of dishes share a few hundred foods.
  const gains = new Map(placed.flatMap(({ foods }) => foods.map(({ foodId }) => [foodId, 0])));
  const gainOf = (food: DishFood): number => {
    let gain = gains.get(food.foodId);
    if (gain === undefined) gains.set(food.foodId, (gain = findPurchase(food)?.gain ?? 0));
    return gain;
  };
  return (dish) => dish.foods.reduce((sum, food) => sum + gainOf(food), dishUtility.familyUtility(dish));
}

function leftoverDishesOf(
  { planned, hardFilter, rules, lockedContents, previousDinners }: PartialInstance,
  candidates: Instance['candidates'],
): Instance['leftoverDishes'] {
  return planned.map((slot, index) => {
    const dinner = previousDinners[index] as number;
    // A locked lunch does not change, and a locked dinner is cooked double only if the lock says so.
    if (lockedContents[index] !== 'leftovers' && (lockedContents[index] ?? lockedContents[dinner])) return [];
    if (rules.some(({ covers, maxUntagged }) => covers(slot) && maxUntagged === 0)) return [];
    return (candidates[dinner] ?? []).filter(
      (dish) => dish.isReheatable && !hardFilter.isAvoided(dish, slot),
    );
  });
}

function sortedDishes(dishes: readonly Dish[]): Dish[] {
  return dishes
    .toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
    .filter(({ id }, index, all) => all[index - 1]?.id !== id);
}

/** Undefined for a meal eaten out: nothing is cooked, and its nutrition is unknown. */
function fixedDish(
  { day, slot, meal: { recipeId = '', kind }, servings }: FixedMeal,
  byId: ReadonlyMap<string, Dish>,
): FixedDish | undefined {
  const dish = byId.get(recipeId);
  return dish && kind !== 'eating-out' ? { day, slot, dish, servings, isCooked: !kind } : undefined;
}

function findPreviousDinner({ day, slot }: Place, planned: readonly Place[]): number {
  const yesterday = DAYS[DAYS.indexOf(day) - 1];
  return planned.findIndex((one) => slot === 'lunch' && one.slot === 'dinner' && one.day === yesterday);
}

/** Whether a hard rule excludes the dish whatever else is planned. */
function isRuledOut(dish: Dish, rules: readonly RuleConstraint[]): boolean {
  return rules.some(({ tagged, maxTagged, maxUntagged }) =>
    tagged.has(dish) ? maxTagged === 0 : maxUntagged === 0,
  );
}

/** Whether the week already contains the dish, planned or fixed. */
export function isUsed(dish: Dish, contents: readonly Content[], { fixedMeals }: Instance): boolean {
  return contents.includes(dish) || fixedMeals.some(({ meal }) => meal.recipeId === dish.id);
}
