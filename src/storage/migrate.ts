/**
 * Migrates a database to the newest schema: forward only, all or nothing, one process at a time. Refuses a
 * database that is newer than the program or belongs to another program, without changing it.
 */
import { type RawBuilder, sql } from 'kysely';
import { MIGRATION_LOCK } from './advisory-locks.ts';
import { instantText } from '#domain/week/instant.ts';
import { UserError } from '#domain/user-error.ts';
import * as first from './migrations/0001-first.ts';
import * as web from './migrations/0002-web.ts';
import * as recipes from './migrations/0003-recipes.ts';
import * as prices from './migrations/0004-prices.ts';
import * as planner from './migrations/0005-planner.ts';
import * as makers from './migrations/0006-makers.ts';
import * as listState from './migrations/0007-list-state.ts';
import * as lineAnswers from './migrations/0008-line-answers.ts';
import * as refusals from './migrations/0009-refusals.ts';
import * as planningLanguage from './migrations/0010-planning-language.ts';
import * as account from './migrations/0011-account.ts';
import * as passkeys from './migrations/0012-passkeys.ts';
import * as identities from './migrations/0013-identities.ts';
import * as livingList from './migrations/0014-living-list.ts';
import * as memberEater from './migrations/0015-member-eater.ts';
import * as waysBack from './migrations/0016-ways-back.ts';
import * as mail from './migrations/0017-mail.ts';
import * as imports from './migrations/0018-imports.ts';
import * as recipeNotes from './migrations/0019-recipe-notes.ts';
import * as scopes from './migrations/0020-scopes.ts';
import * as photos from './migrations/0021-photos.ts';
import * as calendarLinks from './migrations/0022-calendar-links.ts';
import * as todos from './migrations/0023-todos.ts';
import * as webhooks from './migrations/0024-webhooks.ts';
import * as undoSteps from './migrations/0025-undo-steps.ts';
import * as importsInSlices from './migrations/0027-imports-in-slices.ts';
import type { Tx } from './schema.ts';
import type { Kind, Store } from './store.ts';
import { COMMAND_NAME } from '#domain/command-name.ts';

type Migration = { name: string; up: (tx: Tx, kind: Kind, nowMs: number) => Promise<void> };

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-first', up: first.up },
  { name: '0002-web', up: web.up },
  { name: '0003-recipes', up: recipes.up },
  { name: '0004-prices', up: prices.up },
  { name: '0005-planner', up: planner.up },
  { name: '0006-makers', up: makers.up },
  { name: '0007-list-state', up: listState.up },
  { name: '0008-line-answers', up: lineAnswers.up },
  { name: '0009-refusals', up: refusals.up },
  { name: '0010-planning-language', up: planningLanguage.up },
  { name: '0011-account', up: account.up },
  { name: '0012-passkeys', up: passkeys.up },
  { name: '0013-identities', up: identities.up },
  { name: '0014-living-list', up: livingList.up },
  { name: '0015-member-eater', up: memberEater.up },
  { name: '0016-ways-back', up: waysBack.up },
  { name: '0017-mail', up: mail.up },
  { name: '0018-imports', up: imports.up },
  { name: '0019-recipe-notes', up: recipeNotes.up },
  { name: '0020-scopes', up: scopes.up },
  { name: '0021-photos', up: photos.up },
  { name: '0022-calendar-links', up: calendarLinks.up },
  { name: '0023-todos', up: todos.up },
  { name: '0024-webhooks', up: webhooks.up },
  { name: '0025-undo-steps', up: undoSteps.up },
  { name: '0027-imports-in-slices', up: importsInSlices.up },
];

/** A database that this program must not change. The message tells the operator why. */
export class WrongDatabase extends UserError {
  override name = 'WrongDatabase';
}

/** Returns the names of the migrations that it applied. */
export async function migrate(store: Store, nowMs: number, migrations = MIGRATIONS): Promise<string[]> {
  return store.db.transaction().execute(async (tx) => {
    // On SQLite the write transaction is the lock. On PostgreSQL this lock is held until the commit.
    if (store.kind === 'postgres') await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
    const applied = await appliedMigrations(tx);
    requireKnown(applied, migrations);
    if (applied.length === 0) await createMigrationTable(tx);

    const pending = migrations.slice(applied.length);
    let before = pending.length > 0 ? await countRows(tx, store.kind) : new Map<string, number>();
    for (const { name, up } of pending) {
      await up(tx, store.kind, nowMs);
      const after = await countRows(tx, store.kind);
      requireNoLoss(name, before, after);
      before = after;
      await tx
        .insertInto('migrations')
        .values({ name, applied_at: instantText(nowMs) })
        .execute();
    }
    return pending.map(({ name }) => name);
  });
}

/** Throws unless the database has exactly this program's schema. */
export async function requireMigrated(store: Store): Promise<void> {
  const applied = await appliedMigrations(store.db);
  requireKnown(applied, MIGRATIONS);
  if (applied.length < MIGRATIONS.length) {
    throw new WrongDatabase(`The database has an older schema. Run: ${COMMAND_NAME} migrate`);
  }
}

export async function appliedMigrations(db: Store['db']): Promise<string[]> {
  const tables = (await db.introspection.getTables()).map((table) => table.name);
  if (!tables.includes('migrations')) {
    if (tables.length === 0) return [];
    throw new WrongDatabase(
      `The database holds tables that are not Weekfare's (${tables.slice(0, 3).join(', ')} …).`,
    );
  }
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute();
  return rows.map((row) => row.name);
}

function requireKnown(applied: string[], migrations: readonly Migration[]): void {
  const unknown = applied.find((name, at) => migrations[at]?.name !== name);
  if (unknown) {
    throw new WrongDatabase(
      `The database is newer than this program: it has migration ${unknown}. Update Weekfare.`,
    );
  }
}

async function createMigrationTable(tx: Tx): Promise<void> {
  await tx.schema
    .createTable('migrations')
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('applied_at', 'text', (c) => c.notNull())
    .execute();
}

/** In two queries: a first start migrates an empty database many times. */
async function countRows(tx: Tx, kind: Kind): Promise<Map<string, number>> {
  const { rows: tables } = await TABLE_NAMES[kind].execute(tx);
  const counts = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, count(*) as n from ${sql.table(name)}`,
  );
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(tx);
  return new Map(rows.map(({ name, n }) => [name, n]));
}

/** Kysely's introspection would also read all columns. */
const TABLE_NAMES: Record<Kind, RawBuilder<{ name: string }>> = {
  sqlite: sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  postgres: sql`select tablename as name from pg_tables where schemaname = current_schema()`,
};

function requireNoLoss(migration: string, before: Map<string, number>, after: Map<string, number>): void {
  for (const [table, count] of before) {
    if ((after.get(table) ?? 0) < count) {
      throw new Error(
        `Migration ${migration} would lose rows of ${table}: ${count} before, ${after.get(table) ?? 0} after.`,
      );
    }
  }
}
