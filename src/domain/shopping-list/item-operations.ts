/** The operations that tick, drop or remove an item of a list. */
import { addedTo, type Item } from './item.ts';
import type { ListOperation } from './operations.ts';

/** `items` are all items of the list. */
export function purchaseOf(
  kind: 'tick' | 'drop',
  item: Item,
  items: readonly Item[],
  opId: string,
): ListOperation {
  const { id: itemId, buys: bought } = item;
  // "salt and pepper" is bought with the second of the two.
  const others = items.filter(
    ({ id, state }) => id !== itemId && (state === 'open' || state === 'probably-at-home'),
  );
  const elsewhere = new Set(others.flatMap(addedTo));
  const added = addedTo(item);
  const lines = added.filter((line) => !elsewhere.has(line));
  return { opId, kind, itemId, bought, lines, partLines: added.filter((line) => elsewhere.has(line)) };
}

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
