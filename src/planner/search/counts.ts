/** The counts that the value of a state depends on, and the gain of one more meal, computed from them. */
import { leftoversSource } from '#planner/model/compiled-instance.ts';
import {
  CENT_OVER_BUDGET_PENALTY,
  DUE_FOOD_USED,
  OPENING_PENALTY,
  OVER_BUDGET_PENALTY,
} from '#planner/model/objective/objective.ts';
import { costOfFood, type PricedFood } from '#planner/model/purchases.ts';
import { FILLED_SLOT_REWARD, type Tables } from '#planner/model/tables.ts';
import { nutritionPenalty } from './nutrition-penalty.ts';
import {
  countLeftovers,
  countVariety,
  initialVarietyCounts,
  leftoversPenalty,
  type VarietyCounts,
  varietyPenalty,
} from './variety-counts.ts';

export type Counts = VarietyCounts & {
  /** Of each due food the number of dishes that use it in time. */
  readonly dueUses: Int32Array;
  /** Of each opened food and day the number of dishes that use it, and of each opened food the days as bits. */
  readonly openedUses: Int32Array;
  readonly openedDays: Int32Array;
  /** Of each nutrition profile and day. */
  readonly energyKcal: Int32Array;
  readonly proteinG: Int32Array;
  readonly nutritionPenalties: Int32Array;
  /** The sum of them. */
  nutritionPenalty: number;
  /** Of each priced food, in tenths of a gram. */
  readonly required: Float64Array;
  readonly foodCents: Int32Array;
  /** A cache of what foods cost, by food and a hash of the required amount. */
  readonly cachedRequired: Float64Array;
  readonly cachedCents: Int32Array;
  costCents: number;
  /** Of each eater the sum over the week. */
  readonly eaterUtility: Int32Array;
  minEaterUtility: number;
  /** An eater who has it. */
  minEater: number;
  /** Of each counter its current count. */
  readonly counterCounts: Int32Array;
};

/** The counts, with what they are computed from. */
type Counted = Counts & { readonly tables: Tables; readonly contents: Int32Array };

/** Add or remove. */
type Sign = 1 | -1;

const WEEK_DAYS = 7;
/** For each food; a power of two. */
const CACHED_AMOUNTS = 32;
const HASH_SHIFT = 32 - Math.log2(CACHED_AMOUNTS);

export function initialCounts(tables: Tables): Counts {
  const { instance, profileCount } = tables;
  const nutritionPenalties = Int32Array.from({ length: profileCount * WEEK_DAYS }, (_, at) =>
    nutritionPenalty(tables, at, 0, 0),
  );
  return {
    ...initialVarietyCounts(tables),
    dueUses: new Int32Array(instance.dueFoods.length),
    openedUses: new Int32Array(instance.openedFoods.length * WEEK_DAYS),
    openedDays: new Int32Array(instance.openedFoods.length),
    energyKcal: new Int32Array(profileCount * WEEK_DAYS),
    proteinG: new Int32Array(profileCount * WEEK_DAYS),
    nutritionPenalties,
    nutritionPenalty: nutritionPenalties.reduce((sum, penalty) => sum + penalty, 0),
    required: new Float64Array(instance.pricedFoods.length),
    foodCents: new Int32Array(instance.pricedFoods.length),
    cachedRequired: new Float64Array(instance.pricedFoods.length * CACHED_AMOUNTS),
    cachedCents: new Int32Array(instance.pricedFoods.length * CACHED_AMOUNTS),
    costCents: 0,
    eaterUtility: new Int32Array(tables.eaterCount),
    minEaterUtility: 0,
    minEater: 0,
    counterCounts: new Int32Array(tables.counters.length),
  };
}

/** Adds a meal to all counts, or removes it. */
export function countMeal(state: Counted, slot: number, content: number, sign: Sign): void {
  const { tables } = state;
  const source = leftoversSource(content);
  const dish = source === undefined ? content : (state.contents[source] as number);
  const day = tables.day[slot] as number;
  countEaten(state, dish, day, slot, tables.servings[slot] as number, sign);
  countEaters(state, slot, dish, sign);
  const { dishCounters, counters } = tables;
  const isCounted = source === undefined ? tables.countsCooked : tables.countsLeftovers;
  for (
    let at = dishCounters.starts[dish] as number;
    at < (dishCounters.starts[dish + 1] as number);
    at += 1
  ) {
    const index = dishCounters.items[at] as number;
    if (isCounted[slot * counters.length + index] !== 1) continue;
    state.counterCounts[index] = (state.counterCounts[index] as number) + sign;
  }
  if (source === undefined) countCooked(state, dish, day, tables.isMainMeal[slot] === 1, sign);
  else countLeftovers(state, dish, day, tables.day[source] as number, sign);
}

