/**
 * What a person can do to a list, as operations, and how each is taken back. Decides what undo means;
 * what becomes of an operation is the store's business.
 */
import { useSyncExternalStore } from 'react';
import type { Item, Purpose } from '#domain/shopping-list/item.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { newId } from '#web/offline/new-id.ts';
import { operate } from './shopping.ts';

type Added = Extract<Purpose, { added: string }>;
/** Something done in this tab. What was an undo itself is taken back by doing it again. */
type Done = { week: string; what: string; operation: ListOperation; again?: () => ListOperation };

/** More than anyone remembers. */
const UNDO_MOST = 50;

let done: readonly Done[] = [];
const listeners = new Set<() => void>();

export function tick(week: string, item: Item): void {
  act({ week, what: item.name, operation: tickOf(item) });
}

export function untick(week: string, item: Item): void {
  act({ week, what: item.name, operation: undoOf(item.marks), again: () => tickOf(item) });
}

/** "We have none": the staple is on the list from now on. */
export function want(week: string, item: Item): void {
  act({ week, what: item.name, operation: { opId: newId(), kind: 'want', itemId: item.id } });
}

export function add(week: string, text: string): void {
  act({ week, what: text, operation: addOf(text) });
}

export function remove(week: string, { added, opId }: Added): void {
  act({ week, what: added, operation: undoOf([opId]), again: () => addOf(added) });
}

/** Takes back the last thing done to this list here. */
export function undoLast(week: string): void {
  const last = done.findLast((one) => one.week === week);
  if (!last) return;
  const { operation, again } = last;
  const back = again?.() ?? undoOf([operation.opId]);
  operate(week, back);
  const undone = operation.kind === 'undo' ? operation.undoes : [];
  // What is done again stands for what was undone: to take that back is to take back this.
  const earlier = done.filter((one) => one !== last);
  remember(earlier.map((one) => (undone.includes(one.operation.opId) ? { ...one, operation: back } : one)));
}

/** What undoLast would take back, in words. */
export function useLastDone(week: string): string | undefined {
  return useSyncExternalStore(listen, () => done.findLast((one) => one.week === week)?.what);
}

function tickOf({ id, buys }: Item): ListOperation {
  return { opId: newId(), kind: 'tick', itemId: id, bought: buys };
}

function addOf(text: string): ListOperation {
  return { opId: newId(), kind: 'add', text };
}

function undoOf(undoes: readonly string[]): ListOperation {
  return { opId: newId(), kind: 'undo', undoes };
}

function act(one: Done): void {
  operate(one.week, one.operation);
  remember([...done, one].slice(-UNDO_MOST));
}

function remember(next: readonly Done[]): void {
  done = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
