/**
 * Simulated annealing: tries random moves, accepts every improvement, and accepts worse moves with falling
 * probability to escape local optima.
 */
import type { Random } from '#domain/random.ts';
import { EMPTY, leftoversOf } from '#planner/model/compiled-instance.ts';
import { mayReheat } from '#planner/model/tables.ts';
import { gainOf } from './gains.ts';
import { canAssign, canMove, move } from './moves.ts';
import { assign, assignWithGain, commit, isUnused, restore, rollback, type SearchState } from './state.ts';

export type Search = {
  readonly state: SearchState;
  /** The slots that may change. */
  readonly openSlots: readonly number[];
  readonly random: Random;
  readonly shouldStop: () => boolean;
};

const FINAL_TEMPERATURE = 25;
/** Moves between two updates of the temperature and checks of the deadline. */
const MOVES_PER_STEP = 64;
const REPLACE_TRIES = 8;
const DOUBLE_TRIES = 4;

/** -ln(u) in 1024ths for 1024 values of u. Integers, so that every machine gets the same results. */
const ACCEPTANCE_TABLE = Int32Array.from({ length: 1024 }, (_, index) =>
  Math.round(-1024 * Math.log((index + 0.5) / 1024)),
);

/** Leaves the state at the best assignment found. */
export function anneal(search: Search, moves: number, initialTemperature: number): void {
  const { state } = search;
  const best = { contents: state.contents.slice(), value: state.value };
  for (let done = 0; done < moves && !search.shouldStop(); done += MOVES_PER_STEP) {
    const temperature = temperatureAt(done / moves, initialTemperature);
    for (let step = 0; step < MOVES_PER_STEP; step += 1) {
      tryMove(search, temperature);
      // Of equally good weeks the last one wins, so that different seeds give different weeks.
      if (state.value < best.value) continue;
      best.contents.set(state.contents);
      best.value = state.value;
    }
  }
  restore(state, best.contents);
}

/** Cubic cooling; `progress` is from 0 to 1. */
function temperatureAt(progress: number, initial: number): number {
  const rest = 1 - progress;
  return FINAL_TEMPERATURE + (initial - FINAL_TEMPERATURE) * rest * rest * rest;
}

function tryMove(search: Search, temperature: number): void {
  const { state, openSlots, random } = search;
  const slot = pick(openSlots, random);
  const kind = random(20);
  if (kind < 3) {
    const swapped = state.contents[pick(openSlots, random)] as number;
    tryAssign(search, slot, swapped, acceptedLoss(temperature, random));
  } else if (kind < 6) {
    const candidate = pickCandidate(candidatesOf(state, slot), random);
    tryAssign(search, slot, candidate, acceptedLoss(temperature, random));
  } else if (isCookedDouble(state, slot) || (kind < 8 && hasLeftoverTargets(state, slot))) {
    tryCookDouble(search, slot, temperature);
  } else replace(search, slot, temperature);
}

/** Metropolis criterion: the largest loss that is accepted for a random number u, -T ln(u). */
function acceptedLoss(temperature: number, random: Random): number {
  return (temperature * (ACCEPTANCE_TABLE[random(ACCEPTANCE_TABLE.length)] as number)) / 1024;
}

/** Makes a move unless its loss exceeds `maxLoss`. Returns whether the state changed. */
export function tryAssign(
  { state, random }: Search,
  slot: number,
  content: number,
  maxLoss: number,
): boolean {
  if (content === EMPTY || content === state.contents[slot] || !canMove(state, slot, content)) return false;
  const value = state.value;
  move(state, slot, content, random);
  return commitIfAtLeast(state, value - maxLoss);
}

function commitIfAtLeast(state: SearchState, minValue: number): boolean {
  const isAccepted = state.value >= minValue;
  if (isAccepted) commit(state);
  else rollback(state);
  return isAccepted;
}

/**
 * Tries dishes whose leftovers a later slot may eat: the one that eats them now, or a random one. Empties both slots once
 * and compares several dishes by their gain.
 */
