/** The gain of one more meal in a state, computed from its counts, and upper bounds of it. */
import { leftoversSource } from '#planner/model/compiled-instance.ts';
import {
  CENT_OVER_BUDGET_PENALTY,
  DUE_FOOD_USED,
  OPENING_PENALTY,
  OVER_BUDGET_PENALTY,
} from '#planner/model/objective.ts';
import { FILLED_SLOT_REWARD, type Tables } from '#planner/model/tables.ts';
import { centsAlone, centsOf, type Counted, utilityFor, WEEK_DAYS } from './counts.ts';
import { nutritionPenalty } from './nutrition-penalty.ts';
import { leftoversPenalty, varietyPenalty } from './variety-counts.ts';

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
