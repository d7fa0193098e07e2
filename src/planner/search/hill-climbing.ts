/** Greedy construction of a week, and hill climbing from there. */
import { EMPTY, leftoversOf } from '#planner/model/compiled-instance.ts';
import { type Search, tryAssign } from './annealing.ts';
import { gainOf } from './counts.ts';
import { canAssign } from './moves.ts';
import { assign, commit, rollback, type SearchState } from './state.ts';

/** Greedy construction: gives each empty slot its best content, the slots with the fewest candidates first. */
export function fillGreedily(state: SearchState, openSlots: readonly number[]): void {
  const candidateCount = (slot: number): number => (state.tables.candidates[slot] as Int32Array).length;
  for (const slot of openSlots.toSorted((one, other) => candidateCount(one) - candidateCount(other))) {
    if (state.contents[slot] === EMPTY) assign(state, slot, bestContent(state, slot));
  }
  commit(state);
}

/** The content with the largest gain in an empty slot: an unused dish, leftovers or nothing. */
function bestContent(state: SearchState, slot: number): number {
  let best = EMPTY;
  let bestGain = 0;
  for (const content of contentsFor(state, slot)) {
    if (content >= 0 ? state.slotOfDish[content] !== -1 : !canAssign(state, slot, content)) continue;
    const gain = gainOf(state, slot, content, bestGain);
    if (gain <= bestGain) continue;
    best = content;
    bestGain = gain;
  }
  return best;
}

/** Hill climbing: makes every single move that improves the value, until there is none. */
export function climb(search: Search): void {
  for (let isImproved = true; isImproved && !search.shouldStop();) {
    isImproved = false;
    for (const slot of search.openSlots) {
      if (replaceByBest(search.state, slot)) isImproved = true;
      for (const content of movesFor(search.state, slot))
        if (tryAssign(search, slot, content, -1)) isImproved = true;
    }
  }
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
function movesFor({ tables, contents }: SearchState, slot: number): number[] {
  const leftovers = Array.from(tables.leftoverSources[slot] as Int32Array, leftoversOf);
  return [...leftovers, ...contents.filter((content) => content > EMPTY)];
}

function contentsFor({ tables }: SearchState, slot: number): number[] {
  const sources = tables.leftoverSources[slot] as Int32Array;
  return [...Array.from(sources, leftoversOf), ...(tables.candidates[slot] as Int32Array)];
}
