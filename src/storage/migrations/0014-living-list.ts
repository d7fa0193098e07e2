/**
 * One living list: lines added by hand stay until they are bought, whatever the week; settings of all lists; links to
 * a list; the prices as typed and the currency of a family. Of the lines added before, those of the last two weeks are
 * still to be bought, unless they were (storage/tables/shopping-list/added-lines.ts); older ones stay on the lists of their weeks.
 */
import { sql } from 'kysely';
import { weekOf } from '#domain/week/week.ts';
import type { Tx } from '#storage/schema.ts';
import type { Kind } from '#storage/store.ts';

const OPEN = 2;
const PAST = 5;
const SETTING = 6;
const WEEKS = 2;

export async function up(db: Tx, kind: Kind, nowMs: number): Promise<void> {
  await addLivingLists(db, kind);
  const thisWeek = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC').toPlainDate();
  await db
    .updateTable('list_operations')
    .set({ state: PAST })
    .where('state', '=', OPEN)
    .where('week', '<', weekOf(thisWeek.subtract({ weeks: WEEKS })))
    .execute();
  const { schema } = db;
  await schema.alterTable('families').addColumn('currency', 'text').execute();
  await schema.alterTable('prices').addColumn('offer', 'text').execute();
  await schema
    .createTable('list_links')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('made_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('list_links_key', ['family_id', 'id'])
    .execute();
}

async function addLivingLists({ schema }: Tx, kind: Kind): Promise<void> {
  // A server of the previous release does not say which lines a tick buys: 0 means that this is to be found out.
  await schema
    .alterTable('lists')
    .addColumn('settled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('bought_lines')
    .addColumn('family_id', 'text', (c) => c.notNull().references('families.id').onDelete('cascade'))
    .addColumn('line_id', kind === 'postgres' ? sql`text collate "C"` : sql`text`, (c) => c.notNull())
    .addColumn('by_id', kind === 'postgres' ? sql`text collate "C"` : sql`text`, (c) => c.notNull())
    .addPrimaryKeyConstraint('bought_lines_key', ['family_id', 'line_id', 'by_id'])
    .execute();
  await schema
    .createIndex('bought_lines_by_operation')
    .on('bought_lines')
    .columns(['family_id', 'by_id'])
    .execute();
  await schema
    .createIndex('list_early_undos_by_id')
    .on('list_early_undos')
    .columns(['family_id', 'op_id'])
    .execute();
  for (const [name, state] of [
    ['open', OPEN],
    ['settings', SETTING],
  ] as const) {
    await schema
      .createIndex(`list_operations_${name}`)
      .on('list_operations')
      .columns(['family_id', 'op_id'])
      .where(sql.ref('state'), '=', sql.lit(state))
      .execute();
  }
}
