/**
 * Repairs a week from which one meal was removed: the smallest change of other meals that keeps the hard constraints and
 * uses the fresh food that is at home. Compares all ways to cook the removed dish, or dishes that use its food, in one
 * later place or two. Changes nothing that people placed.
 */
import {
  dishesOf,
  isSamePlace,
  mealAt,
  type Meals,
  type Place,
  PLACES,
  withMeal,
} from '#domain/plan/plan.ts';
import { servingsAt } from '#domain/preferences/servings.ts';
import type { ProposedMeal, Repair } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import { proposedMealAt } from './plan.ts';
import { UNLIMITED_CANDIDATES } from './model/candidates.ts';
import { type CompiledInstance, compileInstance, EMPTY, leftoversOf } from './model/compiled-instance.ts';
import type { Dish } from './model/dish.ts';
import { buildInstance, type Instance } from './model/instance.ts';
import { daysAfterShopping, dishUtilityOf } from './model/objective/dish-utility.ts';
import { tenthsOfGrams } from './model/purchases.ts';
import type { PlanningTask } from './model/task.ts';
import { menuOf } from './search/menu.ts';
import { canAssign } from './search/moves.ts';
import { assign, commit, initialState, type SearchState, violatesHardRule } from './search/state.ts';

/** `open`: places that may change. `bought`: foods of the week that were bought, beside those of the removed meal. */
export type RepairRequest = { removed: Place; open: readonly Place[]; bought: readonly string[] };

/** Two places are changed at once among these only: the nearest free ones, and the nearest planned meals. */
const NEAREST = { free: 2, planned: 4 };
/** How many dishes are tried in a place, beside those of the removed meal and of the places that change. */
const MAX_DISHES = 20;
/** Food is compared in steps of this: a sprig of parsley is no reason to change another meal. */
const STEP_TENTHS = tenthsOfGrams(50);

/** The week without the removed meal. */
type Week = {
  instance: Instance;
  compiled: CompiledInstance;
  state: SearchState;
  /** The slots that may change: their content before, `EMPTY` if they are free. */
  slots: ReadonlyMap<number, number>;
  /** The slot that was to eat leftovers of the removed meal. */
  orphan: number | undefined;
};

/** The removed meal: its main dish first, servings of each, and what of it is fresh. */
type Removed = { place: Place; dishes: readonly Dish[]; servings: number; isWhole: boolean };

type Candidate = {
  /** The slots that change, and the contents of these and of the kept leftovers. */
  changed: readonly number[];
  contents: ReadonlyMap<number, number>;
  spoiledTenths: number;
  isMoved: boolean;
  value: number;
};

export function repairWeek(task: PlanningTask, { removed: place, open, bought }: RepairRequest): Repair {
  const removed = removedMeal(task, place);
  const foods = [...bought, ...removed.dishes.flatMap((dish) => dish.foods.map(({ foodId }) => foodId))];
  const withFoods = withPantryFoods(task, foods);
  const kitchen = new Set(withFoods.pantry.map(({ foodId }) => foodId));
  const freshAmounts = (dish: Dish, servings: number): Map<string, number> =>
    new Map(
      dish.foods
        .filter(({ foodId, isStaple, keepsDays }) => !isStaple && keepsDays < Infinity && kitchen.has(foodId))
        .map(({ foodId, grams }) => [foodId, tenthsOfGrams(grams) * servings]),
    );
  const week = weekWithout(withFoods, removed, open, freshAmounts);
  const candidates = candidatesOf(week, removed, withFoods, freshAmounts);
  const best = candidates.reduce((best, candidate) => (isBetter(candidate, best) ? candidate : best));
  for (const [slot, content] of best.contents) assign(week.state, slot, content);
  const menu = menuOf(week.instance, week.compiled, week.state.contents);
  return {
    changes: best.changed.map((at) => {
      const { day, slot } = week.instance.planned[at] as Place;
      const dish = week.compiled.dishes[best.contents.get(at) as number]?.dish;
      if (!dish) return { day, slot, isMoved: false };
      const proposed = proposedMealAt({ day, slot }, menu, week.instance, withFoods) as ProposedMeal;
      return { day, slot, proposed, isMoved: dish === removed.dishes[0] };
    }),
    spoiledGrams: {
      before: Math.round(sumOf(amountsOfRemoved(removed, freshAmounts)) / 10),
      after: Math.round(best.spoiledTenths / 10),
    },
  };
}

