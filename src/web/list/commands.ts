/** The commands on a list: each creates operations and can be undone. */
import type { Item, Purpose } from '#domain/shopping-list/item.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { newId } from '#web/offline/new-id.ts';
import { createStore, useStore } from '#web/store.ts';
import { operate, shownItems } from './shopping-list.ts';

type Added = Extract<Purpose, { added: string }>;
/** Something done in this tab. A command that is an undo itself is undone by `redo`. */
type Command = { week: string; what: string; operation: ListOperation; redo?: () => ListOperation };

/** More than anyone remembers. */
const MAX_COMMANDS = 50;

const commands = createStore<readonly Command[]>([]);

export function tickItem(week: string, item: Item): void {
  run({ week, what: item.name, operation: purchase(week, 'tick', item) });
}

export function untickItem(week: string, item: Item): void {
  run({
    week,
    what: item.name,
    operation: undoOperation(item.marks),
    redo: () => purchase(week, 'tick', item),
  });
}

/** "We have none": the staple is on the list from now on. */
export function wantItem(week: string, item: Item): void {
  run({ week, what: item.name, operation: { opId: newId(), kind: 'want', itemId: item.id } });
}

export function addItem(week: string, text: string): void {
  run({ week, what: text, operation: addOperation(text) });
}

export function removeItem(week: string, { added, opId }: Added): void {
  run({ week, what: added, operation: undoOperation([opId]), redo: () => addOperation(added) });
}

/** Undoes the last command on this list. */
export function undoLast(week: string): void {
  const last = commands.get().findLast((one) => one.week === week);
  if (!last) return;
  const { operation, redo } = last;
  const undo = redo?.() ?? undoOperation([operation.opId]);
  operate(week, undo);
  const undone = operation.kind === 'undo' ? operation.undoes : [];
  // A redo replaces the command that was undone: undoing that one undoes the redo.
  const earlier = commands.get().filter((one) => one !== last);
  commands.set(
    earlier.map((one) => (undone.includes(one.operation.opId) ? { ...one, operation: undo } : one)),
  );
}

/** What undoLast would undo, in words. */
export function useLastCommand(week: string): string | undefined {
  return useStore(commands, (all) => all.findLast((one) => one.week === week)?.what);
}

function purchase(week: string, kind: 'tick' | 'drop', item: Item): ListOperation {
  const { id: itemId, buys: bought } = item;
  return { opId: newId(), kind, itemId, bought, lines: linesOnlyIn(shownItems(week), item) };
}

/** The added lines that are bought with this item: "salt and pepper" is bought with the second of the two. */
function linesOnlyIn(items: readonly Item[], { id, for: purposes }: Item): string[] {
  const open = items.filter((item) => item.id !== id && (item.state === 'open' || item.state === 'asked'));
  const elsewhere = new Set(open.flatMap((item) => item.for.map((one) => ('opId' in one ? one.opId : ''))));
  return purposes.flatMap((one) => ('opId' in one && !elsewhere.has(one.opId) ? [one.opId] : []));
}

function addOperation(text: string): ListOperation {
  return { opId: newId(), kind: 'add', text };
}

function undoOperation(undoes: readonly string[]): ListOperation {
  return { opId: newId(), kind: 'undo', undoes };
}

function run(command: Command): void {
  operate(command.week, command.operation);
  commands.set([...commands.get(), command].slice(-MAX_COMMANDS));
}
