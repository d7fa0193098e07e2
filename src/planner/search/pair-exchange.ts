/**
 * Pair exchange: replaces the dishes of two slots at once. It finds improvements that no single move does, such as two
 * dishes that together meet a rule. Slots that cook or eat leftovers are left alone.
 */
import { EMPTY } from '#planner/model/compiled-instance.ts';
import type { Search } from './annealing.ts';
import { gainOf } from './counts.ts';
import { assign, commit, rollback, type SearchState, violatesHardRule } from './state.ts';

/** How many dishes are tried in the first slot, and for each of them in the second. */
const FIRST_TRIES = 12;
const SECOND_TRIES = 40;
const MAX_PASSES = 3;

/** Makes every exchange that improves the value, until there is none. */
export function exchangePairs({ state, openSlots, shouldStop }: Search): void {
  for (let pass = 0, isImproved = true; isImproved && pass < MAX_PASSES; pass += 1) {
    isImproved = false;
    for (const [at, one] of openSlots.entries()) {
      for (const other of openSlots.slice(at + 1)) {
        if (shouldStop()) return;
        if (isPlain(state, one) && isPlain(state, other) && exchange(state, one, other)) isImproved = true;
      }
    }
  }
}

/** Whether the slot contains a dish that nobody eats as leftovers. */
function isPlain({ contents, leftoversSlot }: SearchState, slot: number): boolean {
  return (contents[slot] as number) > EMPTY && leftoversSlot[slot] === -1;
}

function exchange(state: SearchState, one: number, other: number): boolean {
  const { value } = state;
  assign(state, one, EMPTY);
  assign(state, other, EMPTY);
  const base = state.value;
  const [firsts, seconds] = [bestDishes(state, one, FIRST_TRIES), bestDishes(state, other, SECOND_TRIES)];
  let best: { first: number; second: number; value: number } | undefined;
  for (const first of firsts) {
    const gain = gainOf(state, one, first);
    assign(state, one, first);
    for (const second of seconds) {
      if (second === first) continue;
      const reached = base + gain + gainOf(state, other, second);
      if (reached > (best?.value ?? value)) best = { first, second, value: reached };
    }
    assign(state, one, EMPTY);
  }
  if (!best) {
    rollback(state);
    return false;
  }
  assign(state, one, best.first);
  assign(state, other, best.second);
  if (violatesHardRule(state)) {
    rollback(state);
    return false;
  }
  commit(state);
  return true;
}

/** The unused dishes with the largest gain in an empty slot. */
function bestDishes(state: SearchState, slot: number, count: number): number[] {
  return Array.from(state.tables.candidates[slot] as Int32Array)
    .filter((dish) => state.slotOfDish[dish] === -1)
    .map((dish) => ({ dish, gain: gainOf(state, slot, dish) }))
    .toSorted((one, other) => other.gain - one.gain)
    .slice(0, count)
    .map(({ dish }) => dish);
}
