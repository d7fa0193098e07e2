/**
 * Decides which to-do shows which item of the shopping list. Each item has exactly one, so that phones show what the
 * app shows: a line that a phone adds to an item which is on the list already takes the place of that item's to-do.
 */
import { addedTo, type Item } from '#domain/shopping-list/item.ts';
import type { Week } from '#domain/week/week.ts';

/** A to-do as stored. */
export type Todo = {
  /** The last segment of its address. */
  readonly name: string;
  readonly uid: string;
  /** Of the item that it shows; empty while it is not placed yet, null after it was removed. */
  readonly itemKey: string | null;
  /** The operation that added its line; null if no line was added for it. */
  readonly line: string | null;
  /** What clients wrote that Weekfare does not use (todo.ts); empty for nothing. */
  readonly extra: string;
  /** A hash of what is shown. */
  readonly content: string;
  /** Rises with each change of the to-dos. */
  readonly version: number;
  readonly changedAt: string;
};

/** An item of a recipe belongs to its week; on the list of another week it is another one. */
export function itemKeyOf(week: Week, { id }: Pick<Item, 'id'>): string {
  return `${week} ${id}`;
}

/** The to-do of each item, where it has one. A to-do without an item is to be removed. */
export function placeTodos(
  todos: readonly Todo[],
  items: readonly Item[],
  week: Week,
): ReadonlyMap<Item, Todo> {
  const placed = new Map<Item, Todo>();
  const used = new Set<string>();
  const place = (item: Item | undefined, todo: Todo) => {
    if (!item || placed.has(item) || used.has(todo.name)) return;
    placed.set(item, todo);
    used.add(todo.name);
  };
  // Newest first: the to-do that was written last gets the item.
  const live = todos
    .filter(({ itemKey }) => itemKey !== null)
    .toSorted((first, second) => second.version - first.version || (first.name < second.name ? -1 : 1));
  const openFirst = [...items].toSorted((first, second) => rank(first) - rank(second));
  const byLine = new Map<string, Item[]>();
  for (const item of openFirst)
    for (const line of addedTo(item)) byLine.set(line, [...(byLine.get(line) ?? []), item]);
  const byKey = new Map(items.map((item) => [itemKeyOf(week, item), item]));
  const ofLine = ({ line }: Todo) => byLine.get(line ?? '')?.find((item) => !placed.has(item));
  for (const todo of live) if (todo.itemKey === '') place(ofLine(todo), todo);
  for (const todo of live) place(byKey.get(todo.itemKey ?? ''), todo);
  for (const todo of live) if (!used.has(todo.name)) place(ofLine(todo), todo);
  return placed;
}

function rank({ state }: Item): number {
  return state === 'open' ? 0 : 1;
}
