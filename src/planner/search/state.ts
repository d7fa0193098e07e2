/**
 * A draft of the week, whose value is kept up to date with every change: only what a change touches is
 * looked at. The value is that of score.ts, with a large reward for every filled slot and a larger loss
 * for every hard rule that is broken, so that one number says which of two drafts is better.
 *
 * Whoever changes a draft sees to it that leftovers stand only where the dinner before holds something.
 */
import { record, recordCooked, recordEaten } from './state-counts.ts';
import { gainOf, outOfBand } from './state-gain.ts';
import { type Draft, WEEK_DAYS } from './state-fields.ts';
import { EMPTY, LEFTOVERS, type Problem } from '#planner/model/problem.ts';
import { scoreOf } from '#planner/model/objective.ts';
import { BROKEN, tablesOf } from '#planner/model/tables.ts';

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
    outOfBand: Int32Array.from({ length: WEEK_DAYS }, (_, day) => outOfBand(tables, day, 0, 0)),
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
