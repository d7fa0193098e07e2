/**
 * The search state: the current assignment, its value, and all counts that the value depends on. A change of
 * one slot updates the value incrementally (delta evaluation), so it costs only what the slot touches.
 *
 * The value is the score of model/objective.ts, plus a reward for each filled slot, minus a larger penalty
 * for each violation of a hard rule. So one number orders all states.
 *
 * Invariant for callers: a slot contains leftovers only while the previous dinner contains a dish.
 */
import { type CompiledInstance, EMPTY, LEFTOVERS } from '#planner/model/compiled-instance.ts';
import { evaluate, LEFTOVERS_UTILITY, PROTEIN_GRAM_PENALTY } from '#planner/model/objective.ts';
import { FILLED_SLOT_REWARD, HARD_RULE_PENALTY, type Tables, tablesOf } from '#planner/model/tables.ts';

export type SearchState = {
  readonly tables: Tables;
  /** Of each slot a dish, `LEFTOVERS` or `EMPTY`. */
  readonly contents: Int32Array;
  /** Of each dish the slot in which it is cooked, or -1. */
  readonly slotOfDish: Int32Array;
  value: number;
  /** Pairs of slot and former content, for all changes since the last `commit`. */
  readonly undoLog: number[];
  /** Of each purchase the number of dishes that use it in time. */
  readonly purchaseUses: Int32Array;
  /** Of each variety group and day the number of main meals. */
  readonly varietyCounts: Int32Array;
  /** Of each day, as the two below. */
  readonly energyKcal: Int32Array;
  readonly proteinG: Int32Array;
  readonly nutritionPenalty: Int32Array;
  costCents: number;
  /** Of each eater the sum over the week. */
  readonly eaterUtility: Int32Array;
  minEaterUtility: number;
  /** Of each rule counter its current count. */
  readonly ruleCounts: Int32Array;
};

const WEEK_DAYS = 7;

/** Fixed meals are counted, locked slots are filled, all other slots are empty. */
export function initialState(instance: CompiledInstance): SearchState {
  const tables = tablesOf(instance);
  const contents = new Int32Array(instance.slots.length).fill(EMPTY);
  const state: SearchState = {
    tables,
    contents,
    slotOfDish: new Int32Array(instance.dishes.length).fill(-1),
    value: evaluate(instance, contents).score,
    undoLog: [],
    purchaseUses: new Int32Array(instance.purchases.length),
    varietyCounts: new Int32Array(instance.varietyGroups.length * WEEK_DAYS),
    energyKcal: new Int32Array(WEEK_DAYS),
    proteinG: new Int32Array(WEEK_DAYS),
    nutritionPenalty: Int32Array.from({ length: WEEK_DAYS }, (_, day) => nutritionPenalty(tables, day, 0, 0)),
    costCents: 0,
    eaterUtility: new Int32Array(tables.eaterCount),
    minEaterUtility: 0,
    ruleCounts: new Int32Array(tables.ruleCounters.length),
  };
  for (const { dish, day, place, servings, isCooked } of instance.fixedMeals) {
    countEaten(state, dish, day, isCooked ? servings : 0, 1);
    if (isCooked) countCooked(state, dish, day, place.slot !== 'breakfast', 1);
  }
  for (const [slot, { isLocked, candidates }] of instance.slots.entries()) {
    if (isLocked) setContent(state, slot, candidates[0] ?? LEFTOVERS);
  }
  return state;
}

/** Changes the content of a slot and logs the former content for `rollback`. */
export function assign(state: SearchState, slot: number, content: number): void {
  state.undoLog.push(slot, state.contents[slot] as number);
  setContent(state, slot, content);
}

/** Accepts all changes since the last `commit`. */
export function commit({ undoLog }: SearchState): void {
  undoLog.length = 0;
}

/** Undoes all changes since the last `commit`. */
export function rollback(state: SearchState): void {
  const { undoLog } = state;
  for (let at = undoLog.length - 2; at >= 0; at -= 2) {
    setContent(state, undoLog[at] as number, undoLog[at + 1] as number);
  }
  undoLog.length = 0;
}

/** Replaces the whole assignment. */
export function restore(state: SearchState, contents: Int32Array): void {
  // A lunch comes after the dinner whose leftovers it eats, so slots are emptied backwards.
  for (let slot = contents.length - 1; slot >= 0; slot -= 1) setContent(state, slot, EMPTY);
  for (const [slot, content] of contents.entries()) setContent(state, slot, content);
  state.undoLog.length = 0;
}

