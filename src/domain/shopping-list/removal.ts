/** The operations that remove an item from a list. */
import { addedTo, type Item } from './item.ts';
import type { ListOperation } from './operations.ts';
import { purchaseOf } from './purchase.ts';

/**
 * Lines that somebody added are taken back, unless another item is for them too. Anything else is removed from the list
 * of the week. `items` are all items of the list.
 */
export function removalOf(item: Item, items: readonly Item[], newId: () => string): ListOperation[] {
  if (item.state === 'dropped') return [];
  const added = addedTo(item);
  const elsewhere = new Set(items.filter(({ id }) => id !== item.id).flatMap(addedTo));
  if (added.length === item.for.length && !added.some((line) => elsewhere.has(line)))
    return [undo(added, newId)];
  // A tick counts more than a removal.
  const unticked = item.state === 'ticked' ? [undo(item.marks, newId)] : [];
  return [...unticked, purchaseOf('drop', item, items, newId())];
}

export function undo(undoes: readonly string[], newId: () => string): ListOperation {
  return { opId: newId(), kind: 'undo', undoes };
}
