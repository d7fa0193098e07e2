/** The commands on a list: each creates operations and can be undone. */
import {
  type FoodAtHome,
  type Item,
  type ListAisle,
  aisleKey,
  type Purpose,
  type Shop,
} from '#domain/shopping-list/item.ts';
import { type ListOperation, possiblePartIds } from '#domain/shopping-list/operations.ts';
import { purchaseOf } from '#domain/shopping-list/item-operations.ts';
import { newId } from '#web/data/new-id.ts';
import { createStore, useStore } from '#web/base/store.ts';
import { operate, shownItems } from '#web/data/shopping-list.ts';

export type Added = Extract<Purpose, { added: string }>;
/** Something done in this tab. A command that is an undo itself is undone by `redo`. */
type Command = {
  week: string;
  what: string;
  operations: readonly ListOperation[];
  redo?: () => ListOperation;
  replaced?: Replaced;
};
/** The operations that a command takes back, and a new one that does the same as they did: an undo cannot be undone. */
type Replaced = { ids: readonly string[]; restore: () => ListOperation };

/** More than anyone remembers. */
const MAX_COMMANDS = 50;

const commands = createStore<readonly Command[]>([]);

export function tickItem(week: string, item: Item): void {
  run({ week, what: item.name, operations: [purchase(week, 'tick', item)] });
}

export function untickItem(week: string, item: Item): void {
  run({
    week,
    what: item.name,
    operations: [undoOperation(item.marks)],
    redo: () => purchase(week, 'tick', item),
  });
}

/** Takes the item off the list of this week. */
export function dropItem(week: string, item: Item): void {
  run({ week, what: item.name, operations: [purchase(week, 'drop', item)] });
}

export function restoreItem(week: string, item: Item): void {
  run({
    week,
    what: item.name,
    operations: [undoOperation(item.marks)],
    redo: () => purchase(week, 'drop', item),
  });
}

/** The typed amount replaces what the recipes need. `before` is the amount that was shown. */
export function changeAmount(week: string, item: Item, text: string, before: string): void {
  const { id: itemId, needs: seen, changes: ids = [] } = item;
  const amount = (typed: string): ListOperation => ({
    opId: newId(),
    kind: 'amount',
    itemId,
    text: typed,
    seen,
  });
  const replaced = { ids, restore: () => amount(before) };
  run({ week, what: item.name, operations: [amount(text)], replaced });
}

/** On all lists, also later ones. */
export function moveItem(week: string, item: Item, aisle: ListAisle): void {
  const key = aisleKey(item);
  const move = (to: ListAisle): ListOperation => ({ opId: newId(), kind: 'move', key, aisle: to });
  const replaced = { ids: item.moves ?? [], restore: () => move(item.aisle) };
  run({ week, what: item.name, operations: [move(aisle)], replaced });
}

/** The foods are always at home from now on. `what` names them in the undo button. */
export function keepFoods(week: string, what: string, items: readonly Pick<Item, 'foodId'>[]): void {
  const operations = items.flatMap(({ foodId }) => (foodId === undefined ? [] : [keepOperation(foodId)]));
  if (operations.length > 0) run({ week, what, operations });
}

export function endKeeping(week: string, { foodId, name, marks }: FoodAtHome): void {
  run({ week, what: name, operations: [undoOperation(marks)], redo: () => keepOperation(foodId) });
}

export function saveShop(week: string, { name: shop, aisles }: Omit<Shop, 'marks'>, before?: Shop): void {
  const order = (of: Shop['aisles']): ListOperation => ({ opId: newId(), kind: 'order', shop, aisles: of });
  const replaced = { ids: before?.marks ?? [], restore: () => order(before?.aisles ?? aisles) };
  run({ week, what: shop, operations: [order(aisles)], replaced });
}

export function removeShop(week: string, { name: shop, aisles, marks }: Shop): void {
  const redo = (): ListOperation => ({ opId: newId(), kind: 'order', shop, aisles });
  run({ week, what: shop, operations: [undoOperation(marks)], redo });
}

/** Changes the words of an added line. */
export function replaceLine(week: string, { added, opId }: Added, text: string): void {
  const replaced = { ids: [opId], restore: () => addOperation(added) };
  run({ week, what: text, operations: [addOperation(text)], replaced });
}

/** "We have none": the staple is on the list from now on. */
export function wantItem(week: string, item: Item): void {
  run({ week, what: item.name, operations: [{ opId: newId(), kind: 'want', itemId: item.id }] });
}

export function addItem(week: string, text: string): void {
  run({ week, what: text, operations: [addOperation(text)] });
}

export function removeItem(week: string, { added, opId }: Added): void {
  run({ week, what: added, operations: [undoOperation([opId])], redo: () => addOperation(added) });
}

/** Undoes the last command on this list. */
export function undoLast(week: string): void {
  const last = commands.get().findLast((command) => command.week === week);
  if (!last) return;
  const { operations, redo, replaced } = last;
  const undo = redo?.() ?? undoOperation(operations.flatMap(idsOf));
  operate(week, undo);
  const restored = replaced && replaced.ids.length > 0 ? replaced.restore() : undefined;
  if (restored) operate(week, restored);
  const undone = operations.flatMap((operation) => (operation.kind === 'undo' ? operation.undoes : []));
  const redone = (operation: ListOperation) => {
    if (undone.includes(operation.opId)) return undo;
    return (restored && replaced?.ids.includes(operation.opId) && restored) || operation;
  };
  // A redo replaces the operation that was undone: undoing that one undoes the redo. So does what was restored.
  const earlier = commands.get().filter((command) => command !== last);
  commands.set(earlier.map((command) => ({ ...command, operations: command.operations.map(redone) })));
}

/** What undoLast would undo, in words. */
export function useLastCommand(week: string): string | undefined {
  return useStore(commands, (all) => all.findLast((command) => command.week === week)?.what);
}

/** A line that the server splits becomes several operations. */
function idsOf(operation: ListOperation): string[] {
  return operation.kind === 'add' ? possiblePartIds(operation.opId, operation.text) : [operation.opId];
}

function purchase(week: string, kind: 'tick' | 'drop', item: Item): ListOperation {
  return purchaseOf(kind, item, shownItems(week), newId());
}

function addOperation(text: string): ListOperation {
  return { opId: newId(), kind: 'add', text };
}

function keepOperation(foodId: string): ListOperation {
  return { opId: newId(), kind: 'keep', foodId };
}

function undoOperation(undoes: readonly string[]): ListOperation {
  return { opId: newId(), kind: 'undo', undoes };
}

function run(command: Command): void {
  const { ids = [] } = command.replaced ?? {};
  if (ids.length > 0) operate(command.week, undoOperation(ids));
  for (const operation of command.operations) operate(command.week, operation);
  commands.set([...commands.get(), command].slice(-MAX_COMMANDS));
}
