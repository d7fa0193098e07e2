/**
 * A draft of the week, whose value is kept up to date with every change: only what a change touches is
 * looked at. The value is that of score.ts, with a large reward for every filled slot and a larger loss
 * for every hard rule that is broken, so that one number says which of two drafts is better.
 *
 * Whoever changes a draft sees to it that leftovers stand only where the dinner before holds something.
 */
import { EMPTY, LEFTOVERS, type Problem } from './problem.ts';
import { GRAM_OF_PROTEIN, LEFTOVERS_POINTS, scoreOf } from './score.ts';
import { BROKEN, FILLED, type Tables, tablesOf } from './tables.ts';

export type Draft = {
  readonly tables: Tables;
  /** Of each slot a dish, `LEFTOVERS` or `EMPTY`. */
  readonly contents: Int32Array;
  /** Of each dish the slot in which it is cooked; -1 where it is not. */
  readonly slotOf: Int32Array;
  value: number;
  /** What the slots held that were changed since the last `keep`, in pairs of slot and content. */
  readonly trail: number[];
  /** Of each thing how many dishes use it in time. */
  readonly uses: Int32Array;
  /** Of each kind and day how many dishes are of it. */
  readonly repeats: Int32Array;
  readonly energyKcal: Int32Array;
  readonly proteinG: Int32Array;
  costCents: number;
  readonly moods: Int32Array;
  worstMood: number;
  readonly counted: Int32Array;
};

const WEEK_DAYS = 7;
type By = 1 | -1;

/** With what stands fixed or is locked, and otherwise empty. */
export function emptyDraft(problem: Problem): Draft {
  const tables = tablesOf(problem);
  const contents = new Int32Array(problem.slots.length).fill(EMPTY);
  const draft: Draft = {
    tables,
    contents,
    slotOf: new Int32Array(problem.dishes.length).fill(-1),
    value: scoreOf(problem, contents).score,
    trail: [],
    uses: new Int32Array(problem.things.length),
    repeats: new Int32Array(problem.kinds.length * WEEK_DAYS),
    energyKcal: new Int32Array(WEEK_DAYS),
    proteinG: new Int32Array(WEEK_DAYS),
    costCents: 0,
    moods: new Int32Array(tables.eaters),
    worstMood: 0,
    counted: new Int32Array(tables.counters.length),
  };
  for (const { dish, day, place, servings, isCooked } of problem.fixed) {
    recordEaten(draft, dish, day, isCooked ? servings : 0, 1);
    if (isCooked) recordCooked(draft, dish, day, place.slot !== 'breakfast', 1);
  }
  for (const [slot, { isLocked, candidates }] of problem.slots.entries()) {
    if (isLocked) change(draft, slot, candidates[0] ?? LEFTOVERS);
  }
  return draft;
}

/** Changes what a slot holds, and remembers what it held. */
export function put(draft: Draft, slot: number, content: number): void {
  draft.trail.push(slot, draft.contents[slot] as number);
  change(draft, slot, content);
}

/** What was changed stays. */
export function keep({ trail }: Draft): void {
  trail.length = 0;
}

/** What was changed since the last `keep` is as it was. */
export function undo(draft: Draft): void {
  const { trail } = draft;
  for (let at = trail.length - 2; at >= 0; at -= 2) {
    change(draft, trail[at] as number, trail[at + 1] as number);
  }
  trail.length = 0;
}

/** Makes the draft that week, whatever it was. */
export function restore(draft: Draft, week: Int32Array): void {
  // A lunch comes after the dinner whose leftovers it eats: it has to go before it, and come after it.
  for (let slot = week.length - 1; slot >= 0; slot -= 1) change(draft, slot, EMPTY);
  for (const [slot, content] of week.entries()) change(draft, slot, content);
  draft.trail.length = 0;
}

export function isBroken({ value }: Draft): boolean {
  return value < -BROKEN / 2;
}

function change(draft: Draft, slot: number, content: number): void {
  const before = draft.contents[slot] as number;
  if (before !== EMPTY) {
    record(draft, slot, before, -1);
    draft.value -= gainOf(draft, slot, before);
  }
  draft.contents[slot] = content;
  if (content !== EMPTY) {
    draft.value += gainOf(draft, slot, content);
    record(draft, slot, content, 1);
  }
}

/** By how much the value would rise if the slot, which is empty now, held this. */
export function gainOf(draft: Draft, slot: number, content: number): number {
  const { tables, contents } = draft;
  const day = tables.day[slot] as number;
  const servings = tables.servings[slot] as number;
  if (content === LEFTOVERS) {
    const dish = contents[tables.dinner[slot] as number] as number;
    const gain = eatingGain(draft, dish, day, servings) + ruleGain(draft, slot, tables.dishCount);
    return FILLED + LEFTOVERS_POINTS + gain;
  }
  let gain = eatingGain(draft, content, day, servings) + ruleGain(draft, slot, content);
  gain += thingGain(draft, content, day) + moodGain(draft, content);
  if (tables.isMain[slot] === 1) gain -= repetition(draft, content, day);
  return FILLED + (tables.points[content] as number) + gain;
}

function eatingGain(
  { tables, energyKcal, proteinG, costCents }: Draft,
  dish: number,
  day: number,
  servings: number,
): number {
  const energy = energyKcal[day] as number;
  const protein = proteinG[day] as number;
  const cost = costCents + servings * (tables.costCents[dish] as number);
  return (
    outOfBand(tables, day, energy, protein) -
    outOfBand(
      tables,
      day,
      energy + (tables.energyKcal[dish] as number),
      protein + (tables.proteinG[dish] as number),
    ) +
    Math.max(0, costCents - tables.budgetCents) -
    Math.max(0, cost - tables.budgetCents)
  );
}

