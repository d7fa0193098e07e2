/** The operation that ticks or drops an item of a list. */
import type { Item } from './item.ts';
import type { ListOperation } from './operations.ts';

/** `items` are all items of the list. */
export function purchaseOf(
  kind: 'tick' | 'drop',
  item: Item,
  items: readonly Item[],
  opId: string,
): ListOperation {
  const { id: itemId, buys: bought } = item;
  return { opId, kind, itemId, bought, lines: linesOnlyIn(items, item) };
}

/** The added lines that are bought with this item: "salt and pepper" is bought with the second of the two. */
function linesOnlyIn(items: readonly Item[], { id, for: purposes }: Item): string[] {
  const open = items.filter((item) => item.id !== id && (item.state === 'open' || item.state === 'asked'));
  const elsewhere = new Set(open.flatMap((item) => item.for.map((one) => ('opId' in one ? one.opId : ''))));
  return purposes.flatMap((one) => ('opId' in one && !elsewhere.has(one.opId) ? [one.opId] : []));
}
