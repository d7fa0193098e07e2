/**
 * Moves from one state to a neighbouring state. After every move a dish is in at most one slot, leftovers
 * have their dinner, and emptied slots are refilled. A move empties other slots to repair hard rules, but
 * cannot always repair all: the caller compares the value before it commits.
 */
import type { Random } from '#domain/random.ts';
import { EMPTY, LEFTOVERS } from '#planner/model/compiled-instance.ts';
import { assign, type SearchState, violatesHardRule } from './state.ts';

/** How many dishes are tried for an emptied slot. */
const REFILL_TRIES = 6;

/** Whether the slot may have this content, hard rules aside. */
export function canAssign({ tables, contents }: SearchState, slot: number, content: number): boolean {
  if (content === EMPTY) return true;
  const row = slot * tables.dishCount;
  if (content !== LEFTOVERS) return tables.isCandidate[row + content] === 1;
  const dish = contents[tables.previousDinner[slot] as number] ?? EMPTY;
  return dish >= 0 && tables.mayReheat[row + dish] === 1;
}

/**
 * Assigns a content that `canAssign` allows. If the dish was in another slot, the two contents are swapped.
 */
export function move(state: SearchState, slot: number, content: number, random: Random): void {
  const { contents, slotOfDish } = state;
  const former = contents[slot] as number;
  const otherSlot = content >= 0 ? (slotOfDish[content] as number) : -1;
  const emptied: number[] = [];
  clear(state, slot, emptied);
  if (otherSlot >= 0) clear(state, otherSlot, emptied);
  assign(state, slot, content);
  if (otherSlot >= 0 && former >= 0 && canAssign(state, otherSlot, former)) assign(state, otherSlot, former);
  if (violatesHardRule(state)) repairRules(state, slot, random, emptied);
  // A dish that was cooked double in its former slot is cooked double here too, if possible.
  const lunch = state.tables.nextLunch[slot] as number;
  if (otherSlot >= 0 && lunch >= 0 && contents[lunch] === EMPTY) emptied.unshift(lunch);
  for (const one of emptied) if (one !== slot && contents[one] === EMPTY) refill(state, one, random);
}

/** Empties a slot; with a dinner also the lunch that eats its leftovers. */
function clear(state: SearchState, slot: number, emptied: number[]): void {
  const { tables, contents } = state;
  const lunch = tables.nextLunch[slot] as number;
  if (lunch >= 0 && contents[lunch] === LEFTOVERS) {
    assign(state, lunch, EMPTY);
    emptied.push(lunch);
  }
  if (contents[slot] === EMPTY) return;
  assign(state, slot, EMPTY);
  emptied.push(slot);
}

/** Empties other slots, starting at a random one, until this slot's rules are met or no slot is left. */
function repairRules(state: SearchState, slot: number, random: Random, emptied: number[]): void {
  const { tables, contents, ruleCounts } = state;
  for (const index of tables.slotRuleCounters[slot] as Int32Array) {
    const { slots, matches, max } = tables.ruleCounters[
      index
    ] as SearchState['tables']['ruleCounters'][number];
    const start = random(slots.length);
    for (let at = 0; at < slots.length && (ruleCounts[index] as number) > max; at += 1) {
      const one = slots[(start + at) % slots.length] as number;
      const content = contents[one] as number;
      if (one === slot || content === EMPTY || tables.isLocked[one] === 1) continue;
      if (matches[content === LEFTOVERS ? tables.dishCount : content] === 1) clear(state, one, emptied);
    }
  }
}

/** Tries leftovers first, then unused candidates from a random one on. */
function refill(state: SearchState, slot: number, random: Random): void {
  const { tables, slotOfDish } = state;
  const candidates = tables.candidates[slot] as Int32Array;
  const start = random(candidates.length);
  for (let at = -1; at < Math.min(REFILL_TRIES, candidates.length); at += 1) {
    const content = at < 0 ? LEFTOVERS : (candidates[(start + at) % candidates.length] as number);
    if (at < 0 ? !canAssign(state, slot, LEFTOVERS) : slotOfDish[content] !== -1) continue;
    assign(state, slot, content);
    if (!violatesHardRule(state)) return;
    assign(state, slot, EMPTY);
  }
}
