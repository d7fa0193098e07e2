/**
 * Changes of shopping lists. Only the operations are stored, each once, and their folded state
 * (docs/decisions/0009-shopping-list-operations.md); queries/lists.ts computes the list.
 */
import { MAX_BYTES, MAX_LIST_SIZE } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { type ListOperation, mergeOperations, NO_OPERATIONS } from '#domain/shopping-list/operations.ts';
import type { ListStep } from '#domain/shopping-list/state.ts';
import { isWithinPlanningRange, type Week } from '#domain/week/week.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/families.ts';
import { foldLists, type ListSize, prepareStep, readListSize, saveStep } from '#storage/list-state.ts';
import { findOperationIds, insertOperations, operationBytes } from '#storage/list-operations.ts';
import { understandLines } from '#queries/ingredient-lines.ts';

/** Each of these is a line to be understood whenever the list is made; what was taken off again is not. */
const MOST_ADDED = 300;
/** A batch has fewer, so the numbers of two never meet. */
const ARRIVALS_PER_CHANGE = 128;
/** Those that are new are kept; the others have been already, and are simply not made again. */
export async function operateList(
  context: ChangeContext,
  family: string,
  week: Week,
  operations: ListOperation[],
): Promise<Refusal | undefined> {
  // Read before they are stored: a line that breaks the parser would otherwise break every later read of the list.
  await understandLines(operations.flatMap((one) => (one.kind === 'add' ? [one.text] : [])));
  await foldLists(context.store, family, week, week);
  return auditedTransaction(context, family, async (tx, record) => {
    const sent = mergeOperations(NO_OPERATIONS, operations);
    const known = await findOperationIds(tx, family, [...sent.keys()]);
    const fresh = [...sent.values()].filter(({ opId }) => !known.has(opId));
    if (fresh.length === 0) return undefined;
    if (!(await findFamily(tx, family))) return refuse('not-found');
    if (!isWithinPlanningRange(week, context.nowMs)) return refuse('far-week');
    const arrived = fresh.map((operation, arrival) => ({ operation, arrival }));
    const step = await prepareStep(tx, family, week, arrived);
    const bytes = operationBytes(fresh);
    const refusal = refuseTooMuch(await readListSize(tx, family, week), step, bytes);
    if (refusal) return refusal;
    const version = await record('list.change', { week, operations: fresh.length });
    const arrival = version * ARRIVALS_PER_CHANGE;
    await insertOperations(tx, family, week, fresh, arrival);
    await saveStep(tx, family, week, step, { arrival, bytes });
    return undefined;
  });
}

function refuseTooMuch(size: ListSize, step: ListStep, bytes: number): Refusal | undefined {
  const added = [...step.statuses.values()].filter((standing) => standing === 'added').length;
  const removed = [...step.undone.values()].filter(({ kind }) => kind === 'add').length;
  if (added > 0 && size.added + added - removed > MOST_ADDED) return refuse('too-many');
  const isFull =
    size.operations + step.statuses.size > MAX_LIST_SIZE.operations ||
    size.bytes + bytes > MAX_LIST_SIZE.bytes;
  if (isFull) return refuse('list-full');
  return size.familyBytes + bytes > MAX_BYTES.lists ? refuse('family-full') : undefined;
}