function tryCookDouble(search: Search, slot: number, temperature: number): void {
  const { state, random } = search;
  const { tables, contents, leftoversSlot } = state;
  const targets = tables.leftoverTargets[slot] as Int32Array;
  const eating = leftoversSlot[slot] === -1 ? pick(targets, random) : (leftoversSlot[slot] as number);
  const formerEaten = contents[eating] as number;
  if (tables.isLocked[eating] === 1 && formerEaten !== leftoversOf(slot)) return;
  if (leftoversSlot[eating] !== -1) return moveAndDouble(search, slot, eating, temperature);
  const former = contents[slot] as number;
  const value = state.value;
  if (formerEaten !== EMPTY) assign(state, eating, EMPTY);
  if (former !== EMPTY) assign(state, slot, EMPTY);
  const base = state.value;
  let gain = value - base;
  let best = EMPTY;
  for (let tries = 0; tries < DOUBLE_TRIES; tries += 1) {
    const dish = pickCandidate(candidatesOf(state, slot), random);
    if (!isUnused(state, slot, dish) || !mayReheat(tables, eating, slot, dish)) continue;
    assign(state, slot, dish);
    const otherGain = state.value - base + gainOf(state, eating, leftoversOf(slot));
    assign(state, slot, EMPTY);
    if (otherGain < gain - acceptedLoss(temperature, random)) continue;
    best = dish;
    gain = otherGain;
  }
  if (best === EMPTY) return rollback(state);
  assign(state, slot, best);
  assign(state, eating, leftoversOf(slot));
  commit(state);
}

/** For a later slot that cooks double itself: `move` empties it and the slot that eats its leftovers. */
function moveAndDouble({ state, random }: Search, slot: number, eating: number, temperature: number): void {
  const dish = pickCandidate(candidatesOf(state, slot), random);
  if (dish === state.contents[slot] || !mayReheat(state.tables, eating, slot, dish)) return;
  const value = state.value;
  move(state, slot, dish, random);
  if (canAssign(state, eating, leftoversOf(slot))) move(state, eating, leftoversOf(slot), random);
  commitIfAtLeast(state, value - acceptedLoss(temperature, random));
}

/** Empties a slot once and compares several contents by their gain, which is cheaper than a move for each. */
function replace({ state, random }: Search, slot: number, temperature: number): void {
  const { contents } = state;
  const candidates = candidatesOf(state, slot);
  const value = state.value;
  let content = contents[slot] as number;
  if (content !== EMPTY) assign(state, slot, EMPTY);
  let gain = value - state.value;
  const sources = state.tables.leftoverSources[slot] as Int32Array;
  for (let tries = sources.length > 0 ? 0 : 1; tries <= REPLACE_TRIES; tries += 1) {
    const other = tries === 0 ? leftoversOf(pick(sources, random)) : pickCandidate(candidates, random);
    if (tries === 0 ? !canAssign(state, slot, other) : !isUnused(state, slot, other)) continue;
    const minGain = gain - acceptedLoss(temperature, random);
    const otherGain = gainOf(state, slot, other, minGain);
    if (otherGain < minGain) continue;
    content = other;
    gain = otherGain;
  }
  if (content !== EMPTY) assignWithGain(state, slot, content, gain);
  commit(state);
}

function isCookedDouble({ leftoversSlot }: SearchState, slot: number): boolean {
  return leftoversSlot[slot] !== -1;
}

function hasLeftoverTargets({ tables }: SearchState, slot: number): boolean {
  return (tables.leftoverTargets[slot] as Int32Array).length > 0;
}

function candidatesOf({ tables }: SearchState, slot: number): Int32Array {
  return tables.candidates[slot] as Int32Array;
}

/** Better candidates more often: the earlier of two random positions. */
export function pickCandidate(candidates: Int32Array, random: Random): number {
  return candidates[Math.min(random(candidates.length), random(candidates.length))] as number;
}

function pick(numbers: ArrayLike<number>, random: Random): number {
  return numbers[random(numbers.length)] as number;
}
