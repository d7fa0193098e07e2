/**
 * New databases for tests: an SQLite file, or a database on the PostgreSQL of the test run. Databases with tables are
 * copies of one that was migrated once.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { migrate, MIGRATIONS } from '#storage/migrate.ts';
import { type Kind, type Location, openStore, type Store } from '#storage/store.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const KINDS: Kind[] = ['sqlite', 'postgres'];
/** For tests of what does not depend on the database. */
export const ONE_KIND: Kind[] = ['sqlite'];

/** A test, or a file with its hooks `before` and `after`: runs clean-up work at its end. */
export type Scope = { after(work: () => unknown): void; before?(work: () => unknown): void };

/** A database with the current tables and no rows. */
export async function freshStore(scope: Scope, kind: Kind): Promise<Store> {
  const location = kind === 'sqlite' ? await copyFile(scope) : await copyDatabase();
  const store = await openStore(location, TIMEOUT_MS);
  scope.after(() => store.close());
  return store;
}

/** Longer than a server waits: while many test files start at once, a query can take seconds. */
const TIMEOUT_MS = 20_000;

/** The location of a new database without tables. */
export async function freshLocation(scope: Scope, kind: Kind): Promise<Location> {
  return kind === 'sqlite' ? freshFile(scope) : freshDatabase();
}

export function freshFolder(scope: Scope): string {
  const folder = mkdtempSync(join(temporaryFolder(500_000_000), 'weekfare-test-'));
  scope.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function freshFile(scope: Scope) {
  return { kind: 'sqlite', file: join(freshFolder(scope), 'weekfare.db') } as const;
}

/** The migrated file by number of migrations, because some tests add a migration. */
const migratedFiles = new Map<number, Buffer>();

async function copyFile(scope: Scope): Promise<Location> {
  const location = freshFile(scope);
  const bytes = migratedFiles.get(MIGRATIONS.length);
  if (bytes) {
    writeFileSync(location.file, bytes);
  } else {
    await migrateAt(location);
    migratedFiles.set(MIGRATIONS.length, readFileSync(location.file));
  }
  return location;
}

let databases = 0;

async function freshDatabase(template = 'template1') {
  const name = `test_${process.pid}_${(databases += 1)}`;
  // Copying files takes half of the processor time of the default strategy.
  await server().query(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(serverUrl());
  url.pathname = name;
  return { kind: 'postgres', url: url.toString(), name } as const;
}

async function copyDatabase(): Promise<Location> {
  const template = `migrated_${MIGRATIONS.length}`;
  await templates.getOrInsertComputed(template, makeTemplate);
  return freshDatabase(template);
}

/** The templates that this process has found or made. */
const templates = new Map<string, Promise<void>>();

/** Test files run in parallel. The first process that gets the lock migrates a database; the others wait for it. */
async function makeTemplate(template: string): Promise<void> {
  const client = await server().connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    const found = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (found.rowCount === 0) {
      const { name, ...location } = await freshDatabase();
      await migrateAt(location);
      await client.query(`alter database ${name} rename to ${template}`);
    }
    await client.query('select pg_advisory_unlock(1)');
  } finally {
    client.release();
  }
}

async function migrateAt(location: Location): Promise<void> {
  const store = await openStore(location, TIMEOUT_MS);
  await migrate(store, 0);
  await store.close();
}

function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('This test needs PostgreSQL: run it with npm test -- PART_OF_ITS_PATH');
  return url;
}

/** Connections to the server that create databases. They do not keep the process alive. */
function server(): Pool {
  return (pool ??= new Pool({ connectionString: serverUrl(), allowExitOnIdle: true }).on('error', () => {}));
}
let pool: Pool | undefined;