function outOfBand(
  { leastKcal, mostKcal, leastProteinG }: Tables,
  day: number,
  energyKcal: number,
  proteinG: number,
): number {
  return (
    Math.max(0, (leastKcal[day] as number) - energyKcal) +
    Math.max(0, energyKcal - (mostKcal[day] as number)) +
    GRAM_OF_PROTEIN * Math.max(0, (leastProteinG[day] as number) - proteinG)
  );
}

/** Only the first use counts. */
function thingGain({ tables, uses }: Draft, dish: number, day: number): number {
  const { things, thingGain, thingLastDay } = tables;
  const end = things.starts[dish + 1] as number;
  let gain = 0;
  for (let at = things.starts[dish] as number; at < end; at += 1) {
    const thing = things.items[at] as number;
    if (uses[thing] === 0 && day <= (thingLastDay[thing] as number)) gain += thingGain[thing] as number;
  }
  return gain;
}

/** One more in a pair of days costs, unless it is the first there. */
function repetition({ tables, repeats }: Draft, dish: number, day: number): number {
  const { kinds, kindWeight } = tables;
  const end = kinds.starts[dish + 1] as number;
  let loss = 0;
  for (let at = kinds.starts[dish] as number; at < end; at += 1) {
    const kind = kinds.items[at] as number;
    const today = kind * WEEK_DAYS + day;
    const here = repeats[today] as number;
    if (day > 0 && here + (repeats[today - 1] as number) > 0) loss += kindWeight[kind] as number;
    if (day < WEEK_DAYS - 1 && here + (repeats[today + 1] as number) > 0) loss += kindWeight[kind] as number;
  }
  return loss;
}

function moodGain({ tables, moods, worstMood }: Draft, dish: number): number {
  const { eaters } = tables;
  if (eaters === 0) return 0;
  let worst = Infinity;
  for (let eater = 0, at = dish * eaters; eater < eaters; eater += 1, at += 1) {
    worst = Math.min(worst, (moods[eater] as number) + (tables.moods[at] as number));
  }
  return worst - worstMood;
}

/** `content` is a dish, or behind the last one leftovers. */
function ruleGain({ tables, counted }: Draft, slot: number, content: number): number {
  const counters = tables.countersOf[slot] as Int32Array;
  let gain = 0;
  for (let at = 0; at < counters.length; at += 1) {
    const index = counters[at] as number;
    const { counts, worth } = tables.counters[index] as Tables['counters'][number];
    const many = counted[index] as number;
    if (counts[content] === 1) gain += (worth[many + 1] as number) - (worth[many] as number);
  }
  return gain;
}

/** Counts a content in, or out again. */
function record(draft: Draft, slot: number, content: number, by: By): void {
  const { tables, contents, slotOf, moods } = draft;
  const isCooked = content !== LEFTOVERS;
  const dish = isCooked ? content : (contents[tables.dinner[slot] as number] as number);
  const day = tables.day[slot] as number;
  recordEaten(draft, dish, day, tables.servings[slot] as number, by);
  recordRules(draft, slot, isCooked ? dish : tables.dishCount, by);
  if (!isCooked) return;
  recordCooked(draft, dish, day, tables.isMain[slot] === 1, by);
  slotOf[dish] = by === 1 ? slot : -1;
  let worst = Infinity;
  for (let eater = 0, at = dish * tables.eaters; eater < tables.eaters; eater += 1, at += 1) {
    const mood = (moods[eater] as number) + by * (tables.moods[at] as number);
    moods[eater] = mood;
    worst = Math.min(worst, mood);
  }
  draft.worstMood = worst;
}

function recordEaten(draft: Draft, dish: number, day: number, servings: number, by: By): void {
  const { tables, energyKcal, proteinG } = draft;
  energyKcal[day] = (energyKcal[day] as number) + by * (tables.energyKcal[dish] as number);
  proteinG[day] = (proteinG[day] as number) + by * (tables.proteinG[dish] as number);
  draft.costCents += by * servings * (tables.costCents[dish] as number);
}

function recordCooked(
  { tables, uses, repeats }: Draft,
  dish: number,
  day: number,
  isMain: boolean,
  by: By,
): void {
  const { things, thingLastDay, kinds } = tables;
  for (let at = things.starts[dish] as number; at < (things.starts[dish + 1] as number); at += 1) {
    const thing = things.items[at] as number;
    if (day <= (thingLastDay[thing] as number)) uses[thing] = (uses[thing] as number) + by;
  }
  if (!isMain) return;
  for (let at = kinds.starts[dish] as number; at < (kinds.starts[dish + 1] as number); at += 1) {
    const today = (kinds.items[at] as number) * WEEK_DAYS + day;
    repeats[today] = (repeats[today] as number) + by;
  }
}

function recordRules({ tables, counted }: Draft, slot: number, content: number, by: By): void {
  const counters = tables.countersOf[slot] as Int32Array;
  for (let at = 0; at < counters.length; at += 1) {
    const index = counters[at] as number;
    const { counts } = tables.counters[index] as Tables['counters'][number];
    if (counts[content] === 1) counted[index] = (counted[index] as number) + by;
  }
}
