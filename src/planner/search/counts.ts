/** The counts that the value of a state depends on. gains.ts computes values from them. */
import { leftoversSource } from '#planner/model/compiled-instance.ts';
import { costOfFood, type PricedFood } from '#planner/model/purchases.ts';
import type { Tables } from '#planner/model/tables.ts';
import { nutritionPenalty } from './nutrition-penalty.ts';
import { countLeftovers, countVariety, initialVarietyCounts, type VarietyCounts } from './variety-counts.ts';

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
export type Counted = Counts & { readonly tables: Tables; readonly contents: Int32Array };

/** Add or remove. */
type Sign = 1 | -1;

export const WEEK_DAYS = 7;
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
  countNutrition(state, dish, day, slot, sign);
  countNeeds(state, dish, slot, tables.servings[slot] as number, sign);
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

/** `slot`: -1 for a fixed meal, which everyone eats. */
export function countNutrition(state: Counted, dish: number, day: number, slot: number, sign: Sign): void {
  const { tables, energyKcal, proteinG, nutritionPenalties } = state;
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
}

/** What the dish needs, and what it costs. `slot`: -1 for a fixed meal. */
export function countNeeds(state: Counted, dish: number, slot: number, servings: number, sign: Sign): void {
  const { tables, required, foodCents } = state;
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
export function centsAlone({ amountCents }: Tables, slot: number, amount: number): number {
  return (amountCents[slot] as Int32Array)[amount] as number;
}

export function centsOf(
  { tables, cachedRequired, cachedCents }: Counted,
  food: number,
  required: number,
): number {
  if (required === 0) return 0;
  const at = food * CACHED_AMOUNTS + (Math.imul(required, 0x9e3779b1) >>> HASH_SHIFT);
  if (cachedRequired[at] === required) return cachedCents[at] as number;
  const cents = costOfFood(tables.pricedFoods[food] as PricedFood, required);
  cachedRequired[at] = required;
  cachedCents[at] = cents;
  return cents;
}

export function countCooked(state: Counted, dish: number, day: number, isMain: boolean, sign: Sign): void {
  countUses(state, dish, day, sign);
  countVariety(state, dish, day, isMain, sign);
}

/** The foods that are due, or that spoil once they are opened. */
export function countUses(state: Counted, dish: number, day: number, sign: Sign): void {
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
}

/** 0 for an eater who is not there. */
export function utilityFor(
  { isPresent, eaterUtility, eaterCount }: Tables,
  eater: number,
  slot: number,
  dish: number,
): number {
  return (
    (isPresent[slot * eaterCount + eater] as number) * (eaterUtility[dish * eaterCount + eater] as number)
  );
}