export function violatesHardRule({ value }: SearchState): boolean {
  return value < -HARD_RULE_PENALTY / 2;
}

function setContent(state: SearchState, slot: number, content: number): void {
  const former = state.contents[slot] as number;
  if (former !== EMPTY) {
    countMeal(state, slot, former, -1);
    state.value -= gainOf(state, slot, former);
  }
  state.contents[slot] = content;
  if (content !== EMPTY) {
    state.value += gainOf(state, slot, content);
    countMeal(state, slot, content, 1);
  }
}

/** Add or remove. */
type Sign = 1 | -1;

/** Adds a meal to all counts, or removes it. */
function countMeal(state: SearchState, slot: number, content: number, sign: Sign): void {
  const { tables, contents, slotOfDish, eaterUtility } = state;
  const isCooked = content !== LEFTOVERS;
  const dish = isCooked ? content : (contents[tables.previousDinner[slot] as number] as number);
  const day = tables.day[slot] as number;
  countEaten(state, dish, day, tables.servings[slot] as number, sign);
  countForRules(state, slot, isCooked ? dish : tables.dishCount, sign);
  if (!isCooked) return;
  countCooked(state, dish, day, tables.isMainMeal[slot] === 1, sign);
  slotOfDish[dish] = sign === 1 ? slot : -1;
  let min = Infinity;
  for (let eater = 0, at = dish * tables.eaterCount; eater < tables.eaterCount; eater += 1, at += 1) {
    const utility = (eaterUtility[eater] as number) + sign * (tables.eaterUtility[at] as number);
    eaterUtility[eater] = utility;
    min = Math.min(min, utility);
  }
  state.minEaterUtility = min;
}

function countEaten(state: SearchState, dish: number, day: number, servings: number, sign: Sign): void {
  const { tables } = state;
  const energyKcal = (state.energyKcal[day] as number) + sign * (tables.energyKcal[dish] as number);
  const proteinG = (state.proteinG[day] as number) + sign * (tables.proteinG[dish] as number);
  state.energyKcal[day] = energyKcal;
  state.proteinG[day] = proteinG;
  state.nutritionPenalty[day] = nutritionPenalty(tables, day, energyKcal, proteinG);
  state.costCents += sign * servings * (tables.costCents[dish] as number);
}

function countCooked(
  { tables, purchaseUses, varietyCounts }: SearchState,
  dish: number,
  day: number,
  isMainMeal: boolean,
  sign: Sign,
): void {
  const { purchases, purchaseLastDay, varietyGroups } = tables;
  const purchasesEnd = purchases.starts[dish + 1] as number;
  for (let at = purchases.starts[dish] as number; at < purchasesEnd; at += 1) {
    const purchase = purchases.items[at] as number;
    if (day <= (purchaseLastDay[purchase] as number)) {
      purchaseUses[purchase] = (purchaseUses[purchase] as number) + sign;
    }
  }
  if (!isMainMeal) return;
  const groupsEnd = varietyGroups.starts[dish + 1] as number;
  for (let at = varietyGroups.starts[dish] as number; at < groupsEnd; at += 1) {
    const today = (varietyGroups.items[at] as number) * WEEK_DAYS + day;
    varietyCounts[today] = (varietyCounts[today] as number) + sign;
  }
}

/** `content`: a dish, or `dishCount` for leftovers. */
function countForRules({ tables, ruleCounts }: SearchState, slot: number, content: number, sign: Sign): void {
  const counters = tables.slotRuleCounters[slot] as Int32Array;
  for (let at = 0; at < counters.length; at += 1) {
    const index = counters[at] as number;
    const { matches } = tables.ruleCounters[index] as Tables['ruleCounters'][number];
    if (matches[content] === 1) ruleCounts[index] = (ruleCounts[index] as number) + sign;
  }
}

