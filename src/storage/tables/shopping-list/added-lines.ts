/**
 * The lines added by hand, which stay on the lists of all later weeks until they are bought or removed, and the
 * settings of all lists (docs/decisions/0026-one-living-list.md). A line is bought while a live tick or removal names
 * it, on the list of any week.
 */
import { sql } from 'kysely';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import type { BoughtLine, ListStep } from '#domain/shopping-list/state.ts';
import type { Week } from '#domain/week/week.ts';
import { inBatches } from '#storage/paging.ts';
import type { Db, Tx } from '#storage/schema.ts';
import { STATES } from './list-operations.ts';

const BATCH_SIZE = 250;

/** The lines to buy that were added to the list of this week or of an earlier one. */
export async function findOpenLines(db: Db, family: string, until: Week): Promise<ListOperation[]> {
  const rows = await selectInState(db, family, STATES.added)
    .select('operation')
    .where('week', '<=', until)
    .execute();
  return rows.map(({ operation }) => JSON.parse(operation) as ListOperation);
}

export async function findSettings(db: Db, family: string): Promise<ListOperation[]> {
  const rows = await selectInState(db, family, STATES.setting).select('operation').execute();
  return rows.map(({ operation }) => JSON.parse(operation) as ListOperation);
}

/** The lines that these operations have bought. */
export async function findLinesBoughtBy(
  db: Db,
  family: string,
  operations: readonly ListOperation[],
): Promise<ListOperation[]> {
  const found = new Map<string, ListOperation>();
  for await (const batch of inBatches(operations, BATCH_SIZE)) {
    const rows = await db
      .selectFrom('bought_lines')
      .innerJoin('list_operations', (join) =>
        join
          .onRef('list_operations.family_id', '=', 'bought_lines.family_id')
          .onRef('list_operations.op_id', '=', 'bought_lines.line_id'),
      )
      .select(['op_id', 'operation'])
      .where('bought_lines.family_id', '=', family)
      .where(
        'by_id',
        'in',
        batch.map(({ opId }) => opId),
      )
      .where('state', '=', STATES.bought)
      .execute();
    for (const { op_id, operation } of rows) found.set(op_id, JSON.parse(operation) as ListOperation);
  }
  return [...found.values()];
}

/** Stores which lines new operations buy, and which lines are to be bought again because of an undo. */
export async function saveBoughtLines(tx: Tx, family: string, step: ListStep): Promise<void> {
  const changed = new Set(step.bought.map(({ line }) => line));
  for (const [opId, status] of step.statuses) if (status === 'added') changed.add(opId);
  await insertBoughtLines(tx, family, step.bought);
  for await (const undone of inBatches([...step.undone.keys()], BATCH_SIZE)) {
    const rows = await tx
      .selectFrom('bought_lines')
      .select('line_id')
      .where('family_id', '=', family)
      .where('by_id', 'in', undone)
      .execute();
    for (const { line_id } of rows) changed.add(line_id);
    await tx
      .deleteFrom('bought_lines')
      .where('family_id', '=', family)
      .where('by_id', 'in', undone)
      .execute();
  }
  await updateLines(tx, family, [...changed]);
}

async function insertBoughtLines(tx: Tx, family: string, bought: readonly BoughtLine[]): Promise<void> {
  for await (const batch of inBatches(bought, BATCH_SIZE)) {
    await tx
      .insertInto('bought_lines')
      .values(batch.map(({ line, by }) => ({ family_id: family, line_id: line, by_id: by })))
      .onConflict((conflict) => conflict.columns(['family_id', 'line_id', 'by_id']).doNothing())
      .execute();
  }
}

async function updateLines(tx: Tx, family: string, lines: readonly string[]): Promise<void> {
  for await (const batch of inBatches(lines, BATCH_SIZE)) {
    const rows = await tx
      .selectFrom('bought_lines')
      .select('line_id')
      .distinct()
      .where('family_id', '=', family)
      .where('line_id', 'in', batch)
      .execute();
    const bought = new Set(rows.map(({ line_id }) => line_id));
    const move = async (some: string[], from: number, to: number) => {
      if (some.length === 0) return;
      await tx
        .updateTable('list_operations')
        .set({ state: to })
        .where('family_id', '=', family)
        .where('op_id', 'in', some)
        .where('state', '=', from)
        .execute();
    };
    await move([...bought], STATES.added, STATES.bought);
    await move(
      batch.filter((line) => !bought.has(line)),
      STATES.bought,
      STATES.added,
    );
  }
}

/** The state is a literal, not a parameter, so that both databases use the partial index. */
function selectInState(db: Db, family: string, state: number) {
  return db.selectFrom('list_operations').where('family_id', '=', family).where('state', '=', sql.lit(state));
}
