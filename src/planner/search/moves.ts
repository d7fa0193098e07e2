/**
 * Moves from one state to a neighbouring state. After every move a dish is in one slot or in breakfasts only, leftovers
 * have their source, and emptied slots are refilled. A move empties other slots to repair hard rules, but
 * cannot always repair all: the caller compares the value before it commits.
 */
import type { Random } from '#domain/random.ts';
import { EMPTY, leftoversOf, leftoversSource } from '#planner/model/compiled-instance.ts';
import { mayReheat } from '#planner/model/tables.ts';
import { assign, isUnused, type SearchState, violatesHardRule } from './state.ts';

/** How many dishes are tried for an emptied slot. */
const REFILL_TRIES = 6;

/** Whether the slot may have this content as the other slots are, hard rules aside. */
export function canAssign(state: SearchState, slot: number, content: number): boolean {
  if (!canMove(state, slot, content)) return false;
  const source = leftoversSource(content);
  if (source === undefined) return content === EMPTY || isUnused(state, slot, content);
  const eating = state.leftoversSlot[source] as number;
  return eating === -1 || eating === slot;
}

/** Whether `move` may give the slot this content: a dish of another slot too, or leftovers that another slot eats. */
export function canMove(
  { tables, contents, leftoversSlot }: SearchState,
  slot: number,
  content: number,
): boolean {
  if (content === EMPTY) return true;
  const source = leftoversSource(content);
  if (source === undefined) return tables.isCandidate[slot * tables.dishCount + content] === 1;
  if (!tables.leftoverSources[slot]?.includes(source)) return false;
  const isLocked = tables.isLocked[leftoversSlot[source] as number] === 1;
  return !isLocked && mayReheat(tables, slot, source, contents[source] as number);
}

/**
 * Assigns a content that `canMove` allows. If the dish was the main meal of another slot, the two contents are swapped;
 * leftovers are taken from the slot that ate them.
 */
export function move(state: SearchState, slot: number, content: number, random: Random): void {
  const { contents, slotOfDish, leftoversSlot } = state;
  const former = contents[slot] as number;
  const otherSlot = content >= 0 ? (slotOfDish[content] as number) : -1;
  const emptied: number[] = [];
  const eating = otherSlot >= 0 ? (leftoversSlot[otherSlot] as number) : -1;
  clear(state, slot, emptied);
  if (otherSlot >= 0) clear(state, otherSlot, emptied);
  const source = leftoversSource(content);
  const eatenAt = source === undefined ? -1 : (leftoversSlot[source] as number);
  if (eatenAt >= 0) clear(state, eatenAt, emptied);
  // Clearing may have emptied the source of these leftovers; a breakfast may not be a main meal too.
  if (!canAssign(state, slot, content)) return;
  assign(state, slot, content);
  if (otherSlot >= 0 && former >= 0 && canAssign(state, otherSlot, former)) assign(state, otherSlot, former);
  if (violatesHardRule(state)) repairRules(state, slot, random, emptied);
  // A dish that was cooked double in its former slot is cooked double here too, if possible.
  if (eating >= 0 && contents[eating] === EMPTY && canAssign(state, eating, leftoversOf(slot))) {
    assign(state, eating, leftoversOf(slot));
    if (violatesHardRule(state)) assign(state, eating, EMPTY);
  }
  for (const place of emptied) if (place !== slot && contents[place] === EMPTY) refill(state, place, random);
}

/** Empties a slot; with a dish also the slot that eats its leftovers. */
function clear(state: SearchState, slot: number, emptied: number[]): void {
  const { contents, leftoversSlot } = state;
  const eating = leftoversSlot[slot] as number;
  if (eating >= 0) {
    assign(state, eating, EMPTY);
    emptied.push(eating);
  }
  if (contents[slot] === EMPTY) return;
  assign(state, slot, EMPTY);
  emptied.push(slot);
}

/** Empties other slots, starting at a random one, until this slot's rules are met or no slot is left. */
function repairRules(state: SearchState, slot: number, random: Random, emptied: number[]): void {
  const { tables, contents, counterCounts } = state;
  for (const [index, { slots, matches, max }] of tables.counters.entries()) {
    if (tables.countsLeftovers[slot * tables.counters.length + index] !== 1) continue;
    const start = random(slots.length);
    for (let at = 0; at < slots.length && (counterCounts[index] as number) > max; at += 1) {
      const one = slots[(start + at) % slots.length] as number;
      if (one === slot || contents[one] === EMPTY || tables.isLocked[one] === 1) continue;
      if (matches[eatenDish(state, one)] === 1) clear(state, one, emptied);
    }
  }
}

function eatenDish({ contents }: SearchState, slot: number): number {
  const source = leftoversSource(contents[slot] as number);
  return contents[source ?? slot] as number;
}

/** Tries leftovers first, then unused candidates from a random one on. */
function refill(state: SearchState, slot: number, random: Random): void {
  const { tables } = state;
  const candidates = tables.candidates[slot] as Int32Array;
  const sources = tables.leftoverSources[slot] as Int32Array;
  const start = random(candidates.length);
  for (let at = -1; at < Math.min(REFILL_TRIES, candidates.length); at += 1) {
    if (at < 0 && sources.length === 0) continue;
    const content =
      at < 0
        ? leftoversOf(sources[random(sources.length)] as number)
        : (candidates[(start + at) % candidates.length] as number);
    if (!canAssign(state, slot, content)) continue;
    assign(state, slot, content);
    if (!violatesHardRule(state)) return;
    assign(state, slot, EMPTY);
  }
}
