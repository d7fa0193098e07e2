/**
 * The folded state of shopping lists (domain/shopping-list/state.ts), as rows: the state of each operation,
 * the version of each item, the undos that arrived before their operation, and the size of each list. A read
 * touches only live operations, and a write only what it changes, however long the history is.
 */
import { sql } from 'kysely';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import {
  type ArrivedOperation,
  foldOperations,
  type ListStep,
  undoneIds,
} from '#domain/shopping-list/state.ts';
import type { Week } from '#domain/week/week.ts';
import { inBatches, readAll } from '#storage/paging.ts';
import { findLinesBoughtBy, findOpenLines, findSettings, saveBoughtLines } from './added-lines.ts';
import { insertOperations, operationBytes, STATES } from './list-operations.ts';
import type { Db, Tx } from '#storage/schema.ts';

/** Rows read or written in one turn of the event loop, which takes a few milliseconds. */
const BATCH_SIZE = 250;

/**
 * The live operations that the list of a week is made of: those on its items, the lines that are still to be bought
 * or were bought there, and the settings of all lists.
 */
export async function findLiveOperations(db: Db, family: string, week: Week): Promise<ListOperation[]> {
  const marks = await findByState(db, family, week, STATES.mark);
  return [
    ...marks,
    ...(await findLinesBoughtBy(db, family, marks)),
    ...(await findOpenLines(db, family, week)),
    ...(await findSettings(db, family)),
  ];
}

/** The ids of the live operations that were sent to the list of a week. */
export async function findLiveIds(db: Db, family: string, week: Week): Promise<Set<string>> {
  const rows = await db
    .selectFrom('list_operations')
    .select('operation')
    .where('family_id', '=', family)
    .where('week', '=', week)
    .where('state', '!=', STATES.done)
    .execute();
  return new Set(rows.map(({ operation }) => (JSON.parse(operation) as ListOperation).opId));
}

async function findByState(db: Db, family: string, week: Week, state: number): Promise<ListOperation[]> {
  const found: ListOperation[] = [];
  const rows = await readAll<{ op_id: string; operation: string }>(BATCH_SIZE, (after, limit) =>
    db
      .selectFrom('list_operations')
      .select(['op_id', 'operation'])
      .where('family_id', '=', family)
      .where('week', '=', week)
      .where('state', '=', state)
      .where('op_id', '>', after?.op_id ?? '')
      .orderBy('op_id')
      .limit(limit)
      .execute(),
  );
  for await (const batch of inBatches(rows, BATCH_SIZE)) {
    found.push(...batch.map(({ operation }) => JSON.parse(operation) as ListOperation));
  }
  return found;
}

/** The number of operations on each item, by its id. */
export async function readItemVersions(db: Db, family: string, week: Week): Promise<Map<string, number>> {
  const rows = await readAll<{ item_id: string; version: number }>(BATCH_SIZE * 4, (after, limit) =>
    db
      .selectFrom('list_items')
      .select(['item_id', 'version'])
      .where('family_id', '=', family)
      .where('week', '=', week)
      .where('item_id', '>', after?.item_id ?? '')
      .orderBy('item_id')
      .limit(limit)
      .execute(),
  );
  return new Map(rows.map(({ item_id, version }) => [item_id, version]));
}

/** The items ticked on the lists of earlier weeks: the newest list first, each in the order of ticking. */
export function findTickedItemsBefore(
  db: Db,
  family: string,
  week: Week,
  { since, limit }: { since: Week; limit: number },
): Promise<{ week: Week; itemId: string }[]> {
  return db
    .selectFrom('list_items')
    .select(['week', 'item_id as itemId'])
    .where('family_id', '=', family)
    .where('week', '>=', since)
    .where('week', '<', week)
    .where('first_tick', 'is not', null)
    .orderBy('week', 'desc')
    .orderBy('first_tick')
    .limit(limit)
    .execute();
}

/** The size of one list, and of all lists of the family: bytes, open lines and settings. */
export type ListSize = {
  operations: number;
  bytes: number;
  added: number;
  settings: number;
  familyBytes: number;
};

export async function readListSize(db: Db, family: string, week: Week): Promise<ListSize> {
  const list = await db
    .selectFrom('lists')
    .select(['operations', 'bytes'])
    .where('family_id', '=', family)
    .where('week', '=', week)
    .executeTakeFirst();
  const { bytes } = await db
    .selectFrom('lists')
    .select((eb) => eb.fn.sum('bytes').as('bytes'))
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return {
    operations: list?.operations ?? 0,
    bytes: list?.bytes ?? 0,
    added: await countInState(db, family, STATES.added),
    settings: await countInState(db, family, STATES.setting),
    familyBytes: Number(bytes ?? 0),
  };
}