/** The increase of the value if the slot, which must be empty, gets this content. */
export function gainOf(state: SearchState, slot: number, content: number): number {
  const { tables, contents } = state;
  const day = tables.day[slot] as number;
  const servings = tables.servings[slot] as number;
  if (content === LEFTOVERS) {
    const dish = contents[tables.previousDinner[slot] as number] as number;
    const gain = eatingGain(state, dish, day, servings) + ruleGain(state, slot, tables.dishCount);
    return FILLED_SLOT_REWARD + LEFTOVERS_UTILITY + gain;
  }
  let gain = eatingGain(state, content, day, servings) + ruleGain(state, slot, content);
  gain += purchaseGain(state, content, day) + fairnessGain(state, content);
  if (tables.isMainMeal[slot] === 1) gain -= repetitionPenalty(state, content, day);
  return FILLED_SLOT_REWARD + (tables.utility[content] as number) + gain;
}

/** Nutrition and budget. */
function eatingGain(state: SearchState, dish: number, day: number, servings: number): number {
  const { tables, costCents } = state;
  const energyKcal = (state.energyKcal[day] as number) + (tables.energyKcal[dish] as number);
  const proteinG = (state.proteinG[day] as number) + (tables.proteinG[dish] as number);
  const newCostCents = costCents + servings * (tables.costCents[dish] as number);
  return (
    (state.nutritionPenalty[day] as number) -
    nutritionPenalty(tables, day, energyKcal, proteinG) +
    Math.max(0, costCents - tables.budgetCents) -
    Math.max(0, newCostCents - tables.budgetCents)
  );
}

function nutritionPenalty(
  { minKcal, maxKcal, minProteinG }: Tables,
  day: number,
  energyKcal: number,
  proteinG: number,
): number {
  return (
    Math.max(0, (minKcal[day] as number) - energyKcal) +
    Math.max(0, energyKcal - (maxKcal[day] as number)) +
    PROTEIN_GRAM_PENALTY * Math.max(0, (minProteinG[day] as number) - proteinG)
  );
}

/** Only the first use of a purchase counts. */
function purchaseGain({ tables, purchaseUses }: SearchState, dish: number, day: number): number {
  const { purchases, purchaseGain: gains, purchaseLastDay } = tables;
  const end = purchases.starts[dish + 1] as number;
  let gain = 0;
  for (let at = purchases.starts[dish] as number; at < end; at += 1) {
    const purchase = purchases.items[at] as number;
    if (purchaseUses[purchase] === 0 && day <= (purchaseLastDay[purchase] as number)) {
      gain += gains[purchase] as number;
    }
  }
  return gain;
}

/** One more meal of a group costs its penalty for each pair of neighbouring days that already has one. */
function repetitionPenalty({ tables, varietyCounts }: SearchState, dish: number, day: number): number {
  const { varietyGroups, varietyPenalty } = tables;
  const end = varietyGroups.starts[dish + 1] as number;
  let penalty = 0;
  for (let at = varietyGroups.starts[dish] as number; at < end; at += 1) {
    const group = varietyGroups.items[at] as number;
    const today = group * WEEK_DAYS + day;
    const count = varietyCounts[today] as number;
    if (day > 0 && count + (varietyCounts[today - 1] as number) > 0) {
      penalty += varietyPenalty[group] as number;
    }
    if (day < WEEK_DAYS - 1 && count + (varietyCounts[today + 1] as number) > 0) {
      penalty += varietyPenalty[group] as number;
    }
  }
  return penalty;
}

function fairnessGain({ tables, eaterUtility, minEaterUtility }: SearchState, dish: number): number {
  const { eaterCount } = tables;
  if (eaterCount === 0) return 0;
  let min = Infinity;
  for (let eater = 0, at = dish * eaterCount; eater < eaterCount; eater += 1, at += 1) {
    min = Math.min(min, (eaterUtility[eater] as number) + (tables.eaterUtility[at] as number));
  }
  return min - minEaterUtility;
}

/** `content`: a dish, or `dishCount` for leftovers. */
function ruleGain({ tables, ruleCounts }: SearchState, slot: number, content: number): number {
  const counters = tables.slotRuleCounters[slot] as Int32Array;
  let gain = 0;
  for (let at = 0; at < counters.length; at += 1) {
    const index = counters[at] as number;
    const { matches, valueOfCount } = tables.ruleCounters[index] as Tables['ruleCounters'][number];
    const count = ruleCounts[index] as number;
    if (matches[content] === 1) {
      gain += (valueOfCount[count + 1] as number) - (valueOfCount[count] as number);
    }
  }
  return gain;
}
