/**
 * Changes of shopping lists. Only the operations are stored, each once, and their folded state
 * (docs/decisions/0009-shopping-list-operations.md); queries/shopping-list/lists.ts computes the list.
 */
import { MAX_ADDED_LINES, MAX_BYTES, MAX_LIST_SIZE } from '#domain/family/quota.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import {
  isSetting,
  type ListOperation,
  mergeOperations,
  NO_OPERATIONS,
  linePartId,
} from '#domain/shopping-list/operations.ts';
import type { ListStep, OperationStatus } from '#domain/shopping-list/state.ts';
import { isWithinPlanningRange, type Week } from '#domain/week/week.ts';
import type { Db, Tx } from '#storage/schema.ts';
import { auditedTransaction, type ChangeContext, type RecordChange } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import {
  type ListSize,
  prepareStep,
  readListSize,
  saveStep,
} from '#storage/tables/shopping-list/list-state.ts';
import { findOperationIds, operationBytes } from '#storage/tables/shopping-list/list-operations.ts';
import { saveUndoStep } from '#storage/tables/undo-steps.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';
import { splitPurchases } from '#queries/shopping-list/purchases.ts';

/** Each setting is read with every list: foods at home, aisles of foods, shops. */
const MAX_SETTINGS = 1_000;
/** More than a batch has, so that the arrival numbers of two batches never overlap. */
const ARRIVALS_PER_CHANGE = 2_048;

/** Stores the operations that are new; known ones are ignored. `repeats`: what brings back what they undo. */
export async function applyListOperations(
  context: ChangeContext,
  family: string,
  week: Week,
  sentOperations: ListOperation[],
  repeats: ListOperation[] = [],
): Promise<Refusal | undefined> {
  const operations: ListOperation[] = [];
  for (const sent of sentOperations) operations.push(...(await splitAdded(sent)));
  // Parsed before they are stored: a line that crashes the parser would crash every later read of the list.
  await parseIngredientLines(
    operations.flatMap((operation) => (operation.kind === 'add' ? [operation.text] : [])),
  );
  const { nowMs, changeId, isUndoable } = context;
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await addOperations(tx, record, { family, week, nowMs }, operations);
    if (!refusal && isUndoable && changeId !== undefined) {
      const undoes = operations.flatMap(({ opId, kind }) => (kind === 'undo' ? [] : [opId]));
      await saveUndoStep(tx, family, changeId, { kind: 'list', week, undoes, repeats }, nowMs);
    }
    return refusal;
  });
}

type ListTarget = { family: string; week: Week; nowMs: number };

/** As part of a larger change. */
export async function addOperations(
  tx: Tx,
  record: RecordChange,
  target: ListTarget,
  operations: readonly ListOperation[],
): Promise<Refusal | undefined> {
  const checked = await checkOperations(tx, target, operations);
  if (!checked || isRefusal(checked)) return checked;
  const { fresh, step } = checked;
  const { family, week } = target;
  const version = await record('list.change', { week, operations: fresh.length });
  const { from: arrival } = arrivalsOf(version);
  await saveStep(tx, family, week, fresh, { step, arrival });
  return undefined;
}

/** The arrivals of the operations of one change. */
export function arrivalsOf(version: number): { from: number; until: number } {
  const from = version * ARRIVALS_PER_CHANGE;
  return { from, until: from + ARRIVALS_PER_CHANGE - 1 };
}

/** What `addOperations` would store or refuse. Undefined if all operations are known. */
export async function checkOperations(
  db: Db,
  { family, week, nowMs }: ListTarget,
  operations: readonly ListOperation[],
): Promise<{ fresh: ListOperation[]; step: ListStep } | Refusal | undefined> {
  const sent = mergeOperations(NO_OPERATIONS, operations);
  const known = await findOperationIds(db, family, [...sent.keys()]);
  const fresh = [...sent.values()].filter(({ opId }) => !known.has(opId));
  if (fresh.length === 0) return undefined;
  if (!(await findFamily(db, family))) return refuse('not-found');
  if (!isWithinPlanningRange(week, nowMs)) return refuse('week-out-of-range');
  const arrived = fresh.map((operation, arrival) => ({ operation, arrival }));
  const step = await prepareStep(db, family, week, arrived);
  const bytes = operationBytes(fresh);
  return refuseOverLimit(await readListSize(db, family, week), step, bytes) ?? { fresh, step };
}

/** Several things in one line are several lines. The first part has the id that was sent. */
async function splitAdded(operation: ListOperation): Promise<ListOperation[]> {
  if (operation.kind !== 'add' || operation.opId.length > MAX_SPLIT_ID) return [operation];
  const parts = await splitPurchases(operation.text);
  return parts.map((text, at) => ({
    ...operation,
    text,
    opId: linePartId(operation.opId, at),
  }));
}

/** An id has at most 64 characters. */
const MAX_SPLIT_ID = 60;

function refuseOverLimit(size: ListSize, step: ListStep, bytes: number): Refusal | undefined {
  const counted = (wanted: OperationStatus) =>
    [...step.statuses.values()].filter((status) => status === wanted).length;
  const [added, settings] = [counted('added'), counted('setting')];
  const undone = [...step.undone.values()];
  const removed = undone.filter(({ kind }) => kind === 'add').length;
  if (added > 0 && size.added + added - removed > MAX_ADDED_LINES) return refuse('too-many');
  const ended = undone.filter(isSetting).length;
  if (settings > 0 && size.settings + settings - ended > MAX_SETTINGS) return refuse('too-many');
  const isFull =
    size.operations + step.statuses.size > MAX_LIST_SIZE.operations ||
    size.bytes + bytes > MAX_LIST_SIZE.bytes;
  if (isFull) return refuse('list-full');
  return size.familyBytes + bytes > MAX_BYTES.lists ? refuse('quota-exceeded') : undefined;
}