function removedMeal({ existingMeals, dishes, preferences }: PlanningTask, place: Place): Removed {
  const meal = mealAt(existingMeals, place);
  // Leftovers are cooked already, and a meal out is not cooked here.
  const all = meal && meal.kind === undefined ? dishesOf(meal) : [];
  const known = all.flatMap(({ recipeId }) => dishes.find(({ id }) => id === recipeId) ?? []);
  const settings = preferences.slotSettings[place.day]?.[place.slot] ?? {};
  const isWhole = known.length > 0 && known.length === all.length;
  return { place, dishes: known, servings: meal?.servings ?? servingsAt(preferences, settings), isWhole };
}

function withPantryFoods(task: PlanningTask, foodIds: readonly string[]): PlanningTask {
  const known = new Set(task.pantry.map(({ foodId }) => foodId));
  const more = [...new Set(foodIds)].filter((foodId) => !known.has(foodId)).map((foodId) => ({ foodId }));
  return {
    ...task,
    locked: [],
    pantry: [...task.pantry, ...more],
  };
}

type FreshAmounts = (dish: Dish, servings: number) => Map<string, number>;

function weekWithout(
  task: PlanningTask,
  removed: Removed,
  open: readonly Place[],
  freshAmounts: FreshAmounts,
): Week {
  const rest = withMeal(task.existingMeals, removed.place, undefined);
  const { preferences } = task;
  const { recurring } = preferences;
  const later = open.filter((place) => order(place) > order(removed.place));
  const orphan = later.find((place) => {
    const isLeft = isSameOrNone(sourceOf(task.existingMeals, place), removed.place);
    return isLeft && mealAt(rest, place)?.generated === true;
  });
  const free = later.filter((place) => !mealAt(rest, place) || place === orphan);
  const usable = usableDishes(task, removed, freshAmounts);
  const dishUtility = dishUtilityOf(task);
  let planned = later.filter(
    (place) => isChangeable(rest, place) && !recurring.some((meal) => isSamePlace(meal, place)),
  );
  for (;;) {
    const places = [...free, ...planned];
    const existingMeals = places.reduce((meals, place) => withMeal(meals, place, undefined), rest);
    // What the plan has counts, not what recurs.
    const current = { ...task, existingMeals, preferences: { ...preferences, recurring: [] } };
    const instance = onlyOpen(buildInstance(current, usable, dishUtility), places);
    const compiled = compileInstance(instance, current);
    const state = initialState(compiled);
    const slots = new Map<number, number>();
    const refused: Place[] = [];
    for (const place of places) {
      const slot = instance.planned.findIndex((each) => isSamePlace(each, place));
      const recipeId = place === orphan ? undefined : mealAt(rest, place)?.recipeId;
      const content =
        recipeId === undefined ? EMPTY : compiled.dishes.findIndex(({ dish }) => dish.id === recipeId);
      if (slot >= 0 && (content >= 0 || recipeId === undefined) && assignAllowed(state, slot, content))
        slots.set(slot, content);
      else if (recipeId !== undefined) refused.push(place);
    }
    commit(state);
    if (refused.length === 0) {
      const at = orphan ? instance.planned.findIndex((each) => isSamePlace(each, orphan)) : -1;
      return { instance, compiled, state, slots, orphan: at < 0 ? undefined : at };
    }
    // What the planner would not place again, because the preferences have changed, stays.
    planned = planned.filter((place) => !refused.includes(place));
  }
}

function assignAllowed(state: SearchState, slot: number, content: number): boolean {
  if (!canAssign(state, slot, content)) return false;
  const before = state.contents[slot] as number;
  assign(state, slot, content);
  if (!violatesHardRule(state)) return true;
  assign(state, slot, before);
  return false;
}

/** A planned meal of one dish that is cooked for itself. */
function isChangeable(meals: Meals, place: Place): boolean {
  const meal = mealAt(meals, place);
  return (
    meal?.generated === true &&
    meal.recipeId !== undefined &&
    meal.kind === undefined &&
    meal.sides === undefined &&
    !PLACES.some((later) => isSameOrNone(sourceOf(meals, later), place))
  );
}

function isSameOrNone(place: Place | undefined, other: Place): boolean {
  return place !== undefined && isSamePlace(place, other);
}

/** The meal whose leftovers a meal is: the last one before it of the same recipe. */
function sourceOf(meals: Meals, place: Place): Place | undefined {
  const { kind, recipeId } = mealAt(meals, place) ?? {};
  if (kind !== 'leftovers' || recipeId === undefined) return undefined;
  return PLACES.slice(0, order(place)).findLast((source) => {
    const meal = mealAt(meals, source);
    return meal?.recipeId === recipeId && meal.kind === undefined;
  });
}

