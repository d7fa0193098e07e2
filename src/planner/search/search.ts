/**
 * The search for a good week: some anneals, each followed by a descent, and the best of all is the answer.
 * How long it searches depends on the problem and never on the clock, so that one seed means one week
 * everywhere; only a deadline ends it early, with the best week so far.
 */
import { anneal, tryPlace, type Walk } from './annealing.ts';
import { seededChance } from './random.ts';
import { emptyDraft, isBroken, keep, put, restore, undo } from './state.ts';
import { gainOf } from './state-gain.ts';
import type { Draft } from './state-fields.ts';
import { mayHold } from './moves.ts';
import { type Assignment, EMPTY, LEFTOVERS, type Problem, type ProblemSlot } from '#planner/model/problem.ts';

export type SearchOptions = {
  readonly seed: number;
  /** Whether it goes on for the best week, or is content as soon as no slot is empty. */
  readonly goal: 'best' | 'whole';
  readonly isOver: () => boolean;
  /** Where to begin; what may not stand there any more is left out. */
  readonly from?: Assignment;
};

const STARTS = 4;
/** In all starts together: with so few dishes to choose from, more rounds find nothing more. */
const ROUNDS_PER_CHOICE = 150;
const ROUNDS_PER_SLOT = 3_000;
const MORE_ROUNDS = 20_000;
const ROUNDS_FOR_WHOLE = 2_000;

export function findWeek(problem: Problem, { seed, goal, isOver, from = [] }: SearchOptions): Int32Array {
  const draft = emptyDraft(problem);
  const open = [...problem.slots.keys()].filter((slot) => isOpen(problem.slots[slot] as ProblemSlot));
  for (const slot of open) putBack(draft, slot, from[slot] ?? EMPTY);
  fillGaps(draft, open);

  const walk: Walk = {
    draft,
    open,
    chance: seededChance(seed),
    isOver: () => isOver() || (goal === 'whole' && !draft.contents.includes(EMPTY)),
  };
  const { starts, rounds } = goal === 'best' ? effortFor(problem) : { starts: 1, rounds: ROUNDS_FOR_WHOLE };
  const best = { week: draft.contents.slice(), value: draft.value };
  for (let start = 0; start < starts && open.length > 0 && !walk.isOver(); start += 1) {
    anneal(walk, rounds);
    descend(walk);
    if (draft.value < best.value) continue;
    best.week.set(draft.contents);
    best.value = draft.value;
  }
  restore(draft, best.week);
  // Cut short, it may have left empty what need not be.
  fillGaps(draft, open);
  return draft.contents;
}

function isOpen({ isLocked, candidates, keepers }: ProblemSlot): boolean {
  return !isLocked && candidates.length + keepers.length > 0;
}

function effortFor({ slots }: Problem): { starts: number; rounds: number } {
  const choices = slots.reduce((sum, { candidates, keepers }) => sum + candidates.length + keepers.length, 0);
  const rounds = Math.min(ROUNDS_PER_CHOICE * choices, MORE_ROUNDS + ROUNDS_PER_SLOT * slots.length);
  return { starts: STARTS, rounds: rounds / STARTS };
}

function putBack(draft: Draft, slot: number, content: number): void {
  if (content === EMPTY || !mayHold(draft, slot, content)) return;
  put(draft, slot, content);
  if (isBroken(draft)) undo(draft);
  else keep(draft);
}

/** Each empty slot gets what is best there now, those with the least choice first. */
function fillGaps(draft: Draft, open: readonly number[]): void {
  const choice = (slot: number): number => (draft.tables.candidates[slot] as Int32Array).length;
  for (const slot of open.toSorted((one, other) => choice(one) - choice(other))) {
    if (draft.contents[slot] === EMPTY) put(draft, slot, bestFor(draft, slot));
  }
  keep(draft);
}

/** What is best in a slot that is empty now: a free dish, leftovers, or nothing. */
function bestFor(draft: Draft, slot: number): number {
  let best = EMPTY;
  let most = 0;
  for (const content of choicesFor(draft, slot)) {
    if (content >= 0 ? draft.slotOf[content] !== -1 : !mayHold(draft, slot, content)) continue;
    const gain = gainOf(draft, slot, content);
    if (gain <= most) continue;
    best = content;
    most = gain;
  }
  return best;
}

/** Takes every single change that is better, until there is none. */
function descend(walk: Walk): void {
  for (let isBetter = true; isBetter && !walk.isOver();) {
    isBetter = false;
    for (const slot of walk.open) {
      for (const content of choicesFor(walk.draft, slot))
        if (tryPlace(walk, slot, content, -1)) isBetter = true;
    }
  }
}

function choicesFor({ tables }: Draft, slot: number): number[] {
  return [LEFTOVERS, ...(tables.candidates[slot] as Int32Array)];
}
