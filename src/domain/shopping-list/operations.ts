/**
 * Operations on a shopping list, which may arrive late, twice and in any order (a CRDT). An operation is never
 * changed or deleted; another one that names it can undo it. The state of a list is a set of operations and
 * merging is set union. So no tick is lost: an undo cancels what its sender saw, not a concurrent tick, and an
 * operation that is undone before it arrives stays undone.
 */
import type { Amounts, ListAisle } from './item.ts';
import { dividedLine } from './line-parts.ts';

export type ListOperation =
  /**
   * The item is in the basket, or at home after all. `bought` is the item's `buys`. `lines` are the ids of the added
   * lines that it buys: they are on no list any more.
   */
  | (Purchase & { readonly kind: 'tick' })
  /** The item is not bought: it is removed from the list of the week. */
  | (Purchase & { readonly kind: 'drop' })
  /** Puts an `asked` staple on the list: there is none at home. */
  | { readonly opId: string; readonly kind: 'want'; readonly itemId: string }
  /** A line added by hand, understood like a line of a recipe if it can be. */
  | { readonly opId: string; readonly kind: 'add'; readonly text: string }
  /** Changes what to buy of an item to a typed amount. `seen` is the item's `needs` at that time. */
  | {
      readonly opId: string;
      readonly kind: 'amount';
      readonly itemId: string;
      readonly text: string;
      readonly seen: Amounts;
    }
  /** The food is always at home: recipes put it on no list. */
  | { readonly opId: string; readonly kind: 'keep'; readonly foodId: string }
  /** Moves a food or a typed line (see `aisleKey`) to another aisle, on every list. */
  | { readonly opId: string; readonly kind: 'move'; readonly key: string; readonly aisle: ListAisle }
  /** The order of aisles in a shop; the shop without a name is the usual one. */
  | {
      readonly opId: string;
      readonly kind: 'order';
      readonly shop: string;
      readonly aisles: readonly ListAisle[];
    }
  /** Cancels other operations. An undo cannot be undone: tick again instead. */
  | { readonly opId: string; readonly kind: 'undo'; readonly undoes: readonly string[] };

type Purchase = {
  readonly opId: string;
  readonly itemId: string;
  readonly bought: Amounts;
  readonly lines?: readonly string[] | undefined;
  /** Added lines of which it buys one food, while another one is still to be bought. */
  readonly partLines?: readonly string[] | undefined;
};

/** An operation on an item that exists without it. */
export type ItemOperation = Extract<ListOperation, { itemId: string }>;

/** An operation that holds for the lists of all weeks. */
export type SettingOperation = Extract<ListOperation, { kind: 'keep' | 'move' | 'order' }>;

export function isSetting(operation: ListOperation): operation is SettingOperation {
  return operation.kind === 'keep' || operation.kind === 'move' || operation.kind === 'order';
}

/** The added lines that an operation takes off all other lists. */
export function linesBoughtBy(operation: ListOperation): readonly string[] {
  if (operation.kind !== 'tick' && operation.kind !== 'drop') return [];
  const { itemId, lines = [] } = operation;
  const own = itemId.startsWith(ADDED) ? [itemId.slice(ADDED.length)] : [];
  return [...new Set([...own, ...lines])];
}

/** The operations of one list, by id. */
export type ListOperations = ReadonlyMap<string, ListOperation>;

export const NO_OPERATIONS: ListOperations = new Map();

/** The first operation of an id wins: a later one is a repetition or a forgery. */
export function mergeOperations(known: ListOperations, more: Iterable<ListOperation>): ListOperations {
  const merged = new Map(known);
  for (const operation of more) if (!merged.has(operation.opId)) merged.set(operation.opId, operation);
  return merged;
}

/** Operations that are not undone, by id, so that the result does not depend on the order of arrival. */
export function liveOperations(operations: ListOperations): ListOperation[] {
  const all = [...operations.values()];
  const undone = new Set(all.flatMap((operation) => (operation.kind === 'undo' ? operation.undoes : [])));
  return all
    .filter(({ opId, kind }) => kind !== 'undo' && !undone.has(opId))
    .toSorted((first, second) => (first.opId < second.opId ? -1 : 1));
}

/** The number of operations on each item, undone ones and undos included: it only grows. */
export function itemVersions(operations: ListOperations): Map<string, number> {
  const versions = new Map<string, number>();
  for (const operation of operations.values()) {
    const touched = operation.kind === 'undo' ? operation.undoes : [operation.opId];
    for (const opId of touched) {
      const item = itemIdOf(operations.get(opId));
      if (item !== undefined) versions.set(item, (versions.get(item) ?? 0) + 1);
    }
  }
  return versions;
}

/** The item of an operation; undefined for an undo and for settings, which are not about one item. */
export function itemIdOf(operation: ListOperation | undefined): string | undefined {
  if (operation === undefined) return undefined;
  if (operation.kind === 'add') return addedItemId(operation.opId);
  return 'itemId' in operation ? operation.itemId : undefined;
}

const ADDED = 'added:';

export function addedItemId(opId: string): string {
  return `${ADDED}${opId}`;
}

/** The first part of a line has the id of the line, so that a device knows it before the line is split. */
export function linePartId(opId: string, at: number): string {
  return at === 0 ? opId : `${opId}-${at + 1}`;
}

/** The ids of all parts that a line can have. An undo names them all: only the server knows how it was split. */
export function possiblePartIds(opId: string, text: string): string[] {
  return dividedLine(text).map((_, at) => linePartId(opId, at));
}