function order(place: Place): number {
  return PLACES.findIndex((each) => isSamePlace(each, place));
}

/** The dishes of the week, then those that use the most food of the removed meal, up to the limit of candidates. */
function usableDishes(task: PlanningTask, removed: Removed, freshAmounts: FreshAmounts): Dish[] {
  const inWeek = new Set(
    PLACES.flatMap((place) => mealAt(task.existingMeals, place) ?? [])
      .flatMap(dishesOf)
      .map(({ recipeId }) => recipeId),
  );
  const wanted = amountsOfRemoved(removed, freshAmounts);
  const uses = (dish: Dish): number =>
    dish.foods.reduce((sum, { foodId, grams }) => sum + (wanted.has(foodId) ? grams : 0), 0);
  const rank = new Map(task.dishes.map((dish) => [dish, inWeek.has(dish.id) ? Infinity : uses(dish)]));
  return task.dishes
    .toSorted((first, second) => {
      const [one, other] = [rank.get(first) ?? 0, rank.get(second) ?? 0];
      return one === other ? 0 : other - one;
    })
    .slice(0, UNLIMITED_CANDIDATES);
}

/** The other slots stay as they are, and count for the rules as empty ones. */
function onlyOpen(instance: Instance, places: readonly Place[]): Instance {
  const isOpen = instance.planned.map((slot) => places.some((place) => isSamePlace(place, slot)));
  return {
    ...instance,
    candidates: instance.candidates.map((dishes, slot) => (isOpen[slot] ? dishes : [])),
    leftoverDishes: instance.leftoverDishes.map((dishes, slot) => (isOpen[slot] ? dishes : [])),
  };
}

function amountsOfRemoved({ dishes, servings }: Removed, freshAmounts: FreshAmounts): Map<string, number> {
  const sums = new Map<string, number>();
  for (const dish of dishes) addAmounts(sums, freshAmounts(dish, servings), 1);
  return sums;
}

function addAmounts(sums: Map<string, number>, amounts: ReadonlyMap<string, number>, sign: 1 | -1): void {
  for (const [foodId, tenths] of amounts) sums.set(foodId, (sums.get(foodId) ?? 0) + sign * tenths);
}

function sumOf(amounts: ReadonlyMap<string, number>): number {
  return amounts.values().reduce((sum, tenths) => sum + Math.max(0, tenths), 0);
}

/** The week as it is, and every allowed change of one or two slots that is tried. */
function candidatesOf(
  week: Week,
  removed: Removed,
  task: PlanningTask,
  freshAmounts: FreshAmounts,
): Candidate[] {
  const { state, slots, orphan, compiled, instance } = week;
  const options = optionsBySlot(week, removed, task, freshAmounts);
  const [main] = removed.dishes;
  const found: Candidate[] = [];
  const dishAt = (content: number): Dish | undefined => compiled.dishes[content]?.dish;
  const isMain = (slot: number): boolean =>
    main !== undefined && dishAt(state.contents[slot] as number) === main;
  const servingsOf = (slot: number): number => instance.planned[slot]?.servings ?? 0;

  const add = (set: readonly number[]): void => {
    const amounts = amountsOfRemoved(removed, freshAmounts);
    const changed = set.filter((slot) => !isUnchanged(slot));
    for (const slot of changed) {
      const [former, now] = [dishAt(slots.get(slot) ?? EMPTY), dishAt(state.contents[slot] as number)];
      if (former) addAmounts(amounts, freshAmounts(former, servingsOf(slot)), 1);
      if (now) addAmounts(amounts, freshAmounts(now, servingsOf(slot)), -1);
    }
    found.push({
      changed,
      contents: new Map(set.map((slot) => [slot, state.contents[slot] as number])),
      spoiledTenths: sumOf(amounts),
      isMoved: changed.some(isMain),
      value: state.value,
    });
  };
  /** The leftovers of the removed dish, which is cooked elsewhere now, are the meal that was planned. */
  const isUnchanged = (slot: number): boolean => slot === orphan && (state.contents[slot] as number) < EMPTY;

  const fill = (set: readonly number[], at: number): void => {
    const slot = set[at];
    if (slot === undefined) {
      add(set);
      return;
    }
    const inSet = set.map((other) => slots.get(other) ?? EMPTY).filter((content) => content !== EMPTY);
    const leftovers = slot === orphan ? [EMPTY, ...set.slice(0, at).filter(isMain).map(leftoversOf)] : [];
    for (const content of new Set([...(options.get(slot) ?? []), ...inSet, ...leftovers])) {
      if (slot !== orphan && content === slots.get(slot)) continue;
      if (!isGood(week, removed, task, slot, dishAt(content)) || !assignAllowed(state, slot, content))
        continue;
      fill(set, at + 1);
      assign(state, slot, EMPTY);
    }
  };
  for (const set of setsOfSlots(week)) {
    for (const slot of set) assign(state, slot, EMPTY);
    fill(set, 0);
    for (const slot of set) assign(state, slot, slots.get(slot) ?? EMPTY);
    commit(state);
  }
  return found;
}

