/** The compiled instance as flat typed arrays, which the search reads millions of times. */
import type { CompiledInstance, CompiledRule } from './compiled-instance.ts';
import { SOFT_RULE_PENALTY } from './objective.ts';

/** Larger than any score, so that a filled slot outweighs every soft term. */
export const FILLED_SLOT_REWARD = 2 ** 36;
/** Larger than the reward of 21 filled slots. Sums of both stay exact in double precision. */
export const HARD_RULE_PENALTY = 2 ** 42;

export type Tables = ReturnType<typeof tablesOf>;

/** Counts the slots whose content matches a rule, and gives each count a value. */
type RuleCounter = {
  slots: readonly number[];
  /** 1 for each dish that counts; the last entry is for leftovers. */
  matches: Uint8Array;
  valueOfCount: Float64Array;
  /** Hard rules: the largest allowed count. Soft rules: Infinity. */
  max: number;
};

export function tablesOf(instance: CompiledInstance) {
  const { dishes, slots, purchases, varietyGroups, nutritionBands, eaterCount } = instance;
  const ruleCounters = instance.rules.flatMap((rule) => ruleCountersOf(rule, instance));
  const nextLunches = slots.map((_, slot) =>
    slots.findIndex(({ previousDinner }) => previousDinner === slot),
  );
  return {
    dishCount: dishes.length,
    // Fairness needs at least two eaters.
    eaterCount: eaterCount < 2 ? 0 : eaterCount,
    budgetCents: instance.budgetCents,
    utility: Int32Array.from(dishes, ({ utility }) => utility),
    eaterUtility: Int32Array.from(dishes.flatMap(({ eaterUtilities }) => eaterUtilities)),
    energyKcal: Int32Array.from(dishes, ({ energyKcal }) => energyKcal),
    proteinG: Int32Array.from(dishes, ({ proteinG }) => proteinG),
    costCents: Float64Array.from(dishes, ({ costCents }) => costCents),
    purchases: sparseRows(dishes.map((dish) => dish.purchases)),
    varietyGroups: sparseRows(dishes.map((dish) => dish.varietyGroups)),
    purchaseGain: Int32Array.from(purchases, ({ gain }) => gain),
    purchaseLastDay: Int32Array.from(purchases, ({ lastDay }) => lastDay),
    varietyPenalty: Int32Array.from(varietyGroups, ({ penalty }) => penalty),
    minKcal: Float64Array.from(nutritionBands, ({ minKcal }) => minKcal),
    maxKcal: Float64Array.from(nutritionBands, ({ maxKcal }) => maxKcal),
    minProteinG: Float64Array.from(nutritionBands, ({ minProteinG }) => minProteinG),
    day: Int32Array.from(slots, ({ day }) => day),
    servings: Int32Array.from(slots, ({ servings }) => servings),
    isMainMeal: Uint8Array.from(slots, ({ place }) => Number(place.slot !== 'breakfast')),
    isLocked: Uint8Array.from(slots, ({ isLocked }) => Number(isLocked)),
    previousDinner: Int32Array.from(slots, ({ previousDinner }) => previousDinner),
    /** Of each dinner the slot that may eat its leftovers, or -1. */
    nextLunch: Int32Array.from(nextLunches),
    candidates: slots.map((slot) => Int32Array.from(slot.candidates)),
    isCandidate: bitMatrix(
      slots.map(({ candidates }) => candidates),
      dishes.length,
    ),
    mayReheat: bitMatrix(
      slots.map(({ leftoverDishes }) => leftoverDishes),
      dishes.length,
    ),
    ruleCounters,
    /** Of each slot the rule counters that count it. */
    slotRuleCounters: slots.map((_, slot) =>
      Int32Array.from(ruleCounters.flatMap((counter, index) => (counter.slots.includes(slot) ? index : []))),
    ),
  };
}

function ruleCountersOf(rule: CompiledRule, { dishes, slots }: CompiledInstance): RuleCounter[] {
  const tagged = new Uint8Array(dishes.length + 1);
  for (const dish of rule.dishes) tagged[dish] = 1;
  const counter = (matches: Uint8Array, max: number, valueOf: (count: number) => number): RuleCounter => ({
    slots: rule.slots,
    matches,
    valueOfCount: Float64Array.from({ length: slots.length + 1 }, (_, count) => valueOf(count)),
    max,
  });
  if (!rule.isHard) {
    return [
      counter(tagged, Infinity, (count) => -SOFT_RULE_PENALTY * deviation(rule, count + rule.fixedCount)),
    ];
  }
  const hardCounter = (matches: Uint8Array, max: number): RuleCounter =>
    counter(matches, max, (count) => -HARD_RULE_PENALTY * Math.max(0, count - max));
  return [hardCounter(tagged, rule.maxTagged), hardCounter(inverted(tagged), rule.maxUntagged)].filter(
    ({ max }) => max < rule.slots.length,
  );
}

function inverted(flags: Uint8Array): Uint8Array {
  return flags.map((flag) => 1 - flag);
}

function deviation({ atLeast, atMost }: CompiledRule, count: number): number {
  return Math.max(0, atLeast - count) + Math.max(0, count - atMost);
}

/** Compressed sparse rows: row n is `items` from `starts[n]` up to `starts[n + 1]`. */
function sparseRows(rows: readonly (readonly number[])[]) {
  const starts = new Int32Array(rows.length + 1);
  for (const [index, row] of rows.entries()) starts[index + 1] = (starts[index] ?? 0) + row.length;
  return { starts, items: Int32Array.from(rows.flat()) };
}

/** One row per slot, with a 1 for each dish in its list. */
function bitMatrix(rows: readonly (readonly number[])[], width: number): Uint8Array {
  const flags = new Uint8Array(rows.length * width);
  for (const [index, row] of rows.entries()) for (const dish of row) flags[index * width + dish] = 1;
  return flags;
}
