/** The operations on shopping lists, one row each. Their folded state is in list-state.ts. */
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import type { OperationStatus } from '#domain/shopping-list/state.ts';
import type { Week } from '#domain/week/week.ts';
import { inBatches, readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';

/** The values of the column `state`. An added line is `bought` while a live operation buys it. */
export const STATES: Record<OperationStatus | 'bought', number> = {
  mark: 1,
  added: 2,
  done: 3,
  bought: 4,
  setting: 5,
};

/** The operations of a week in the order of arrival. */
export async function findOperations(db: Db, family: string, week: Week): Promise<ListOperation[]> {
  const rows = await db
    .selectFrom('list_operations')
    .select('operation')
    .where('family_id', '=', family)
    .where('week', '=', week)
    .orderBy('arrival')
    .execute();
  return rows.map(({ operation }) => JSON.parse(operation) as ListOperation);
}

/** All operations of all lists in the order of arrival, as JSON text, a page at a time. */
export function readAllOperations(db: Db, family: string): AsyncGenerator<OperationText[]> {
  return readPages(PAGE_SIZE, (after, limit) =>
    db
      .selectFrom('list_operations')
      .select(['week', 'operation', 'arrival'])
      .where('family_id', '=', family)
      .where('arrival', '>', after?.arrival ?? -1)
      .orderBy('arrival')
      .limit(limit)
      .execute(),
  );
}

type OperationText = { week: Week; operation: string; arrival: number };
const PAGE_SIZE = 250;

export async function findArrivedBetween(
  db: Db,
  family: string,
  from: number,
  until: number,
): Promise<ListOperation[]> {
  const rows = await db
    .selectFrom('list_operations')
    .select('operation')
    .where('family_id', '=', family)
    .where('arrival', '>=', from)
    .where('arrival', '<=', until)
    .orderBy('arrival')
    .execute();
  return rows.map(({ operation }) => JSON.parse(operation) as ListOperation);
}

/** Undefined if the family has no operations. */
export async function findLastArrival(db: Db, family: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('list_operations')
    .select((eb) => eb.fn.max('arrival').as('last'))
    .where('family_id', '=', family)
    .executeTakeFirst();
  return row?.last ?? undefined;
}

/** Those of the ids that have arrived before, for any week. */
export async function findOperationIds(db: Db, family: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('list_operations')
    .select('op_id')
    .where('family_id', '=', family)
    .where('op_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.op_id));
}

/** Their stored size. */
export function operationBytes(operations: readonly ListOperation[]): number {
  return operations.reduce((sum, operation) => sum + Buffer.byteLength(JSON.stringify(operation)), 0);
}

export async function insertOperations(
  db: Db,
  family: string,
  week: Week,
  operations: readonly { operation: ListOperation; arrival: number; status: OperationStatus }[],
): Promise<void> {
  for await (const batch of inBatches(operations, PAGE_SIZE)) {
    const rows = batch.map(({ operation, arrival, status }) => ({
      family_id: family,
      op_id: operation.opId,
      week,
      arrival,
      operation: JSON.stringify(operation),
      state: STATES[status],
    }));
    await db.insertInto('list_operations').values(rows).execute();
  }
}
