/**
 * The search state: the current assignment, its value, and all counts that the value depends on. A change of
 * one slot updates the value incrementally (delta evaluation), so it costs only what the slot touches.
 *
 * The value is the score of model/objective.ts, plus a reward for each filled slot, minus a larger penalty
 * for each violation of a hard rule. So one number orders all states.
 *
 * Invariant for callers: a dish is in one slot only, or in breakfasts only; a slot contains leftovers only while their
 * source contains a dish, and no two slots contain the leftovers of the same source.
 */
import { type CompiledInstance, EMPTY, leftoversSource } from '#planner/model/compiled-instance.ts';
import { isMainMeal } from '#planner/model/slots.ts';
import { evaluate } from '#planner/model/objective.ts';
import { HARD_RULE_PENALTY, type Tables, tablesOf } from '#planner/model/tables.ts';
import {
  countCooked,
  countMeal,
  countNeeds,
  countNutrition,
  type Counts,
  countUses,
  initialCounts,
} from './counts.ts';
import { gainBesideTotals, valueOfTotals } from './gains.ts';

export type SearchState = Counts & {
  readonly tables: Tables;
  /** Of each slot a dish, leftovers or `EMPTY`. */
  readonly contents: Int32Array;
  /** Of each dish the slot of the main meal in which it is cooked, or -1, and the number of breakfasts. */
  readonly slotOfDish: Int32Array;
  readonly breakfasts: Uint8Array;
  /** Of each slot the slot that eats its leftovers, or -1. */
  readonly leftoversSlot: Int32Array;
  value: number;
  /** The value at the last `commit`. */
  committedValue: number;
  /** Pairs of slot and former content, for all changes since the last `commit`. */
  readonly undoLog: number[];
};

/** Fixed meals are counted, locked slots are filled, all other slots are empty. */
export function initialState(instance: CompiledInstance): SearchState {
  const tables = tablesOf(instance);
  const contents = new Int32Array(instance.slots.length).fill(EMPTY);
  const { score } = evaluate(instance, contents);
  const state: SearchState = {
    ...initialCounts(tables),
    tables,
    contents,
    slotOfDish: new Int32Array(instance.dishes.length).fill(-1),
    breakfasts: new Uint8Array(instance.dishes.length),
    leftoversSlot: new Int32Array(instance.slots.length).fill(-1),
    value: score,
    committedValue: score,
    undoLog: [],
  };
  for (const { dish, day, place, servings, isCooked } of instance.fixedMeals) {
    countNutrition(state, dish, day, -1, 1);
    countNeeds(state, dish, -1, isCooked ? servings : 0, 1);
    if (isCooked) countCooked(state, dish, day, isMainMeal(place), 1);
  }
  for (const { dish, day, servings, isCooked, isForAll } of instance.fixedSides) {
    if (isForAll) countNutrition(state, dish, day, -1, 1);
    if (!isCooked) continue;
    countNeeds(state, dish, -1, servings, 1);
    countUses(state, dish, day, 1);
  }
  for (const [slot, { locked }] of instance.slots.entries()) {
    if (locked !== undefined) setContent(state, slot, locked);
  }
  commit(state);
  return state;
}

/** Changes the content of a slot and logs the former content for `rollback`. */
export function assign(state: SearchState, slot: number, content: number): void {
  state.undoLog.push(slot, state.contents[slot] as number);
  setContent(state, slot, content);
}

/** The same for an empty slot, if the gain is known. */
export function assignWithGain(state: SearchState, slot: number, content: number, gain: number): void {
  state.undoLog.push(slot, EMPTY);
  changeContent(state, slot, content);
  state.value += gain;
}

/** Accepts all changes since the last `commit`. */
export function commit(state: SearchState): void {
  state.undoLog.length = 0;
  state.committedValue = state.value;
}

/** Undoes all changes since the last `commit`. */
export function rollback(state: SearchState): void {
  const { undoLog } = state;
  for (let at = undoLog.length - 2; at >= 0; at -= 2) {
    changeContent(state, undoLog[at] as number, undoLog[at + 1] as number);
  }
  undoLog.length = 0;
  state.value = state.committedValue;
}

/** Replaces the whole assignment. */
export function restore(state: SearchState, contents: Int32Array): void {
  // Leftovers come after the slot that cooks them, so slots are emptied backwards.
  for (let slot = contents.length - 1; slot >= 0; slot -= 1) setContent(state, slot, EMPTY);
  for (const [slot, content] of contents.entries()) setContent(state, slot, content);
  commit(state);
}

/** Whether the slot may have the dish as well: only breakfasts are repeated. */
export function isUnused(
  { tables, slotOfDish, breakfasts }: SearchState,
  slot: number,
  dish: number,
): boolean {
  return slotOfDish[dish] === -1 && (breakfasts[dish] === 0 || tables.isMainMeal[slot] === 0);
}

export function violatesHardRule({ value }: SearchState): boolean {
  return value < -HARD_RULE_PENALTY / 2;
}

function setContent(state: SearchState, slot: number, content: number): void {
  const former = state.contents[slot] as number;
  state.value -= valueOfTotals(state);
  if (former !== EMPTY) {
    remove(state, slot, former);
    state.value -= gainBesideTotals(state, slot, former);
  }
  if (content !== EMPTY) {
    state.value += gainBesideTotals(state, slot, content);
    add(state, slot, content);
  }
  state.value += valueOfTotals(state);
}

/** Changes the counts and not the value. */
function changeContent(state: SearchState, slot: number, content: number): void {
  const former = state.contents[slot] as number;
  if (former !== EMPTY) remove(state, slot, former);
  if (content !== EMPTY) add(state, slot, content);
}

function add(state: SearchState, slot: number, content: number): void {
  state.contents[slot] = content;
  countMeal(state, slot, content, 1);
  updateIndexes(state, slot, content, true);
}

function remove(state: SearchState, slot: number, content: number): void {
  updateIndexes(state, slot, content, false);
  countMeal(state, slot, content, -1);
  state.contents[slot] = EMPTY;
}

/** Updates where a dish is cooked, or where leftovers are eaten. */
function updateIndexes(
  { tables, slotOfDish, breakfasts, leftoversSlot }: SearchState,
  slot: number,
  content: number,
  isThere: boolean,
): void {
  const source = leftoversSource(content);
  if (source !== undefined) leftoversSlot[source] = isThere ? slot : -1;
  else if (tables.isMainMeal[slot] === 1) slotOfDish[content] = isThere ? slot : -1;
  else breakfasts[content] = (breakfasts[content] as number) + (isThere ? 1 : -1);
}
