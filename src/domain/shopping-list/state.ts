/**
 * The folded state of a shopping list: what must be stored so that new operations can be added without reading
 * all earlier ones. It equals the fold over all operations (operations.ts) in any order and any batches; the
 * tests compare the two. Of the earlier operations a step needs only those that the new ones undo, and the
 * undos that arrived before what they undo.
 */
import type { Week } from '#domain/week/week.ts';
import { isSetting, itemIdOf, linesBoughtBy, type ListOperation } from './operations.ts';

/** A live operation on an item (`mark`), a live added line, a live setting of all lists, or without effect. */
export type OperationStatus = 'mark' | 'added' | 'setting' | 'done';

/** `arrival` is the position in the order of arrival. */
export type ArrivedOperation = { readonly operation: ListOperation; readonly arrival: number };

/** Versions count by week and item. */
type KnownOperation = { readonly operation: ListOperation; readonly week: Week; readonly isLive: boolean };

/** A live operation that buys a line. */
export type BoughtLine = { readonly line: string; readonly by: string };

/** The part of the state that a step depends on. */
export type PriorState = {
  /** The operations that the new ones undo, by id, as far as they are in the state. */
  readonly known: ReadonlyMap<string, KnownOperation>;
  /** How often a new operation was undone before it arrived, by id. */
  readonly earlyUndos: ReadonlyMap<string, number>;
};

type ItemVersion = { readonly week: Week; readonly itemId: string; readonly version: number };

/** A change of the state. Numbers are increments. */
export type ListStep = {
  readonly statuses: ReadonlyMap<string, OperationStatus>;
  /** Operations that this step cancels. */
  readonly undone: ReadonlyMap<string, ListOperation>;
  readonly versions: readonly ItemVersion[];
  /** The lines that the new operations buy. */
  readonly bought: readonly BoughtLine[];
  /** The arrival of the first new tick of an item. */
  readonly firstTicks: ReadonlyMap<string, number>;
  readonly earlyUndos: ReadonlyMap<string, number>;
};

/** The ids that these operations undo: those that `PriorState.known` must contain. */
export function undoneIds(operations: Iterable<ListOperation>): Set<string> {
  return new Set(
    Array.from(operations, (operation) => (operation.kind === 'undo' ? operation.undoes : [])).flat(),
  );
}

/** `fresh` holds operations on the list of a week that are not in the state, each id once. */
export function foldOperations(
  week: Week,
  fresh: readonly ArrivedOperation[],
  { known, earlyUndos }: PriorState,
): ListStep {
  const operations = new Map(fresh.map(({ operation }) => [operation.opId, operation]));
  const undoCounts = countUndos(operations.values());
  const statuses = new Map<string, OperationStatus>();
  const versions = new VersionCounts();
  const bought: BoughtLine[] = [];
  const firstTicks = new Map<string, number>();
  for (const { operation, arrival } of fresh) {
    const { opId, kind } = operation;
    const timesUndone = (undoCounts.get(opId) ?? 0) + (earlyUndos.get(opId) ?? 0);
    const item = itemIdOf(operation);
    if (item !== undefined) versions.add(week, item, 1 + timesUndone);
    const status = timesUndone > 0 ? 'done' : statusOf(operation);
    statuses.set(opId, status);
    if (status !== 'done') bought.push(...linesBoughtBy(operation).map((line) => ({ line, by: opId })));
    if (kind === 'tick' && item !== undefined) {
      firstTicks.set(item, Math.min(arrival, firstTicks.get(item) ?? arrival));
    }
  }
  const undone = new Map<string, ListOperation>();
  const early = new Map<string, number>();
  for (const [opId, times] of undoCounts) {
    if (operations.has(opId)) continue;
    const earlier = known.get(opId);
    if (!earlier) early.set(opId, times);
    // An undo itself cannot be undone.
    if (!earlier || earlier.operation.kind === 'undo') continue;
    if (earlier.isLive) undone.set(opId, earlier.operation);
    const item = itemIdOf(earlier.operation);
    if (item !== undefined) versions.add(earlier.week, item, times);
  }
  return { statuses, undone, versions: versions.all(), bought, firstTicks, earlyUndos: early };
}

function statusOf(operation: ListOperation): OperationStatus {
  if (operation.kind === 'undo') return 'done';
  if (operation.kind === 'add') return 'added';
  return isSetting(operation) ? 'setting' : 'mark';
}

class VersionCounts {
  readonly #counts = new Map<Week, Map<string, number>>();

  add(week: Week, itemId: string, count: number): void {
    addTo(
      this.#counts.getOrInsertComputed(week, () => new Map<string, number>()),
      itemId,
      count,
    );
  }

  all(): ItemVersion[] {
    return [...this.#counts].flatMap(([week, items]) =>
      Array.from(items, ([itemId, version]) => ({ week, itemId, version })),
    );
  }
}

function countUndos(operations: Iterable<ListOperation>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const operation of operations) {
    if (operation.kind === 'undo') for (const opId of operation.undoes) addTo(counts, opId, 1);
  }
  return counts;
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}
