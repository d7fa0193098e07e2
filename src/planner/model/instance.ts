/**
 * The problem instance of a week: fixed meals, locked slots, and for every other slot the candidate dishes
 * after all constraints that concern one dish and one slot. Constraints between dishes are left to the search.
 */
import type { Dish as PlacedDish, Place } from '#domain/plan/plan.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import { bestCandidates, rankDishes, UNLIMITED_CANDIDATES } from './candidates.ts';
import type { Dish } from './dish.ts';
import { type DishUtility, dishUtilityOf } from './objective/dish-utility.ts';
import { fillableSlots } from './fillable-slots.ts';
import { type HardFilter, hardFilterOf } from './hard-filter.ts';
import { type LeftoverSource, leftoverSourcesOf, mayReheat } from './leftovers.ts';
import { resolveLocks } from './locks.ts';
import { usedDishIds } from './objective/repeats.ts';
import { type Content, isLeftovers, type RuleConstraint, ruleConstraints } from './rules.ts';
import { type FixedMeal, type PlannedSlot, slotsOfWeek } from './slots.ts';
import type { PlanningTask } from './task.ts';

export type Instance = {
  /** Unique, sorted by id, so that the order in the task does not change the result. */
  readonly dishes: readonly Dish[];
  readonly eaters: readonly Eater[];
  readonly planned: readonly PlannedSlot[];
  readonly fixedMeals: readonly FixedMeal[];
  /** The fixed meals whose recipe is known. */
  readonly fixedDishes: readonly FixedDish[];
  /** Further dishes of fixed meals: they are bought, cooked and eaten, and no rule or variety counts them. */
  readonly fixedSides: readonly FixedDish[];
  readonly hardFilter: HardFilter;
  readonly rules: readonly RuleConstraint[];
  readonly dishUtility: DishUtility;
  /** For each planned slot the content that a lock gives it. */
  readonly lockedContents: readonly Content[];
  /** For each planned slot the dishes that may be cooked for it. */
  readonly candidates: readonly (readonly Dish[])[];
  /** For each planned slot the earlier slots whose leftovers it may eat. */
  readonly leftoverSources: readonly (readonly LeftoverSource[])[];
  /** For each planned slot the dishes that it may eat as leftovers, if an earlier slot in reach cooks them. */
  readonly leftoverDishes: readonly (readonly Dish[])[];
};

type FixedDish = Place & {
  readonly dish: Dish;
  readonly servings: number;
  /** False for leftovers, which are eaten and not cooked. */
  readonly isCooked: boolean;
  /** False for a dish of which only some eat. */
  readonly isForAll: boolean;
};

/** `usable`: the dishes that the week may contain. What a dish is worth depends on all dishes of the task. */
export function buildInstance(
  task: PlanningTask,
  usable: readonly Dish[] = task.dishes,
  dishUtility: DishUtility = dishUtilityOf(task),
): Instance {
  const { preferences } = task;
  const dishes = sortedDishes(usable);
  const byId = new Map(dishes.map((dish) => [dish.id, dish]));
  const { planned, fixedMeals } = slotsOfWeek(task);
  const fixedDishes = fixedMeals.flatMap((fixed) => fixedDish(fixed, fixed.meal, byId) ?? []);
  const fixedSides = fixedMeals.flatMap((fixed) =>
    (fixed.meal.sides ?? []).flatMap((side) => fixedDish(fixed, side, byId) ?? []),
  );
  const hardFilter = hardFilterOf(task);
  const leftoverSources = planned.map((slot) =>
    preferences.cooksDouble ? leftoverSourcesOf(slot, planned) : [],
  );
  const fillable = fillableSlots({ dishes, planned, fixedMeals, hardFilter, leftoverSources });
  const rules = ruleConstraints(preferences.rules, fillable, fixedDishes, dishes, hardFilter);
  const lockedContents = resolveLocks(task.locked, {
    planned,
    fixedMeals,
    leftoverSources,
    byId,
    hardFilter,
    rules,
  });
  const instance = {
    dishes,
    eaters: preferences.eaters,
    planned,
    fixedMeals,
    fixedDishes,
    fixedSides,
    hardFilter,
    rules,
    dishUtility,
    lockedContents,
    leftoverSources,
  };
  const candidates = candidatesOf(instance);
  return { ...instance, candidates, leftoverDishes: leftoverDishesOf(instance, candidates) };
}

type PartialInstance = Omit<Instance, 'candidates' | 'leftoverDishes'>;

