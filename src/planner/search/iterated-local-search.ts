/**
 * Iterated local search: empties some slots of a good week, fills them with other dishes, climbs from there, and keeps
 * the result unless it is much worse. Where many rules or a budget make local optima deep, this leaves them when no exchange
 * of two dishes does.
 */
import type { Random } from '#domain/random.ts';
import { EMPTY } from '#planner/model/compiled-instance.ts';
import { pickCandidate, type Search } from './annealing.ts';
import { climb, fillGreedily } from './hill-climbing.ts';
import { assign, commit, isUnused, restore, rollback, type SearchState, violatesHardRule } from './state.ts';

/** With two, most climbs lead back; with four, a climb takes longer and finds no more. */
const CHANGED_SLOTS = 3;
/** In tenths of a point: how much worse than the last week the next may be, and how much worse than the best. */
const ACCEPTED_LOSS = 60;
const MAX_LOSS = 3 * ACCEPTED_LOSS;
/** Swaps rarely gain more: in a week that is worse than the best by more, no swaps are tried. */
const MAX_SWAP_GAIN = 300;

/** Leaves the state at the best assignment found. */
export function perturb(search: Search, times: number): void {
  const { state, openSlots, random, shouldStop } = search;
  const best = { contents: state.contents.slice(), value: state.value };
  const last = { contents: state.contents.slice(), value: state.value };
  for (let time = 0; time < times && !shouldStop(); time += 1) {
    const changed = pickSlots(openSlots, random);
    for (const slot of changed) clear(state, slot);
    for (const slot of changed) assignRandom(state, slot, random);
    fillGreedily(state, openSlots);
    climb(search, best.value - MAX_SWAP_GAIN);
    if (state.value >= best.value) keep(best, state);
    if (state.value >= Math.max(last.value - ACCEPTED_LOSS, best.value - MAX_LOSS)) keep(last, state);
    else restore(state, last.contents);
  }
  restore(state, best.contents);
}

function keep(
  week: { readonly contents: Int32Array; value: number },
  { contents, value }: SearchState,
): void {
  week.contents.set(contents);
  week.value = value;
}

function pickSlots(slots: readonly number[], random: Random): number[] {
  const left = [...slots];
  const count = Math.min(CHANGED_SLOTS, left.length);
  return Array.from({ length: count }, () => left.splice(random(left.length), 1)).flat();
}

/** Empties a slot, and the slot that eats its leftovers. */
function clear(state: SearchState, slot: number): void {
  const eating = state.leftoversSlot[slot] as number;
  if (eating !== -1) assign(state, eating, EMPTY);
  assign(state, slot, EMPTY);
  commit(state);
}

function assignRandom(state: SearchState, slot: number, random: Random): void {
  const candidates = state.tables.candidates[slot] as Int32Array;
  if (candidates.length === 0) return;
  const dish = pickCandidate(candidates, random);
  if (!isUnused(state, slot, dish)) return;
  assign(state, slot, dish);
  if (violatesHardRule(state)) rollback(state);
  else commit(state);
}
