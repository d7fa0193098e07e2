/**
 * The folded state of a shopping list: what has to be kept so that new operations can be added without
 * reading the earlier ones again. It equals the fold over all operations (shopping-list-operations.ts) in
 * any order and in any parts; the tests compare the two. Of the earlier operations a step
 * needs only those that the new ones undo, and the undos that came before what they undo.
 */
import { itemOf, type ListOperation } from './operations.ts';

/** What an operation is in the state: a live mark on an item, a live added line, or of no effect any more. */
export type Standing = 'mark' | 'added' | 'done';

/** An operation and its place in the order of arrival. */
export type Arrived = { readonly operation: ListOperation; readonly arrival: number };

/** What is known of the operations that the new ones name, and of the new ones. */
export type Before = {
  /** Operations in the state, by id. */
  readonly known: ReadonlyMap<string, { operation: ListOperation; isLive: boolean }>;
  /** How often a new operation was undone before it arrived, by its id. */
  readonly earlyUndos: ReadonlyMap<string, number>;
};

/** How the state changes. Numbers are added to those that are there. */
export type ListStep = {
  readonly standings: ReadonlyMap<string, Standing>;
  /** Operations that were live and have no effect any more. */
  readonly undone: ReadonlyMap<string, ListOperation>;
  readonly versions: ReadonlyMap<string, number>;
  /** The arrival of the first of the new ticks of an item. */
  readonly firstTicks: ReadonlyMap<string, number>;
  readonly earlyUndos: ReadonlyMap<string, number>;
};

/** The ids that these operations undo: what `Before.known` must hold, as far as it is in the state. */
export function undoneIds(operations: Iterable<ListOperation>): Set<string> {
  return new Set(Array.from(operations, (one) => (one.kind === 'undo' ? one.undoes : [])).flat());
}

/** Adds operations that are not in the state. Each id occurs once. */
export function foldOperations(fresh: readonly Arrived[], { known, earlyUndos }: Before): ListStep {
  const operations = new Map(fresh.map(({ operation }) => [operation.opId, operation]));
  const named = countNames(operations.values());
  const standings = new Map<string, Standing>();
  const versions = new Map<string, number>();
  const firstTicks = new Map<string, number>();
  for (const { operation, arrival } of fresh) {
    const { opId, kind } = operation;
    const timesUndone = (named.get(opId) ?? 0) + (earlyUndos.get(opId) ?? 0);
    const item = itemOf(operation);
    // An undo itself cannot be undone.
    if (item !== undefined) addTo(versions, item, 1 + timesUndone);
    if (item === undefined || timesUndone > 0) standings.set(opId, 'done');
    else standings.set(opId, kind === 'add' ? 'added' : 'mark');
    if (kind === 'tick' && item !== undefined) {
      firstTicks.set(item, Math.min(arrival, firstTicks.get(item) ?? arrival));
    }
  }
  const undone = new Map<string, ListOperation>();
  const early = new Map<string, number>();
  for (const [opId, times] of named) {
    if (operations.has(opId)) continue;
    const earlier = known.get(opId);
    const item = itemOf(earlier?.operation);
    if (!earlier) early.set(opId, times);
    if (!earlier || item === undefined) continue;
    if (earlier.isLive) undone.set(opId, earlier.operation);
    addTo(versions, item, times);
  }
  return { standings, undone, versions, firstTicks, earlyUndos: early };
}

function countNames(operations: Iterable<ListOperation>): Map<string, number> {
  const named = new Map<string, number>();
  for (const operation of operations) {
    if (operation.kind === 'undo') for (const opId of operation.undoes) addTo(named, opId, 1);
  }
  return named;
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}