function candidatesOf(instance: PartialInstance): Instance['candidates'] {
  const { planned, hardFilter, rules, lockedContents } = instance;
  const open = distinctSlots(planned.filter((_, index) => !lockedContents[index]));
  const usable = instance.dishes.filter(
    (dish) => hardFilter.allowsDish(dish) && open.some((slot) => hardFilter.fitsSlot(dish, slot)),
  );
  const dishes =
    usable.length > UNLIMITED_CANDIDATES ? rankDishes(usable, utilityEstimator(instance)) : usable;
  const fitting = new Map<string, Dish[]>();
  const cache = new Map<string, Dish[]>();
  return planned.map((slot, index) => {
    const locked = lockedContents[index];
    if (locked) return isLeftovers(locked) ? [] : [locked];
    const slotRules = rules.filter(({ covers }) => covers(slot));
    const key = [filterKey(slot), ...slotRules.map(({ id }) => id)].join();
    return cache.getOrInsertComputed(key, () => {
      const isRuledOut = exclusionBy(slotRules, slot);
      const used = usedDishIds(slot, lockedContents, instance);
      const feasible = fitting
        .getOrInsertComputed(filterKey(slot), () => dishes.filter((dish) => hardFilter.fitsSlot(dish, slot)))
        .filter((dish) => !used.has(dish.id) && !isRuledOut(dish));
      return feasible.length > UNLIMITED_CANDIDATES ? bestCandidates(feasible, slotRules) : feasible;
    });
  });
}

/** What the hard filter reads of a slot: slots with the same key have the same dishes. */
function filterKey({ slot, minutes, eaters }: PlannedSlot): string {
  return [slot, minutes, ...eaters].join();
}

function distinctSlots(slots: readonly PlannedSlot[]): PlannedSlot[] {
  return [...new Map(slots.map((slot) => [filterKey(slot), slot])).values()];
}

/** Estimates the utility of a dish if the whole family eats it. */
function utilityEstimator({ dishUtility, planned }: PartialInstance): (dish: Dish) => number {
  const everyone = {
    ...(planned[0] as PlannedSlot),
    eaters: [...new Set(planned.flatMap((slot) => slot.eaters))],
  };
  return (dish) => dishUtility.ownUtility(dish) + dishUtility.eatersUtility(dish, everyone);
}

function leftoverDishesOf(
  { planned, hardFilter, rules, lockedContents, leftoverSources }: PartialInstance,
  candidates: Instance['candidates'],
): Instance['leftoverDishes'] {
  return planned.map((slot, index) => {
    const locked = lockedContents[index];
    if (locked && !isLeftovers(locked)) return [];
    const isRuledOut = exclusionBy(
      rules.filter(({ covers }) => covers(slot)),
      slot,
    );
    const found = new Set<Dish>();
    for (const source of leftoverSources[index] as LeftoverSource[]) {
      for (const dish of candidates[source.slot] as Dish[]) if (mayReheat(dish, source)) found.add(dish);
    }
    return [...found].filter((dish) => hardFilter.fitsAsLeftovers(dish, slot) && !isRuledOut(dish));
  });
}

function sortedDishes(dishes: readonly Dish[]): Dish[] {
  return dishes
    .toSorted((first, second) => (first.id < second.id ? -1 : first.id > second.id ? 1 : 0))
    .filter(({ id }, index, all) => all[index - 1]?.id !== id);
}

/** Undefined for a meal or a dish eaten out: nothing is cooked, and its nutrition is unknown. */
function fixedDish(
  { day, slot, meal, servings }: FixedMeal,
  { recipeId = '', kind, servings: own = servings, eaterIds }: PlacedDish,
  byId: ReadonlyMap<string, Dish>,
): FixedDish | undefined {
  const dish = byId.get(recipeId);
  if (!dish || [kind, meal.kind].includes('eating-out')) return undefined;
  return { day, slot, dish, servings: own, isCooked: !kind, isForAll: eaterIds === undefined };
}

/** Returns whether a hard rule that covers the slot excludes a dish whatever else is planned. */
function exclusionBy(rules: readonly RuleConstraint[], slot: PlannedSlot): (dish: Dish) => boolean {
  const absolute = rules.filter(({ maxTagged, maxUntagged }) => maxTagged === 0 || maxUntagged === 0);
  return (dish) =>
    absolute.some(({ countsIn, maxTagged, maxUntagged }) =>
      countsIn(slot, dish) ? maxTagged === 0 : maxUntagged === 0,
    );
}
