/**
 * Iterated local search: empties some slots of the best week, fills them with other dishes, climbs from there, and keeps
 * the result if it is not worse. Where many rules or a budget make local optima deep, this leaves them when no exchange
 * of two dishes does.
 */
import type { Random } from '#domain/random.ts';
import { EMPTY } from '#planner/model/compiled-instance.ts';
import { pickCandidate, type Search } from './annealing.ts';
import { climb, fillGreedily } from './hill-climbing.ts';
import { assign, commit, restore, rollback, type SearchState, violatesHardRule } from './state.ts';

/** With two or three, most climbs lead back; with five, the result is rarely better. */
const CHANGED_SLOTS = 4;

/** Leaves the state at the best assignment found. */
export function perturb(search: Search, times: number): void {
  const { state, openSlots, random, shouldStop } = search;
  const best = { contents: state.contents.slice(), value: state.value };
  for (let time = 0; time < times && !shouldStop(); time += 1) {
    const changed = pickSlots(openSlots, random);
    for (const slot of changed) clear(state, slot);
    for (const slot of changed) assignRandom(state, slot, random);
    fillGreedily(state, openSlots);
    climb(search);
    if (state.value < best.value) {
      restore(state, best.contents);
    } else {
      best.contents.set(state.contents);
      best.value = state.value;
    }
  }
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
  if (state.slotOfDish[dish] !== -1) return;
  assign(state, slot, dish);
  if (violatesHardRule(state)) rollback(state);
  else commit(state);
}
