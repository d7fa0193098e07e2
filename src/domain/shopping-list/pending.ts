/**
 * Applies operations that are not sent yet to a list from the server: what a device shows while it is offline.
 * Amounts stay as the server computed them until it has received the operations.
 */
import { type Item, type ListAisle, type ShoppingList, typedItem } from './item.ts';
import {
  type ListOperation,
  NO_OPERATIONS,
  addedItemId,
  liveOperations,
  mergeOperations,
} from './operations.ts';
import { arrangeItems } from './aisle-order.ts';

export function withPendingOperations(
  list: ShoppingList,
  pending: readonly ListOperation[],
  aisleOrder: readonly ListAisle[],
  language: string,
): ShoppingList {
  if (pending.length === 0) return list;
  const live = liveOperations(mergeOperations(NO_OPERATIONS, pending));
  const undone = new Set(pending.flatMap((one) => (one.kind === 'undo' ? one.undoes : [])));
  const before = [...list.asked, ...list.aisles.flatMap(({ items }) => items)];
  const known = new Set(before.flatMap((item) => item.for.map((one) => 'opId' in one && one.opId)));
  const added = live.flatMap((one) => (one.kind === 'add' && !known.has(one.opId) ? [addedItem(one)] : []));
  const items = [...before, ...added]
    .flatMap((item) => afterUndo(item, undone))
    .map((item) => afterItemOperations(item, live));
  return arrangeItems(items, aisleOrder, language);
}

function addedItem({ text, opId }: Extract<ListOperation, { kind: 'add' }>): Item {
  return typedItem(addedItemId(opId), text, { added: text, opId });
}

/** Without the undone purposes and operations; an item without a purpose is dropped. */
function afterUndo(item: Item, undone: ReadonlySet<string>): Item[] {
  const purposes = item.for.filter((purpose) => !('opId' in purpose && undone.has(purpose.opId)));
  const marks = item.marks.filter((opId) => !undone.has(opId));
  if (purposes.length === 0) return [];
  const hasLostAll = item.marks.length > 0 && marks.length === 0;
  // Without its wants a staple is asked about again; without its ticks an item is to buy.
  const state = hasLostAll ? (item.state === 'open' ? 'asked' : 'open') : item.state;
  return [{ ...item, for: purposes, marks, state }];
}

function afterItemOperations(item: Item, live: readonly ListOperation[]): Item {
  const here = live.filter((one) => 'itemId' in one && one.itemId === item.id);
  const ticks = here.filter(({ kind }) => kind === 'tick');
  const isTicked = item.state === 'ticked';
  if (ticks.length > 0)
    return { ...item, state: 'ticked', marks: withIds(isTicked ? item.marks : [], ticks) };
  if (here.length === 0 || isTicked) return item;
  return { ...item, state: 'open', marks: withIds(item.marks, here) };
}

/** Each id once: the server may have received an operation whose response was lost. */
function withIds(marks: readonly string[], operations: readonly ListOperation[]): string[] {
  return [...new Set([...marks, ...operations.map(({ opId }) => opId)])];
}