/** For each slot the removed dish, and the dishes that use most of its food. */
function optionsBySlot(
  { instance, compiled, slots }: Week,
  removed: Removed,
  task: PlanningTask,
  freshAmounts: FreshAmounts,
): Map<number, number[]> {
  const wanted = amountsOfRemoved(removed, freshAmounts);
  const usedTenths = compiled.dishes.map(({ dish }) =>
    freshAmounts(dish, removed.servings)
      .entries()
      .reduce((sum, [foodId, tenths]) => sum + Math.min(tenths, wanted.get(foodId) ?? 0), 0),
  );
  const ranked = [...compiled.dishes.keys()]
    .filter((dish) => (usedTenths[dish] as number) > 0 || compiled.dishes[dish]?.dish === removed.dishes[0])
    .toSorted((first, second) => (usedTenths[second] as number) - (usedTenths[first] as number));
  return new Map(
    slots.keys().map((slot) => {
      const candidates = new Set(compiled.slots[slot]?.candidates);
      const fitting = ranked.filter(
        (dish) =>
          candidates.has(dish) && isGood({ instance }, removed, task, slot, compiled.dishes[dish]?.dish),
      );
      return [slot, fitting.slice(0, MAX_DISHES)];
    }),
  );
}

/** Whether the meat and fish of a dish keep until then, and a removed meal with sides is for everyone there. */
function isGood(
  { instance }: Pick<Week, 'instance'>,
  removed: Removed,
  { preferences }: PlanningTask,
  slot: number,
  dish: Dish | undefined,
): boolean {
  const place = instance.planned[slot];
  if (!dish || !place) return true;
  const daysLater = DAYS.indexOf(place.day) - DAYS.indexOf(removed.place.day);
  if (daysLater > 0 && daysAfterShopping(removed.place, preferences) + daysLater > dish.freshDays)
    return false;
  const [main, ...sides] = removed.dishes;
  if (dish !== main) return true;
  const { fitsAsLeftovers, servesVariant } = instance.hardFilter;
  // The planner chooses no variants of sides.
  return (
    removed.isWhole && sides.every((side) => fitsAsLeftovers(side, place) && !servesVariant(side, place))
  );
}

/** At most two slots. Leftovers of the removed meal must change, or be those of the same dish cooked elsewhere. */
function setsOfSlots({ slots, orphan }: Week): number[][] {
  const all = [...slots.keys()].filter((slot) => slot !== orphan).toSorted((first, second) => first - second);
  if (orphan !== undefined)
    return [[orphan], ...all.map((slot) => [slot, orphan].toSorted((first, second) => first - second))];
  const isFree = (slot: number): boolean => slots.get(slot) === EMPTY;
  const near = [
    ...all.filter(isFree).slice(0, NEAREST.free),
    ...all.filter((slot) => !isFree(slot)).slice(0, NEAREST.planned),
  ].toSorted((first, second) => first - second);
  const pairs = near.flatMap((first, at) => near.slice(at + 1).map((second) => [first, second]));
  return [[], ...all.map((slot) => [slot]), ...pairs];
}

/** Spoils less, then changes fewer meals, then keeps the removed dish, then is the better week. */
function isBetter(candidate: Candidate, best: Candidate): boolean {
  const ranks = ({ changed, spoiledTenths, isMoved, value }: Candidate): number[] => [
    Math.floor(spoiledTenths / STEP_TENTHS),
    changed.length,
    Number(!isMoved),
    -value,
  ];
  const [one, other] = [ranks(candidate), ranks(best)];
  const at = one.findIndex((rank, index) => rank !== other[index]);
  return at >= 0 && (one[at] as number) < (other[at] as number);
}
