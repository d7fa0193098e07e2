/**
 * What a person can do to a list, as operations, and how each is taken back. Decides what undo means;
 * what becomes of an operation is the store's business.
 */
import { useSyncExternalStore } from 'react';
import type { Item, Purpose } from '#domain/shopping-list/item.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { newId } from '#web/offline/new-id.ts';
import { operate } from './shopping-list.ts';

type Added = Extract<Purpose, { added: string }>;
/** Something done in this tab. What was an undo itself is taken back by doing it again. */
type Command = { week: string; what: string; operation: ListOperation; again?: () => ListOperation };

/** More than anyone remembers. */
const UNDO_MOST = 50;

let commands: readonly Command[] = [];
const listeners = new Set<() => void>();

export function tickItem(week: string, item: Item): void {
  run({ week, what: item.name, operation: tickOperation(item) });
}

export function untickItem(week: string, item: Item): void {
  run({ week, what: item.name, operation: undoOperation(item.marks), again: () => tickOperation(item) });
}

/** "We have none": the staple is on the list from now on. */
export function wantItem(week: string, item: Item): void {
  run({ week, what: item.name, operation: { opId: newId(), kind: 'want', itemId: item.id } });
}

export function addItem(week: string, text: string): void {
  run({ week, what: text, operation: addOperation(text) });
}

export function removeItem(week: string, { added, opId }: Added): void {
  run({ week, what: added, operation: undoOperation([opId]), again: () => addOperation(added) });
}

/** Takes back the last thing done to this list here. */
export function undoLast(week: string): void {
  const last = commands.findLast((one) => one.week === week);
  if (!last) return;
  const { operation, again } = last;
  const back = again?.() ?? undoOperation([operation.opId]);
  operate(week, back);
  const undone = operation.kind === 'undo' ? operation.undoes : [];
  // What is done again stands for what was undone: to take that back is to take back this.
  const earlier = commands.filter((one) => one !== last);
  remember(earlier.map((one) => (undone.includes(one.operation.opId) ? { ...one, operation: back } : one)));
}

/** What undoLast would take back, in words. */
export function useLastCommand(week: string): string | undefined {
  return useSyncExternalStore(listen, () => commands.findLast((one) => one.week === week)?.what);
}

function tickOperation({ id, buys }: Item): ListOperation {
  return { opId: newId(), kind: 'tick', itemId: id, bought: buys };
}

function addOperation(text: string): ListOperation {
  return { opId: newId(), kind: 'add', text };
}

function undoOperation(undoes: readonly string[]): ListOperation {
  return { opId: newId(), kind: 'undo', undoes };
}

function run(one: Command): void {
  operate(one.week, one.operation);
  remember([...commands, one].slice(-UNDO_MOST));
}

function remember(next: readonly Command[]): void {
  commands = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
