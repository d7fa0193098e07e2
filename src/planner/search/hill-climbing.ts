/** Greedy construction of a week, and hill climbing from there. */
import { EMPTY, leftoversOf } from '#planner/model/compiled-instance.ts';
import { type Search, tryAssign } from './annealing.ts';
import { cookedUtilityOf, gainOf, cheapGain, maxOtherGain } from './gains.ts';
import { canAssign, canMove } from './moves.ts';
import { assign, commit, isUnused, rollback, type SearchState } from './state.ts';

/** Greedy construction: gives each empty slot its best content, the slots with the fewest candidates first. */
export function fillGreedily(state: SearchState, openSlots: readonly number[]): void {
  const candidateCount = (slot: number): number => (state.tables.candidates[slot] as Int32Array).length;
  for (const slot of openSlots.toSorted((first, second) => candidateCount(first) - candidateCount(second))) {
    if (state.contents[slot] === EMPTY) assign(state, slot, bestContent(state, slot));
  }
  commit(state);
}

/** The content with the largest gain in an empty slot: an unused dish, leftovers or nothing. */
function bestContent(state: SearchState, slot: number): number {
  const { tables } = state;
  let best = EMPTY;
  let bestGain = 0;
  for (const source of tables.leftoverSources[slot] as Int32Array) {
    const content = leftoversOf(source);
    if (!canAssign(state, slot, content)) continue;
    const gain = gainOf(state, slot, content, bestGain);
    if (gain <= bestGain) continue;
    best = content;
    bestGain = gain;
  }
  const maxOther = maxOtherGain(state, slot);
  for (const dish of tables.candidates[slot] as Int32Array) {
    // The candidates are sorted by their utility: no later one can gain more.
    if (cookedUtilityOf(tables, slot, dish) + maxOther <= bestGain) break;
    if (!isUnused(state, slot, dish) || cheapGain(state, slot, dish) + maxOther <= bestGain) continue;
    const gain = gainOf(state, slot, dish, bestGain);
    if (gain <= bestGain) continue;
    best = dish;
    bestGain = gain;
  }
  return best;
}

/**
 * Hill climbing: makes every single move that improves the value, until there is none. Replaces first, which is cheaper.
 * Tries swaps only while the value is at least `minValue`.
 */
export function climb(search: Search, minValue = -Infinity): void {
  const { state, openSlots, shouldStop } = search;
  const improve = (improveSlot: (slot: number) => boolean): boolean =>
    openSlots.reduce((isImproved, slot) => improveSlot(slot) || isImproved, false);
  do {
    while (!shouldStop() && improve((slot) => replaceByBest(state, slot)));
  } while (!shouldStop() && state.value >= minValue && improve((slot) => moveBetter(search, slot)));
}

/** Not for a slot that is cooked double: its leftovers would be lost. */
function replaceByBest(state: SearchState, slot: number): boolean {
  if (state.leftoversSlot[slot] !== -1) return false;
  const { value } = state;
  assign(state, slot, EMPTY);
  assign(state, slot, bestContent(state, slot));
  const isBetter = state.value > value;
  if (isBetter) commit(state);
  else rollback(state);
  return isBetter;
}

/** What `replaceByBest` does not try: leftovers that another slot eats, and dishes of other slots. */
function moveBetter(search: Search, slot: number): boolean {
  const { state, openSlots } = search;
  let isImproved = false;
  for (const source of state.tables.leftoverSources[slot] as Int32Array) {
    if (tryAssign(search, slot, leftoversOf(source), -1)) isImproved = true;
  }
  for (const other of openSlots) {
    const content = state.contents[other] as number;
    // A swap with an earlier slot was tried there.
    if (content < 0 || (other < slot && isPlainSwap(state, slot, other))) continue;
    if (tryAssign(search, slot, content, -1)) isImproved = true;
  }
  return isImproved;
}

/** Whether `move` only swaps the dishes of two slots, whichever of them it is called for. */
function isPlainSwap(state: SearchState, slot: number, other: number): boolean {
  const { contents, leftoversSlot } = state;
  const own = contents[slot] as number;
  return (
    own >= 0 &&
    leftoversSlot[slot] === -1 &&
    leftoversSlot[other] === -1 &&
    canMove(state, other, own) &&
    canMove(state, slot, contents[other] as number)
  );
}