function countEaters(state: Counted, slot: number, dish: number, sign: Sign): void {
  const { tables, eaterUtility } = state;
  const { eaterCount } = tables;
  if (eaterCount === 0) return;
  let min = Infinity;
  for (let eater = 0; eater < eaterCount; eater += 1) {
    const sum = (eaterUtility[eater] as number) + sign * utilityFor(tables, eater, slot, dish);
    eaterUtility[eater] = sum;
    if (sum >= min) continue;
    min = sum;
    state.minEater = eater;
  }
  state.minEaterUtility = min;
}

/** Nutrition and cost. `slot`: -1 for a fixed meal, which everyone eats. */
export function countEaten(
  state: Counted,
  dish: number,
  day: number,
  slot: number,
  servings: number,
  sign: Sign,
): void {
  const { tables, energyKcal, proteinG, nutritionPenalties, required, foodCents } = state;
  for (let profile = 0; profile < tables.profileCount; profile += 1) {
    if (slot >= 0 && tables.eatsAt[profile * tables.slotCount + slot] !== 1) continue;
    const at = profile * WEEK_DAYS + day;
    const row = profile * tables.dishCount + dish;
    const kcal = (energyKcal[at] as number) + sign * (tables.energyKcal[row] as number);
    const protein = (proteinG[at] as number) + sign * (tables.proteinG[row] as number);
    energyKcal[at] = kcal;
    proteinG[at] = protein;
    const penalty = nutritionPenalty(tables, at, kcal, protein);
    state.nutritionPenalty += penalty - (nutritionPenalties[at] as number);
    nutritionPenalties[at] = penalty;
  }
  if (tables.budgetCents === Infinity) return;
  const { amounts, amountTenths } = tables;
  const end = amounts.starts[dish + 1] as number;
  for (let at = amounts.starts[dish] as number; at < end; at += 1) {
    const food = amounts.items[at] as number;
    const before = required[food] as number;
    const after = before + sign * servings * (amountTenths[at] as number);
    const isOnlyMeal = before === 0 && sign === 1 && slot >= 0;
    const cents = isOnlyMeal ? centsAlone(tables, slot, at) : centsOf(state, food, after);
    state.costCents += cents - (foodCents[food] as number);
    required[food] = after;
    foodCents[food] = cents;
  }
}

/** What an amount of a dish costs in a slot if no other meal needs the food: few foods are needed by two meals. */
function centsAlone({ amountCents }: Tables, slot: number, amount: number): number {
  return (amountCents[slot] as Int32Array)[amount] as number;
}

function centsOf({ tables, cachedRequired, cachedCents }: Counted, food: number, required: number): number {
  if (required === 0) return 0;
  const at = food * CACHED_AMOUNTS + (Math.imul(required, 0x9e3779b1) >>> HASH_SHIFT);
  if (cachedRequired[at] === required) return cachedCents[at] as number;
  const cents = costOfFood(tables.pricedFoods[food] as PricedFood, required);
  cachedRequired[at] = required;
  cachedCents[at] = cents;
  return cents;
}

export function countCooked(state: Counted, dish: number, day: number, isMain: boolean, sign: Sign): void {
  const { tables, dueUses, openedUses, openedDays } = state;
  const { dueFoods, openedFoods } = tables;
  for (let at = dueFoods.starts[dish] as number; at < (dueFoods.starts[dish + 1] as number); at += 1) {
    const food = dueFoods.items[at] as number;
    if (day <= (tables.dueLastDay[food] as number)) dueUses[food] = (dueUses[food] as number) + sign;
  }
  for (let at = openedFoods.starts[dish] as number; at < (openedFoods.starts[dish + 1] as number); at += 1) {
    const food = openedFoods.items[at] as number;
    const uses = (openedUses[food * WEEK_DAYS + day] as number) + sign;
    openedUses[food * WEEK_DAYS + day] = uses;
    const others = (openedDays[food] as number) & ~(1 << day);
    openedDays[food] = uses > 0 ? others | (1 << day) : others;
  }
  countVariety(state, dish, day, isMain, sign);
}

/** The terms of the value that the counts hold as totals: fairness, nutrition and budget. */
export function valueOfTotals({ tables, minEaterUtility, nutritionPenalty, costCents }: Counted): number {
  return minEaterUtility - nutritionPenalty - budgetPenalty(costCents - tables.budgetCents);
}

