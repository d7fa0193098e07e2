/** The operations on shopping lists, one row each. Their folded state is in list-state.ts. */
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import type { Week } from '#domain/week/week.ts';
import { readPages } from './paging.ts';
import type { Db } from './schema.ts';

/** In the order of arrival. */
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

/** All operations of all lists in the order of arrival, as texts, a page at a time. */
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

/** Those of the ids that have arrived before, for whichever week. */
export async function findOperationIds(db: Db, family: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('list_operations')
    .select('op_id')
    .where('family_id', '=', family)
    .where('op_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.op_id));
}

/** How much they take where they are stored. */
export function operationBytes(operations: ListOperation[]): number {
  return operations.reduce((sum, operation) => sum + Buffer.byteLength(JSON.stringify(operation)), 0);
}

/** The first is number `arrival`, and the others follow it. */
export async function insertOperations(
  db: Db,
  family: string,
  week: Week,
  operations: ListOperation[],
  arrival: number,
): Promise<void> {
  await db
    .insertInto('list_operations')
    .values(
      operations.map((operation, index) => ({
        family_id: family,
        op_id: operation.opId,
        week,
        arrival: arrival + index,
        operation: JSON.stringify(operation),
      })),
    )
    .onConflict((conflict) => conflict.columns(['family_id', 'op_id']).doNothing())
    .execute();
}
