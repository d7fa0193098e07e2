/** What the list shows first. */
import type { Item, ListAisle, ShoppingList } from '#domain/shopping-list/item.ts';

type OpenAisle = { aisle: ListAisle; items: Item[] };

/** More questions about staples are folded: the list comes first. */
export const MAX_OPEN_QUESTIONS = 4;

/** More rows than a phone shows at once. */
const FIRST_ROWS = 12;

/** The aisles with their items that are still to be bought. */
export function openAisles({ aisles }: ShoppingList): OpenAisle[] {
  return aisles
    .map(({ aisle, items }) => ({ aisle, items: items.filter(({ state }) => state === 'open') }))
    .filter(({ items }) => items.length > 0);
}

/** Those that begin among the first rows. */
export function firstAisles(aisles: readonly OpenAisle[]): OpenAisle[] {
  let rows = 0;
  return aisles.filter(({ items }) => (rows += items.length) - items.length < FIRST_ROWS);
}

/** Whether all rows are rendered at once: in columns, later rows would move earlier ones. */
export function hasColumns(): boolean {
  return matchMedia('(min-width: 44rem)').matches;
}
