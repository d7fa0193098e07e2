/**
 * The folded state of a shopping list: what must be stored so that new operations can be added without reading
 * all earlier ones. It equals the fold over all operations (operations.ts) in any order and any batches; the
 * tests compare the two. Of the earlier operations a step needs only those that the new ones undo, and the
 * undos that arrived before what they undo.
 */
import { itemIdOf, type ListOperation } from './operations.ts';

/** A live tick or want (`mark`), a live added line, or without effect. */
export type OperationStatus = 'mark' | 'added' | 'done';

/** `arrival` is the position in the order of arrival. */
export type ArrivedOperation = { readonly operation: ListOperation; readonly arrival: number };

/** The part of the state that a step depends on. */
export type PriorState = {
  /** The operations that the new ones undo, by id, as far as they are in the state. */
  readonly known: ReadonlyMap<string, { operation: ListOperation; isLive: boolean }>;
  /** How often a new operation was undone before it arrived, by id. */
  readonly earlyUndos: ReadonlyMap<string, number>;
};

/** A change of the state. Numbers are increments. */
export type ListStep = {
  readonly statuses: ReadonlyMap<string, OperationStatus>;
  /** Operations that this step cancels. */
  readonly undone: ReadonlyMap<string, ListOperation>;
  readonly versions: ReadonlyMap<string, number>;
  /** The arrival of the first new tick of an item. */
  readonly firstTicks: ReadonlyMap<string, number>;
  readonly earlyUndos: ReadonlyMap<string, number>;
};

/** The ids that these operations undo: those that `PriorState.known` must contain. */
export function undoneIds(operations: Iterable<ListOperation>): Set<string> {
  return new Set(Array.from(operations, (one) => (one.kind === 'undo' ? one.undoes : [])).flat());
}

/** `fresh` holds operations that are not in the state, each id once. */
export function foldOperations(
  fresh: readonly ArrivedOperation[],
  { known, earlyUndos }: PriorState,
): ListStep {
  const operations = new Map(fresh.map(({ operation }) => [operation.opId, operation]));
  const undoCounts = countUndos(operations.values());
  const statuses = new Map<string, OperationStatus>();
  const versions = new Map<string, number>();
  const firstTicks = new Map<string, number>();
  for (const { operation, arrival } of fresh) {
    const { opId, kind } = operation;
    const timesUndone = (undoCounts.get(opId) ?? 0) + (earlyUndos.get(opId) ?? 0);
    const item = itemIdOf(operation);
    // An undo itself cannot be undone.
    if (item !== undefined) addTo(versions, item, 1 + timesUndone);
    if (item === undefined || timesUndone > 0) statuses.set(opId, 'done');
    else statuses.set(opId, kind === 'add' ? 'added' : 'mark');
    if (kind === 'tick' && item !== undefined) {
      firstTicks.set(item, Math.min(arrival, firstTicks.get(item) ?? arrival));
    }
  }
  const undone = new Map<string, ListOperation>();
  const early = new Map<string, number>();
  for (const [opId, times] of undoCounts) {
    if (operations.has(opId)) continue;
    const earlier = known.get(opId);
    const item = itemIdOf(earlier?.operation);
    if (!earlier) early.set(opId, times);
    if (!earlier || item === undefined) continue;
    if (earlier.isLive) undone.set(opId, earlier.operation);
    addTo(versions, item, times);
  }
  return { statuses, undone, versions, firstTicks, earlyUndos: early };
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