async function countInState(db: Db, family: string, state: number): Promise<number> {
  const { count } = await db
    .selectFrom('list_operations')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('family_id', '=', family)
    .where('state', '=', sql.lit(state))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Computes how new operations change the state. Writes nothing. */
export async function prepareStep(
  db: Db,
  family: string,
  week: Week,
  fresh: readonly ArrivedOperation[],
): Promise<ListStep> {
  const operations = fresh.map(({ operation }) => operation);
  const known = new Map<string, { operation: ListOperation; week: Week; isLive: boolean }>();
  for await (const ids of inBatches([...undoneIds(operations)], BATCH_SIZE)) {
    // Of any week: a line can be removed from the list of a later week.
    const rows = await db
      .selectFrom('list_operations')
      .select(['op_id', 'operation', 'state', 'week'])
      .where('family_id', '=', family)
      .where('op_id', 'in', ids)
      .execute();
    for (const row of rows) {
      const isLive = row.state !== STATES.done;
      known.set(row.op_id, { operation: JSON.parse(row.operation), week: row.week, isLive });
    }
  }
  const earlyUndos = new Map<string, number>();
  for await (const batch of inBatches(operations, BATCH_SIZE)) {
    const rows = await db
      .selectFrom('list_early_undos')
      .select(['op_id', 'times'])
      .where('family_id', '=', family)
      .where('op_id', 'in', idsOf(batch))
      .execute();
    for (const { op_id, times } of rows) earlyUndos.set(op_id, (earlyUndos.get(op_id) ?? 0) + times);
  }
  return foldOperations(week, fresh, { known, earlyUndos });
}

/** Stores operations that are new, with the state after them. */
export async function appendOperations(
  tx: Tx,
  family: string,
  week: Week,
  operations: readonly ListOperation[],
  arrival: number,
): Promise<void> {
  const arrived = operations.map((operation, at) => ({ operation, arrival: at }));
  const step = await prepareStep(tx, family, week, arrived);
  await saveStep(tx, family, week, operations, { step, arrival });
}

/** Stores the operations of a step and how it changes the state. The arrivals of the step count from `arrival`. */
export async function saveStep(
  tx: Tx,
  family: string,
  week: Week,
  operations: readonly ListOperation[],
  { step, arrival }: { step: ListStep; arrival: number },
): Promise<void> {
  const arrived = operations.map((operation, at) => ({
    operation,
    arrival: arrival + at,
    status: step.statuses.get(operation.opId) ?? 'done',
  }));
  await insertOperations(tx, family, week, arrived);
  for await (const undone of inBatches([...step.undone.keys()], BATCH_SIZE)) {
    await tx
      .updateTable('list_operations')
      .set({ state: STATES.done })
      .where('family_id', '=', family)
      .where('op_id', 'in', undone)
      .execute();
  }
  await saveItems(tx, family, week, step, arrival);
  await saveEarlyUndos(tx, family, week, step);
  await saveBoughtLines(tx, family, step);
  await tx
    .insertInto('lists')
    .values({
      family_id: family,
      week,
      operations: operations.length,
      bytes: operationBytes(operations),
    })
    .onConflict((conflict) =>
      conflict.columns(['family_id', 'week']).doUpdateSet({
        operations: sql`lists.operations + excluded.operations`,
        bytes: sql`lists.bytes + excluded.bytes`,
      }),
    )
    .execute();
}

async function saveItems(tx: Tx, family: string, week: Week, step: ListStep, arrival: number): Promise<void> {
  for await (const batch of inBatches(step.versions, BATCH_SIZE)) {
    const rows = batch.map(({ week: ofWeek, itemId, version }) => {
      const tick = ofWeek === week ? step.firstTicks.get(itemId) : undefined;
      const first_tick = tick === undefined ? null : arrival + tick;
      return { family_id: family, week: ofWeek, item_id: itemId, version, first_tick };
    });
    await tx
      .insertInto('list_items')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['family_id', 'week', 'item_id']).doUpdateSet({
          version: sql`list_items.version + excluded.version`,
          first_tick: sql`case
            when list_items.first_tick is null or excluded.first_tick < list_items.first_tick
            then excluded.first_tick else list_items.first_tick end`,
        }),
      )
      .execute();
  }
}

async function saveEarlyUndos(tx: Tx, family: string, week: Week, step: ListStep): Promise<void> {
  for await (const arrived of inBatches([...step.statuses.keys()], BATCH_SIZE)) {
    await tx
      .deleteFrom('list_early_undos')
      .where('family_id', '=', family)
      .where('op_id', 'in', arrived)
      .execute();
  }
  for await (const batch of inBatches([...step.earlyUndos], BATCH_SIZE)) {
    await tx
      .insertInto('list_early_undos')
      .values(batch.map(([opId, times]) => ({ family_id: family, week, op_id: opId, times })))
      .onConflict((conflict) =>
        conflict
          .columns(['family_id', 'week', 'op_id'])
          .doUpdateSet({ times: sql`list_early_undos.times + excluded.times` }),
      )
      .execute();
  }
}

function idsOf(operations: readonly ListOperation[]): string[] {
  return operations.map(({ opId }) => opId);
}