/** The increase of all other terms if the slot, which must be empty, gets this content. */
export function gainBesideTotals(state: Counted, slot: number, content: number): number {
  const { tables } = state;
  const source = leftoversSource(content);
  if (source !== undefined) {
    return FILLED_SLOT_REWARD + leftoversGain(state, slot, state.contents[source] as number, source);
  }
  const day = tables.day[slot] as number;
  return FILLED_SLOT_REWARD + cookingGain(state, slot, content) + shoppingGain(state, content, day);
}

/**
 * The increase of the value if the slot, which must be empty, gets this content. If it is below `atLeast`, the result may
 * be too large, but is below `atLeast` as well: the terms that take longest come last, and not if they cannot matter.
 */
export function gainOf(state: Counted, slot: number, content: number, atLeast = -Infinity): number {
  const { tables } = state;
  const source = leftoversSource(content);
  const dish = source === undefined ? content : (state.contents[source] as number);
  const maxFairness = maxFairnessGain(state, slot, dish);
  let gain = FILLED_SLOT_REWARD;
  if (source === undefined) {
    gain += cookingGain(state, slot, dish);
    const maxGain = gain + maxShoppingGain(tables, dish) + maxNutritionGain(state, slot) + maxFairness;
    if (maxGain < atLeast) return maxGain;
    gain += shoppingGain(state, dish, tables.day[slot] as number);
  } else gain += leftoversGain(state, slot, dish, source);
  gain += nutritionGain(state, slot, dish);
  if (gain + maxFairness < atLeast) return gain + maxFairness;
  gain += fairnessGain(state, slot, dish);
  // One more meal never makes the shopping cheaper.
  return tables.budgetCents === Infinity || gain < atLeast ? gain : gain + budgetGain(state, dish, slot);
}

/** An upper bound of the terms that `cheapGain` leaves out, for any dish that is cooked in the slot. */
export function maxOtherGain(state: Counted, slot: number): number {
  const { tables, dueUses, counterCounts } = state;
  const { counters, counterValues, counterWidth, dueLastDay } = tables;
  const day = tables.day[slot] as number;
  let gain = FILLED_SLOT_REWARD + (tables.eaterCount === 0 ? 0 : maxUtilityFor(state, slot));
  for (let index = 0; index < counters.length; index += 1) {
    if (tables.countsCooked[slot * counters.length + index] !== 1) continue;
    const at = index * counterWidth + (counterCounts[index] as number);
    gain += Math.max(0, (counterValues[at + 1] as number) - (counterValues[at] as number));
  }
  for (let food = 0; food < dueUses.length; food += 1) {
    if (dueUses[food] === 0 && day <= (dueLastDay[food] as number)) gain += DUE_FOOD_USED;
  }
  return gain + maxNutritionGain(state, slot);
}

/** A meal cannot gain more than the penalties of its day. */
function maxNutritionGain({ tables, nutritionPenalties }: Counted, slot: number): number {
  const { profileCount, slotCount, eatsAt } = tables;
  const day = tables.day[slot] as number;
  let gain = 0;
  for (let profile = 0; profile < profileCount; profile += 1) {
    if (eatsAt[profile * slotCount + slot] !== 1) continue;
    gain += nutritionPenalties[profile * WEEK_DAYS + day] as number;
  }
  return gain;
}

function maxShoppingGain({ dueFoods }: Tables, dish: number): number {
  return DUE_FOOD_USED * ((dueFoods.starts[dish + 1] as number) - (dueFoods.starts[dish] as number));
}

export function cookedUtilityOf({ cookedUtility, dishCount }: Tables, slot: number, dish: number): number {
  return cookedUtility[slot * dishCount + dish] as number;
}

/**
 * The terms of a cooked dish that are cheap to compute and differ most from dish to dish: its utility, minus its penalty for
 * variety. With `maxOtherGain` an upper bound of the gain, which rejects most dishes without `gainOf`.
 */
export function cheapGain(state: Counted, slot: number, dish: number): number {
  const { tables } = state;
  const isMain = tables.isMainMeal[slot] === 1;
  return (
    cookedUtilityOf(tables, slot, dish) - varietyPenalty(state, dish, tables.day[slot] as number, isMain)
  );
}

function leftoversGain(state: Counted, slot: number, dish: number, source: number): number {
  const { tables } = state;
  const { day } = tables;
  return (
    (tables.leftoversUtility[slot * tables.dishCount + dish] as number) -
    leftoversPenalty(state, dish, day[slot] as number, day[source] as number) +
    countersGain(state, tables.countsLeftovers, slot, dish)
  );
}

function cookingGain(state: Counted, slot: number, dish: number): number {
  return cheapGain(state, slot, dish) + countersGain(state, state.tables.countsCooked, slot, dish);
}

