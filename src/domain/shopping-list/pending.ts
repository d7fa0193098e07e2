/**
 * Applies operations that are not sent yet to a list from the server: what a device shows while it is offline.
 * Amounts stay as the server computed them until it has received the operations.
 */
import {
  type Item,
  type FoodAtHome,
  type ListAisle,
  type Shop,
  type ShoppingList,
  aisleKey,
  typedItem,
} from './item.ts';
import {
  type ListOperation,
  NO_OPERATIONS,
  addedItemId,
  liveOperations,
  mergeOperations,
} from './operations.ts';
import { arrangeItems } from './aisle-order.ts';
import { completeOrder, type ListSettings, settingsOf } from './settings.ts';

export function withPendingOperations(
  list: ShoppingList,
  pending: readonly ListOperation[],
  language: string,
): ShoppingList {
  if (pending.length === 0) return list;
  const live = liveOperations(mergeOperations(NO_OPERATIONS, pending));
  const settings = settingsOf(live);
  const undone = new Set(pending.flatMap((operation) => (operation.kind === 'undo' ? operation.undoes : [])));
  const before = allItems(list);
  const known = new Set(
    before.flatMap((item) => item.for.map((purpose) => 'opId' in purpose && purpose.opId)),
  );
  const added = live.flatMap((operation) =>
    operation.kind === 'add' && !known.has(operation.opId) ? [addedItem(operation)] : [],
  );
  const byItem = Map.groupBy(live, (operation) => ('itemId' in operation ? operation.itemId : ''));
  const items = [...before, ...added]
    .flatMap((item) => afterUndo(item, undone))
    .map((item) => afterItemOperations(item, byItem.get(item.id) ?? []))
    .map((item) => afterMoves(item, settings))
    .filter((item) => !isAtHome(item, settings));
  const shops = afterOrders(list.shops ?? [], settings, undone);
  const aisleOrder = shops.find(({ name }) => name === '')?.aisles ?? orderOf(list);
  return {
    ...arrangeItems(items, aisleOrder, language),
    atHome: afterKeeps(list.atHome ?? [], settings, undone, before),
    shops,
    aisleOrder,
  };
}

/** The order of all aisles in a shop; that of the usual one if the shop has none. */
export function orderOf({ shops, aisleOrder, aisles }: ShoppingList, shop = ''): readonly ListAisle[] {
  const own = shops.find(({ name }) => name === shop)?.aisles;
  // A list that a device cached before an upgrade knows only the aisles of its items.
  return own ?? aisleOrder ?? completeOrder(aisles.map(({ aisle }) => aisle));
}

/** The items in every state. */
export function allItems({ probablyAtHome, aisles, dropped }: ShoppingList): Item[] {
  return [...probablyAtHome, ...aisles.flatMap(({ items }) => items), ...dropped];
}

function addedItem({ text, opId }: Extract<ListOperation, { kind: 'add' }>): Item {
  return typedItem(addedItemId(opId), text, { added: text, opId });
}

/** Without the undone purposes and operations; an item without a purpose is dropped. */
function afterUndo(item: Item, undone: ReadonlySet<string>): Item[] {
  // The same object, so that the page renders only what changes.
  if (undone.size === 0) return [item];
  const purposes = item.for.filter((purpose) => !('opId' in purpose && undone.has(purpose.opId)));
  const marks = item.marks.filter((opId) => !undone.has(opId));
  if (purposes.length === 0) return [];
  if (purposes.length === item.for.length && marks.length === item.marks.length) return [item];
  const hasLostAll = item.marks.length > 0 && marks.length === 0;
  // Without its wants a staple is asked about again; without its ticks an item is to buy.
  const state = hasLostAll ? (item.state === 'open' ? 'probably-at-home' : 'open') : item.state;
  return [{ ...item, for: purposes, marks, state }];
}

function afterItemOperations(item: Item, here: readonly ListOperation[]): Item {
  if (here.length === 0) return item;
  const amounts = here.filter((operation) => operation.kind === 'amount');
  const typed = amounts.at(-1)?.text;
  const { typed: _, ...plain } = item;
  const changed: Item =
    typed === undefined
      ? item
      : { ...plain, set: typed, buy: [], changes: withIds(item.changes ?? [], amounts) };
  const done = here.filter(({ kind }) => kind === 'tick' || kind === 'drop');
  const isDone = item.state === 'ticked' || item.state === 'dropped';
  if (done.length > 0) {
    const isTicked = item.state === 'ticked' || done.some(({ kind }) => kind === 'tick');
    const marks = withIds(isDone ? item.marks : [], done);
    return { ...changed, state: isTicked ? 'ticked' : 'dropped', marks };
  }
  const wants = here.filter(({ kind }) => kind === 'want');
  if (isDone) return changed;
  const state = wants.length + amounts.length > 0 ? 'open' : changed.state;
  return { ...changed, state, marks: withIds(item.marks, wants) };
}

function afterMoves(item: Item, settings: ListSettings): Item {
  const key = aisleKey(item);
  const aisle = settings.aisleOf(key);
  return aisle ? { ...item, aisle, moves: [...(item.moves ?? []), ...settings.movesOf(key)] } : item;
}

/** A food that is at home is on the list only for what somebody added. */
function isAtHome({ foodId, for: purposes, state }: Item, { atHome }: ListSettings): boolean {
  if (state === 'ticked' || purposes.some((purpose) => 'added' in purpose)) return false;
  return atHome.some((food) => food.foodId === foodId);
}

function afterKeeps(
  before: readonly FoodAtHome[],
  { atHome }: ListSettings,
  undone: ReadonlySet<string>,
  items: readonly Item[],
): FoodAtHome[] {
  const left = before
    .map((food) => ({ ...food, marks: food.marks.filter((opId) => !undone.has(opId)) }))
    .filter(({ marks }) => marks.length > 0);
  const isNew = ({ foodId }: { foodId: string }) => left.every((food) => food.foodId !== foodId);
  const named = atHome.filter(isNew).map((food) => ({
    ...food,
    name: items.find(({ foodId }) => foodId === food.foodId)?.name ?? food.foodId,
  }));
  return [...left, ...named];
}

function afterOrders(before: readonly Shop[], settings: ListSettings, undone: ReadonlySet<string>): Shop[] {
  const left = before
    .map((shop) => ({ ...shop, marks: shop.marks.filter((opId) => !undone.has(opId)) }))
    .filter(({ marks, name }) => marks.length > 0 && settings.shops.every((shop) => shop.name !== name));
  return [...left, ...settings.shops].toSorted((first, second) => (first.name < second.name ? -1 : 1));
}

/** Each id once: the server may have received an operation whose response was lost. */
function withIds(marks: readonly string[], operations: readonly ListOperation[]): string[] {
  return [...new Set([...marks, ...operations.map(({ opId }) => opId)])];
}
