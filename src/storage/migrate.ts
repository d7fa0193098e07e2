/**
 * Migrates a database to the newest schema: forward only, all or nothing, one process at a time. Refuses a
 * database that is newer than the program or belongs to another program, without changing it.
 */
import { type RawBuilder, sql } from 'kysely';
import { MIGRATION_LOCK } from './advisory-locks.ts';
import { instantText } from '#domain/week/instant.ts';
import { UserError } from '#domain/user-error.ts';
import * as schema from './migrations/0001-schema.ts';
import * as freeBrands from './migrations/0002-free-brands.ts';
import * as weekExceptions from './migrations/0003-week-exceptions.ts';
import * as menus from './migrations/0004-menus.ts';
import type { Tx } from './schema.ts';
import type { Kind, Store } from './store.ts';
import { COMMAND_NAME } from '#domain/command-name.ts';

type Migration = { name: string; up: (tx: Tx, kind: Kind, nowMs: number) => Promise<void> };

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-schema', up: schema.up },
  { name: '0002-free-brands', up: freeBrands.up },
  { name: '0003-week-exceptions', up: weekExceptions.up },
  { name: '0004-menus', up: menus.up },
];
/** The first migration of versions before 0.2.0, whose data no later version upgrades. */
const BEFORE_0_2 = '0001-first';

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
  const reason = whyUnknown('database', applied, migrations);
  if (reason) throw new WrongDatabase(reason);
}

/** Why this program cannot use data with these migrations; undefined if it can. */
export function whyUnknown(
  data: 'database' | 'backup',
  applied: readonly string[],
  migrations = MIGRATIONS,
): string | undefined {
  const unknown = applied.find((name, at) => migrations[at]?.name !== name);
  if (unknown === BEFORE_0_2)
    return `The ${data} is of a version before 0.2.0: export each family with that version (${COMMAND_NAME} export), and import the files into this one.`;
  if (unknown === undefined) return undefined;
  return `The ${data} is newer than this program: it has migration ${unknown}. Update Weekfare.`;
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