function nutritionGain(state: Counted, slot: number, dish: number): number {
  const { tables, energyKcal, proteinG, nutritionPenalties } = state;
  const day = tables.day[slot] as number;
  let gain = 0;
  for (let profile = 0; profile < tables.profileCount; profile += 1) {
    if (tables.eatsAt[profile * tables.slotCount + slot] !== 1) continue;
    const at = profile * WEEK_DAYS + day;
    const row = profile * tables.dishCount + dish;
    const kcal = (energyKcal[at] as number) + (tables.energyKcal[row] as number);
    const protein = (proteinG[at] as number) + (tables.proteinG[row] as number);
    gain += (nutritionPenalties[at] as number) - nutritionPenalty(tables, at, kcal, protein);
  }
  return gain;
}

function budgetGain(state: Counted, dish: number, slot: number): number {
  const { tables, required, foodCents, costCents } = state;
  const { amounts, amountTenths, budgetCents } = tables;
  const servings = tables.servings[slot] as number;
  const end = amounts.starts[dish + 1] as number;
  let cents = costCents;
  for (let at = amounts.starts[dish] as number; at < end; at += 1) {
    const food = amounts.items[at] as number;
    const before = required[food] as number;
    const isOnlyMeal = before === 0;
    cents += isOnlyMeal
      ? centsAlone(tables, slot, at)
      : centsOf(state, food, before + servings * (amountTenths[at] as number)) - (foodCents[food] as number);
  }
  return budgetPenalty(costCents - budgetCents) - budgetPenalty(cents - budgetCents);
}

function budgetPenalty(centsOver: number): number {
  return centsOver > 0 ? OVER_BUDGET_PENALTY + CENT_OVER_BUDGET_PENALTY * centsOver : 0;
}

/** Pantry foods that are used in time, and packs that are opened. */
function shoppingGain({ tables, dueUses, openedDays }: Counted, dish: number, day: number): number {
  const { dueFoods, dueLastDay, openedFoods, openings } = tables;
  let gain = 0;
  for (let at = dueFoods.starts[dish] as number; at < (dueFoods.starts[dish + 1] as number); at += 1) {
    const food = dueFoods.items[at] as number;
    if (dueUses[food] === 0 && day <= (dueLastDay[food] as number)) gain += DUE_FOOD_USED;
  }
  for (let at = openedFoods.starts[dish] as number; at < (openedFoods.starts[dish + 1] as number); at += 1) {
    const food = openedFoods.items[at] as number;
    const days = openedDays[food] as number;
    const byDays = openings[food] as Uint8Array;
    gain -= OPENING_PENALTY * ((byDays[days | (1 << day)] as number) - (byDays[days] as number));
  }
  return gain;
}

function fairnessGain(
  { tables, eaterUtility, minEaterUtility }: Counted,
  slot: number,
  dish: number,
): number {
  const { eaterCount } = tables;
  if (eaterCount === 0) return 0;
  let min = Infinity;
  for (let eater = 0; eater < eaterCount; eater += 1) {
    const sum = (eaterUtility[eater] as number) + utilityFor(tables, eater, slot, dish);
    if (sum < min) min = sum;
  }
  return min - minEaterUtility;
}

/** The lowest sum cannot grow by more than the sum of the eater who has it. */
function maxFairnessGain({ tables, minEater }: Counted, slot: number, dish: number): number {
  return tables.eaterCount === 0 ? 0 : utilityFor(tables, minEater, slot, dish);
}

function maxUtilityFor({ tables, minEater }: Counted, slot: number): number {
  const { isPresent, maxEaterUtility, eaterCount } = tables;
  return isPresent[slot * eaterCount + minEater] === 1 ? (maxEaterUtility[minEater] as number) : 0;
}

/** 0 for an eater who is not there. */
function utilityFor(
  { isPresent, eaterUtility, eaterCount }: Tables,
  eater: number,
  slot: number,
  dish: number,
): number {
  return (
    (isPresent[slot * eaterCount + eater] as number) * (eaterUtility[dish * eaterCount + eater] as number)
  );
}

function countersGain(
  { tables, counterCounts }: Counted,
  isCounted: Uint8Array,
  slot: number,
  dish: number,
): number {
  const { dishCounters, counters, counterValues, counterWidth } = tables;
  const end = dishCounters.starts[dish + 1] as number;
  let gain = 0;
  for (let next = dishCounters.starts[dish] as number; next < end; next += 1) {
    const index = dishCounters.items[next] as number;
    if (isCounted[slot * counters.length + index] !== 1) continue;
    const at = index * counterWidth + (counterCounts[index] as number);
    gain += (counterValues[at + 1] as number) - (counterValues[at] as number);
  }
  return gain;
}
