/**
 * Simulated annealing: many small changes by chance. One that is better is taken, and at first so is many
 * a one that is worse, so as not to be caught on a small hill; the less heat is left, the fewer.
 */
import type { Chance } from './random.ts';
import { keep, put, restore, undo } from './state.ts';
import { gainOf } from './state-gain.ts';
import type { Draft } from './state-fields.ts';
import { mayHold, place } from './moves.ts';
import { EMPTY, LEFTOVERS } from '#planner/model/problem.ts';

/** A draft on its way, and the slots that may change. */
export type Walk = {
  readonly draft: Draft;
  readonly open: readonly number[];
  readonly chance: Chance;
  readonly isOver: () => boolean;
};

/** In tenths of a point: a loss as large as the heat is taken every third time. */
const HOT = 400;
const COLD = 50;
/** So many rounds go by between two looks at the clock. */
const STEP = 64;
/** How many dishes are tried in a slot once it is emptied, and how many dinners that are cooked double. */
const TRIES = 8;
const DOUBLE_TRIES = 4;

/** Minus the logarithm of chance, in 1024ths: whole numbers, so that every machine has the same. */
const PATIENCE = Int32Array.from({ length: 1024 }, (_, index) =>
  Math.round(-1024 * Math.log((index + 0.5) / 1024)),
);

/** Ends with the best week it met. */
export function anneal(walk: Walk, rounds: number): void {
  const { draft } = walk;
  const best = { week: draft.contents.slice(), value: draft.value };
  for (let round = 0; round < rounds && !walk.isOver(); round += STEP) {
    const rest = 1 - round / rounds;
    const heat = COLD + (HOT - COLD) * rest * rest * rest;
    for (let turn = 0; turn < STEP; turn += 1) {
      move(walk, heat);
      // Of equally good weeks the last one met: another seed means another one.
      if (draft.value < best.value) continue;
      best.week.set(draft.contents);
      best.value = draft.value;
    }
  }
  restore(draft, best.week);
}

function move(walk: Walk, heat: number): void {
  const { draft, open, chance } = walk;
  const slot = oneOf(open, chance);
  const kind = chance.below(20);
  if (kind < 3) tryPlace(walk, slot, draft.contents[oneOf(open, chance)] as number, lossTaken(heat, chance));
  else if (kind < 6) tryPlace(walk, slot, oneOf(choices(draft, slot), chance), lossTaken(heat, chance));
  else if (isDouble(draft, slot) || (kind < 8 && draft.tables.lunch[slot] !== -1))
    cookDouble(walk, slot, heat);
  else replace(walk, slot, heat);
}

/** The largest loss that is taken this time. */
function lossTaken(heat: number, chance: Chance): number {
  return (heat * (PATIENCE[chance.below(PATIENCE.length)] as number)) / 1024;
}

/** Puts something into a slot, with all that follows from it, unless too much is lost by it. */
export function tryPlace({ draft, chance }: Walk, slot: number, content: number, mostLost: number): boolean {
  if (content === EMPTY || content === draft.contents[slot] || !mayHold(draft, slot, content)) return false;
  const before = draft.value;
  place(draft, slot, content, chance);
  return settle(draft, before - mostLost);
}

function settle(draft: Draft, least: number): boolean {
  const stays = draft.value >= least;
  if (stays) keep(draft);
  else undo(draft);
  return stays;
}

/** Tries dinners of which the next day's lunch eats too. */
function cookDouble({ draft, chance }: Walk, slot: number, heat: number): void {
  const { tables, contents } = draft;
  const lunch = tables.lunch[slot] as number;
  for (let tries = 0; tries < DOUBLE_TRIES; tries += 1) {
    const dish = oneOf(choices(draft, slot), chance);
    if (dish === contents[slot] || tables.mayKeep[lunch * tables.dishCount + dish] !== 1) continue;
    const before = draft.value;
    place(draft, slot, dish, chance);
    if (contents[lunch] !== LEFTOVERS) place(draft, lunch, LEFTOVERS, chance);
    settle(draft, before - lossTaken(heat, chance));
  }
}

/** Empties a slot and tries what else could stand there: much cheaper than to move each in and out. */
function replace({ draft, chance }: Walk, slot: number, heat: number): void {
  const { contents, slotOf } = draft;
  const candidates = choices(draft, slot);
  const before = draft.value;
  let content = contents[slot] as number;
  if (content !== EMPTY) put(draft, slot, EMPTY);
  let gain = before - draft.value;
  for (let tries = 0; tries <= TRIES; tries += 1) {
    const other = tries === 0 ? LEFTOVERS : oneOf(candidates, chance);
    if (tries === 0 ? !mayHold(draft, slot, LEFTOVERS) : slotOf[other] !== -1) continue;
    const otherGain = gainOf(draft, slot, other);
    if (otherGain < gain - lossTaken(heat, chance)) continue;
    content = other;
    gain = otherGain;
  }
  if (content !== EMPTY) put(draft, slot, content);
  keep(draft);
}

function isDouble({ tables, contents }: Draft, slot: number): boolean {
  return contents[tables.lunch[slot] as number] === LEFTOVERS;
}

function choices({ tables }: Draft, slot: number): Int32Array {
  return tables.candidates[slot] as Int32Array;
}

function oneOf(numbers: ArrayLike<number>, chance: Chance): number {
  return numbers[chance.below(numbers.length)] as number;
}
