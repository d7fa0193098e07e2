/** The commands on a list: each creates operations and can be undone. */
import {
  type FoodAtHome,
  type Item,
  type ListAisle,
  placeKey,
  type Purpose,
  type Shop,
} from '#domain/shopping-list/item.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { newId } from '#web/offline/new-id.ts';
import { createStore, useStore } from '#web/store.ts';
import { operate, shownItems } from './shopping-list.ts';

export type Added = Extract<Purpose, { added: string }>;
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

/** Takes the item off the list of this week. */
export function dropItem(week: string, item: Item): void {
  run({ week, what: item.name, operation: purchase(week, 'drop', item) });
}

export function restoreItem(week: string, item: Item): void {
  run({
    week,
    what: item.name,
    operation: undoOperation(item.marks),
    redo: () => purchase(week, 'drop', item),
  });
}

/** The typed amount replaces what the recipes need. */
export function changeAmount(week: string, item: Item, text: string): void {
  replace(week, item.changes);
  const { id: itemId, needs: seen } = item;
  run({ week, what: item.name, operation: { opId: newId(), kind: 'amount', itemId, text, seen } });
}

/** On all lists, also later ones. */
export function moveItem(week: string, item: Item, aisle: ListAisle): void {
  replace(week, item.moves);
  run({ week, what: item.name, operation: { opId: newId(), kind: 'move', key: placeKey(item), aisle } });
}

/** The food is always at home from now on. */
export function keepFood(week: string, { foodId, name }: Pick<Item, 'foodId' | 'name'>): void {
  if (foodId !== undefined) run({ week, what: name, operation: keepOperation(foodId) });
}

export function endKeeping(week: string, { foodId, name, marks }: FoodAtHome): void {
  run({ week, what: name, operation: undoOperation(marks), redo: () => keepOperation(foodId) });
}

export function saveShop(week: string, { name: shop, aisles }: Omit<Shop, 'marks'>, before?: Shop): void {
  replace(week, before?.marks);
  run({ week, what: shop, operation: { opId: newId(), kind: 'order', shop, aisles } });
}

export function removeShop(week: string, { name: shop, aisles, marks }: Shop): void {
  const redo = (): ListOperation => ({ opId: newId(), kind: 'order', shop, aisles });
  run({ week, what: shop, operation: undoOperation(marks), redo });
}

/** Changes the words of an added line. */
export function replaceLine(week: string, { opId }: Added, text: string): void {
  replace(week, [opId]);
  addItem(week, text);
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

function keepOperation(foodId: string): ListOperation {
  return { opId: newId(), kind: 'keep', foodId };
}

/** Takes back what a new operation replaces. */
function replace(week: string, before: readonly string[] = []): void {
  if (before.length > 0) operate(week, undoOperation(before));
}

function undoOperation(undoes: readonly string[]): ListOperation {
  return { opId: newId(), kind: 'undo', undoes };
}

function run(command: Command): void {
  operate(command.week, command.operation);
  commands.set([...commands.get(), command].slice(-MAX_COMMANDS));
}
