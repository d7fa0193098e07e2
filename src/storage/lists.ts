/** What people did to shopping lists, one row for each deed, and what they have at home. */
import type { ListOperation } from '#domain/shopping-list-operations.ts';
import type { Week } from '#domain/week.ts';
import type { Db } from './schema.ts';

type StoredOperation = { week: Week; operation: ListOperation };

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

export async function listOperations(db: Db, family: string): Promise<StoredOperation[]> {
  const rows = await db
    .selectFrom('list_operations')
    .select(['week', 'operation'])
    .where('family_id', '=', family)
    .orderBy('arrival')
    .execute();
  return rows.map(({ week, operation }) => ({ week, operation: JSON.parse(operation) as ListOperation }));
}

/** The ticks of the lists of the last weeks before this one: how the family walks through its shop. */
export async function findTicksBefore(
  db: Db,
  family: string,
  week: Week,
  { since, limit }: { since: Week; limit: number },
): Promise<StoredOperation[]> {
  const rows = await db
    .selectFrom('list_operations')
    .select(['week', 'operation'])
    .where('family_id', '=', family)
    .where('week', '>=', since)
    .where('week', '<', week)
    .where('operation', 'like', '%"kind":"tick"%')
    .orderBy('week', 'desc')
    .orderBy('arrival')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ week: row.week, operation: JSON.parse(row.operation) as ListOperation }));
}

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

/** A food at home; without a quantity, enough of it. `bestBefore` is a date of the calendar: `2026-11-15`. */
export type StoredPantryEntry = {
  foodId: string;
  quantityText?: string | undefined;
  bestBefore?: string | undefined;
};
export type Pantry = { version: number; entries: StoredPantryEntry[] };

export async function findPantry(db: Db, family: string): Promise<Pantry | undefined> {
  const row = await db
    .selectFrom('pantries')
    .select(['version', 'entries'])
    .where('family_id', '=', family)
    .executeTakeFirst();
  return row && { version: row.version, entries: JSON.parse(row.entries) as StoredPantryEntry[] };
}

export async function savePantry(db: Db, family: string, { version, entries }: Pantry): Promise<void> {
  const row = { version, entries: JSON.stringify(entries) };
  await db
    .insertInto('pantries')
    .values({ family_id: family, ...row })
    .onConflict((conflict) => conflict.column('family_id').doUpdateSet(row))
    .execute();
}
