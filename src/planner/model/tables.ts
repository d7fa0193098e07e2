/** The problem once more, laid out for speed: flat arrays that the search reads millions of times. */
import type { Problem, ProblemRule } from './problem.ts';
import { MISSED_RULE } from './objective.ts';

/** More than any score: a filled slot outweighs every wish. */
export const FILLED = 2 ** 36;
/** More than all slots of a week: nothing outweighs a hard rule. Sums of both stay exact. */
export const BROKEN = 2 ** 42;

export type Tables = ReturnType<typeof tablesOf>;

/** Something that counts slots by what stands in them, and what each count is worth. */
type Counter = {
  slots: readonly number[];
  /** By dish, and behind the last dish for leftovers. */
  counts: Uint8Array;
  worth: Float64Array;
  /** Of a hard rule: more would break it. */
  most: number;
};

export function tablesOf(problem: Problem) {
  const { dishes, slots, things, kinds, bands } = problem;
  const counters = problem.rules.flatMap((rule) => countersOf(rule, problem));
  const lunches = slots.map((_, slot) => slots.findIndex(({ dinner }) => dinner === slot));
  return {
    dishCount: dishes.length,
    eaters: problem.eaters < 2 ? 0 : problem.eaters,
    budgetCents: problem.budgetCents,
    points: Int32Array.from(dishes, ({ points }) => points),
    moods: Int32Array.from(dishes.flatMap(({ moods }) => moods)),
    energyKcal: Int32Array.from(dishes, ({ energyKcal }) => energyKcal),
    proteinG: Int32Array.from(dishes, ({ proteinG }) => proteinG),
    costCents: Float64Array.from(dishes, ({ costCents }) => costCents),
    things: listsOf(dishes.map((dish) => dish.things)),
    kinds: listsOf(dishes.map((dish) => dish.kinds)),
    thingGain: Int32Array.from(things, ({ gain }) => gain),
    thingLastDay: Int32Array.from(things, ({ lastDay }) => lastDay),
    kindWeight: Int32Array.from(kinds, ({ weight }) => weight),
    leastKcal: Float64Array.from(bands, ({ leastKcal }) => leastKcal),
    mostKcal: Float64Array.from(bands, ({ mostKcal }) => mostKcal),
    leastProteinG: Float64Array.from(bands, ({ leastProteinG }) => leastProteinG),
    day: Int32Array.from(slots, ({ day }) => day),
    servings: Int32Array.from(slots, ({ servings }) => servings),
    isMain: Uint8Array.from(slots, ({ place }) => Number(place.slot !== 'breakfast')),
    isLocked: Uint8Array.from(slots, ({ isLocked }) => Number(isLocked)),
    dinner: Int32Array.from(slots, ({ dinner }) => dinner),
    lunch: Int32Array.from(lunches),
    candidates: slots.map((slot) => Int32Array.from(slot.candidates)),
    mayStand: flagsOf(
      slots.map(({ candidates }) => candidates),
      dishes.length,
    ),
    mayKeep: flagsOf(
      slots.map(({ keepers }) => keepers),
      dishes.length,
    ),
    counters,
    countersOf: slots.map((_, slot) =>
      Int32Array.from(counters.flatMap((counter, index) => (counter.slots.includes(slot) ? index : []))),
    ),
  };
}

function countersOf(rule: ProblemRule, { dishes, slots }: Problem): Counter[] {
  const tagged = new Uint8Array(dishes.length + 1);
  for (const dish of rule.dishes) tagged[dish] = 1;
  const counter = (counts: Uint8Array, most: number, worthOf: (many: number) => number): Counter => ({
    slots: rule.slots,
    counts,
    worth: Float64Array.from({ length: slots.length + 1 }, (_, many) => worthOf(many)),
    most,
  });
  if (!rule.isHard) {
    return [counter(tagged, Infinity, (many) => -MISSED_RULE * missing(rule, many + rule.fixed))];
  }
  const bound = (counts: Uint8Array, most: number): Counter =>
    counter(counts, most, (many) => -BROKEN * Math.max(0, many - most));
  return [bound(tagged, rule.mostTagged), bound(others(tagged), rule.mostOthers)].filter(
    ({ most }) => most < rule.slots.length,
  );
}

function others(flags: Uint8Array): Uint8Array {
  return flags.map((flag) => 1 - flag);
}

function missing({ atLeast, atMost }: ProblemRule, many: number): number {
  return Math.max(0, atLeast - many) + Math.max(0, many - atMost);
}

/** Lists behind one another: that of n goes from `starts[n]` up to `starts[n + 1]`. */
function listsOf(lists: readonly (readonly number[])[]) {
  const starts = new Int32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) starts[index + 1] = (starts[index] ?? 0) + list.length;
  return { starts, items: Int32Array.from(lists.flat()) };
}

/** One row per slot, with a one for each dish in its list. */
function flagsOf(lists: readonly (readonly number[])[], width: number): Uint8Array {
  const flags = new Uint8Array(lists.length * width);
  for (const [row, list] of lists.entries()) for (const dish of list) flags[row * width + dish] = 1;
  return flags;
}
