/** The operation that ticks or drops an item of a list. */
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
