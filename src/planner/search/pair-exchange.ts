/**
 * Pair exchange: replaces the dishes of two slots at once. It finds improvements that no single move does, such as two
 * dishes that together meet a rule. Slots that cook or eat leftovers are left alone.
 */
import { EMPTY } from '#planner/model/compiled-instance.ts';
import type { Search } from './annealing.ts';
import { gainOf } from './gains.ts';
import { assign, commit, isUnused, rollback, type SearchState, violatesHardRule } from './state.ts';

/** How many dishes are tried in the first slot, and for each of them in the second. */
const FIRST_TRIES = 12;
const SECOND_TRIES = 40;
const MAX_PASSES = 3;

/** Makes every exchange that improves the value, until there is none. */
export function exchangePairs({ state, openSlots, shouldStop }: Search): void {
  for (let pass = 0, isImproved = true; isImproved && pass < MAX_PASSES; pass += 1) {
    isImproved = false;
    const plain = openSlots
      .filter((slot) => isPlain(state, slot))
      .map((slot) => ({ slot, dishes: bestDishes(state, slot) }));
    for (const [at, first] of plain.entries()) {
      for (const second of plain.slice(at + 1)) {
        if (shouldStop()) return;
        if (exchange(state, first, second)) isImproved = true;
      }
    }
  }
}

type Choice = { readonly slot: number; readonly dishes: readonly number[] };

/** Whether the slot contains a dish that nobody eats as leftovers. */
function isPlain({ contents, leftoversSlot }: SearchState, slot: number): boolean {
  return (contents[slot] as number) > EMPTY && leftoversSlot[slot] === -1;
}

function exchange(state: SearchState, one: Choice, other: Choice): boolean {
  const { value } = state;
  assign(state, one.slot, EMPTY);
  assign(state, other.slot, EMPTY);
  let best: { first: number; second: number; value: number } | undefined;
  const firsts = one.dishes.filter((dish) => isUnused(state, one.slot, dish)).slice(0, FIRST_TRIES);
  for (const first of firsts) {
    assign(state, one.slot, first);
    const reached = state.value;
    for (const second of other.dishes) {
      if (!isUnused(state, other.slot, second)) continue;
      const minGain = (best?.value ?? value) - reached;
      const gain = gainOf(state, other.slot, second, minGain);
      if (gain > minGain) best = { first, second, value: reached + gain };
    }
    assign(state, one.slot, EMPTY);
  }
  if (!best) {
    rollback(state);
    return false;
  }
  assign(state, one.slot, best.first);
  assign(state, other.slot, best.second);
  if (violatesHardRule(state)) {
    rollback(state);
    return false;
  }
  commit(state);
  return true;
}

/** The dishes with the largest gain in a slot as the other slots are. */
function bestDishes(state: SearchState, slot: number): number[] {
  assign(state, slot, EMPTY);
  const best = Array.from(state.tables.candidates[slot] as Int32Array)
    .filter((dish) => isUnused(state, slot, dish))
    .map((dish) => ({ dish, gain: gainOf(state, slot, dish) }))
    .toSorted((first, second) => second.gain - first.gain)
    .slice(0, SECOND_TRIES)
    .map(({ dish }) => dish);
  rollback(state);
  return best;
}
