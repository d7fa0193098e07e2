/**
 * What people do to a shopping list, as operations that can be sent late, twice and in any order. An
 * operation is never changed or taken away; it can only be undone by another one that names it. So the
 * state of a list is a set of operations, merging is the union of sets, and nobody's tick is lost: an undo
 * takes back what its sender saw, and not the tick that somebody else made meanwhile; and what was undone
 * stays undone, even if it arrives only now.
 */

/** Exact amounts by unit, fit for JSON: `{ g: '1001/2', bunch: '1' }`. */
export type Amounts = { readonly [unit: string]: string };

export type ListOperation =
  /** It is in the basket, or at home after all. `bought` is what the item said to buy (Item.buys). */
  | { readonly opId: string; readonly kind: 'tick'; readonly itemId: string; readonly bought: Amounts }
  /** The answer to a staple that was asked about: there is none at home, put it on the list. */
  | { readonly opId: string; readonly kind: 'want'; readonly itemId: string }
  /** A line added by hand, understood like a line of a recipe if it can be. */
  | { readonly opId: string; readonly kind: 'add'; readonly text: string }
  /** Takes back ticks, answers or hand-added lines. An undo itself cannot be undone: tick again instead. */
  | { readonly opId: string; readonly kind: 'undo'; readonly undoes: readonly string[] };

/** What lies on an item. */
export type Mark = Extract<ListOperation, { kind: 'tick' | 'want' }>;

/** The operations of one list, by id. */
export type ListOperations = ReadonlyMap<string, ListOperation>;

export const NO_OPERATIONS: ListOperations = new Map();

/** With these as well. The first of one id stays: what arrives again under it is the same, or a forgery. */
export function mergeOperations(known: ListOperations, more: Iterable<ListOperation>): ListOperations {
  const merged = new Map(known);
  for (const operation of more) if (!merged.has(operation.opId)) merged.set(operation.opId, operation);
  return merged;
}

/** What was not undone, in the order of ids, so that the order of arrival shows nowhere. */
export function liveOperations(operations: ListOperations): ListOperation[] {
  const all = [...operations.values()];
  const undone = new Set(all.flatMap((one) => (one.kind === 'undo' ? one.undoes : [])));
  return all
    .filter(({ opId, kind }) => kind !== 'undo' && !undone.has(opId))
    .toSorted((one, other) => (one.opId < other.opId ? -1 : 1));
}

/** How often something was done to an item, undone things included: it only grows. */
export function itemVersions(operations: ListOperations): Map<string, number> {
  const versions = new Map<string, number>();
  for (const operation of operations.values()) {
    const touched = operation.kind === 'undo' ? operation.undoes : [operation.opId];
    for (const opId of touched) {
      const item = itemOf(operations.get(opId));
      if (item !== undefined) versions.set(item, (versions.get(item) ?? 0) + 1);
    }
  }
  return versions;
}

/** The item that an operation is done to; an undo is done to operations. */
export function itemOf(operation: ListOperation | undefined): string | undefined {
  if (operation === undefined || operation.kind === 'undo') return undefined;
  return operation.kind === 'add' ? addedItemId(operation.opId) : operation.itemId;
}

export function addedItemId(opId: string): string {
  return `added:${opId}`;
}
