/** The counts of a draft: what one meal adds to them, and takes away again. */
import { outOfBand } from './state-gain.ts';
import { type Draft, WEEK_DAYS } from './state-fields.ts';
import { LEFTOVERS } from '#planner/model/problem.ts';
import type { Tables } from '#planner/model/tables.ts';

/** In or out. */
type By = 1 | -1;

/** Counts a content in, or out again. */
export function record(draft: Draft, slot: number, content: number, by: By): void {
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

export function recordEaten(draft: Draft, dish: number, day: number, servings: number, by: By): void {
  const { tables } = draft;
  const energyKcal = (draft.energyKcal[day] as number) + by * (tables.energyKcal[dish] as number);
  const proteinG = (draft.proteinG[day] as number) + by * (tables.proteinG[dish] as number);
  draft.energyKcal[day] = energyKcal;
  draft.proteinG[day] = proteinG;
  draft.outOfBand[day] = outOfBand(tables, day, energyKcal, proteinG);
  draft.costCents += by * servings * (tables.costCents[dish] as number);
}

export function recordCooked(
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
