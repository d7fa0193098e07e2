/**
 * Moves: how one draft becomes another. Whatever is put somewhere, the week stays whole: a dish is never
 * in two slots, leftovers always have their dinner, and whoever had to give way is given something else.
 * Hard rules are kept as far as giving way can do it: whoever moves looks at the value before keeping it.
 */
import type { Chance } from './random.ts';
import { isBroken, put } from './state.ts';
import type { Draft } from './state-fields.ts';
import { EMPTY, LEFTOVERS } from '#planner/model/problem.ts';

/** How many dishes are tried for a slot that had to give way. */
const TRIES = 6;

/** Whether it may stand there by itself, whatever it does to the rules. */
export function mayHold({ tables, contents }: Draft, slot: number, content: number): boolean {
  if (content === EMPTY) return true;
  const row = slot * tables.dishCount;
  if (content !== LEFTOVERS) return tables.mayStand[row + content] === 1;
  const dish = contents[tables.dinner[slot] as number] ?? EMPTY;
  return dish >= 0 && tables.mayKeep[row + dish] === 1;
}

/** Puts a content where it may stand. A dish that stood elsewhere changes places with what was here. */
export function place(draft: Draft, slot: number, content: number, chance: Chance): void {
  const { contents, slotOf } = draft;
  const before = contents[slot] as number;
  const other = content >= 0 ? (slotOf[content] as number) : -1;
  const vacant: number[] = [];
  clear(draft, slot, vacant);
  if (other >= 0) clear(draft, other, vacant);
  put(draft, slot, content);
  if (other >= 0 && before >= 0 && mayHold(draft, other, before)) put(draft, other, before);
  if (isBroken(draft)) makeRoom(draft, slot, chance, vacant);
  // What was cooked double elsewhere is cooked double here, if it can be.
  const lunch = draft.tables.lunch[slot] as number;
  if (other >= 0 && lunch >= 0 && contents[lunch] === EMPTY) vacant.unshift(lunch);
  for (const one of vacant) if (one !== slot && contents[one] === EMPTY) refill(draft, one, chance);
}

/** Empties a slot, and with a dinner the lunch that eats of it. */
function clear(draft: Draft, slot: number, vacant: number[]): void {
  const { tables, contents } = draft;
  const lunch = tables.lunch[slot] as number;
  if (lunch >= 0 && contents[lunch] === LEFTOVERS) {
    put(draft, lunch, EMPTY);
    vacant.push(lunch);
  }
  if (contents[slot] === EMPTY) return;
  put(draft, slot, EMPTY);
  vacant.push(slot);
}

/** Empties other slots until no rule that this one breaks is broken, if that can be had. */
function makeRoom(draft: Draft, slot: number, chance: Chance, vacant: number[]): void {
  const { tables, contents, counted } = draft;
  for (const index of tables.countersOf[slot] as Int32Array) {
    const { slots, counts, most } = tables.counters[index] as Draft['tables']['counters'][number];
    const start = chance.below(slots.length);
    for (let at = 0; at < slots.length && (counted[index] as number) > most; at += 1) {
      const one = slots[(start + at) % slots.length] as number;
      const content = contents[one] as number;
      if (one === slot || content === EMPTY || tables.isLocked[one] === 1) continue;
      if (counts[content === LEFTOVERS ? tables.dishCount : content] === 1) clear(draft, one, vacant);
    }
  }
}

/** With leftovers where the dinner before still keeps, otherwise with a dish that happens to be free. */
function refill(draft: Draft, slot: number, chance: Chance): void {
  const { tables, slotOf } = draft;
  const candidates = tables.candidates[slot] as Int32Array;
  const start = chance.below(candidates.length);
  for (let at = -1; at < Math.min(TRIES, candidates.length); at += 1) {
    const content = at < 0 ? LEFTOVERS : (candidates[(start + at) % candidates.length] as number);
    if (at < 0 ? !mayHold(draft, slot, LEFTOVERS) : slotOf[content] !== -1) continue;
    put(draft, slot, content);
    if (!isBroken(draft)) return;
    put(draft, slot, EMPTY);
  }
}
