/**
 * Gains: by how much the value of a draft rises with one more meal, read off the counts. The parts are
 * those of score.ts; each looks only at what the meal touches.
 */
import { type Draft, WEEK_DAYS } from './state-fields.ts';
import { LEFTOVERS } from '#planner/model/problem.ts';
import { GRAM_OF_PROTEIN, LEFTOVERS_POINTS } from '#planner/model/objective.ts';
import { FILLED, type Tables } from '#planner/model/tables.ts';

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

function eatingGain(draft: Draft, dish: number, day: number, servings: number): number {
  const { tables, costCents } = draft;
  const energyKcal = (draft.energyKcal[day] as number) + (tables.energyKcal[dish] as number);
  const proteinG = (draft.proteinG[day] as number) + (tables.proteinG[dish] as number);
  const cost = costCents + servings * (tables.costCents[dish] as number);
  return (
    (draft.outOfBand[day] as number) -
    outOfBand(tables, day, energyKcal, proteinG) +
    Math.max(0, costCents - tables.budgetCents) -
    Math.max(0, cost - tables.budgetCents)
  );
}

export function outOfBand(
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
