/**
 * A list from the service with the operations laid over it that still wait to be sent: what a page shows
 * in a shop without a network. Amounts stay as the service said; it sums anew when it has heard of them.
 */
import { type Item, type ListAisle, type ShoppingList, typedItem } from './item.ts';
import {
  type ListOperation,
  NO_OPERATIONS,
  addedItemId,
  liveOperations,
  mergeOperations,
} from './operations.ts';
import { arrangeItems } from './order.ts';

export function withWaiting(
  list: ShoppingList,
  waiting: readonly ListOperation[],
  aisleOrder: readonly ListAisle[],
  language: string,
): ShoppingList {
  if (waiting.length === 0) return list;
  const live = liveOperations(mergeOperations(NO_OPERATIONS, waiting));
  const undone = new Set(waiting.flatMap((one) => (one.kind === 'undo' ? one.undoes : [])));
  const before = [...list.asked, ...list.aisles.flatMap(({ items }) => items)];
  const known = new Set(before.flatMap((item) => item.for.map((one) => 'opId' in one && one.opId)));
  const added = live.flatMap((one) => (one.kind === 'add' && !known.has(one.opId) ? [addedItem(one)] : []));
  const items = [...before, ...added]
    .flatMap((item) => afterUndo(item, undone))
    .map((item) => marked(item, live));
  return arrangeItems(items, aisleOrder, language);
}

function addedItem({ text, opId }: Extract<ListOperation, { kind: 'add' }>): Item {
  return typedItem(addedItemId(opId), text, { added: text, opId });
}

/** Without what was taken back; nothing is left of an item that is for nothing any more. */
function afterUndo(item: Item, undone: ReadonlySet<string>): Item[] {
  const purposes = item.for.filter((purpose) => !('opId' in purpose && undone.has(purpose.opId)));
  const marks = item.marks.filter((opId) => !undone.has(opId));
  if (purposes.length === 0) return [];
  const isBare = item.marks.length > 0 && marks.length === 0;
  // An answer taken back is a question again; a tick taken back is something to buy.
  const state = isBare ? (item.state === 'open' ? 'asked' : 'open') : item.state;
  return [{ ...item, for: purposes, marks, state }];
}

function marked(item: Item, live: readonly ListOperation[]): Item {
  const here = live.filter((one) => 'itemId' in one && one.itemId === item.id);
  const ticks = here.filter(({ kind }) => kind === 'tick');
  const isTicked = item.state === 'ticked';
  if (ticks.length > 0)
    return { ...item, state: 'ticked', marks: withIds(isTicked ? item.marks : [], ticks) };
  if (here.length === 0 || isTicked) return item;
  return { ...item, state: 'open', marks: withIds(item.marks, here) };
}

/** The service may have heard of an operation whose answer was lost. */
function withIds(marks: readonly string[], operations: readonly ListOperation[]): string[] {
  return [...new Set([...marks, ...operations.map(({ opId }) => opId)])];
}
