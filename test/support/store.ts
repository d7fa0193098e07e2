/**
 * Fresh databases for tests: a new SQLite file, or a new database on the run's PostgreSQL. Those with
 * tables are copies of one that was migrated once.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { migrate, MIGRATIONS } from '#storage/migrate.ts';
import { type Kind, type Location, openStore, SERVER_TIMEOUT_MS, type Store } from '#storage/store.ts';

export const KINDS: Kind[] = ['sqlite', 'postgres'];

/** Something with an end: a test, or a suite. */
export type Scope = { after(work: () => unknown): void };

/** A database with today's tables and nothing in them. */
export async function freshStore(scope: Scope, kind: Kind): Promise<Store> {
  const location = kind === 'sqlite' ? await copyFile(scope) : await copyDatabase();
  const store = await openStore(location, SERVER_TIMEOUT_MS);
  scope.after(() => store.close());
  return store;
}

/** A place with nothing in it yet. */
export async function freshLocation(scope: Scope, kind: Kind): Promise<Location> {
  return kind === 'sqlite' ? freshFile(scope) : freshDatabase();
}

export function freshFolder(scope: Scope): string {
  const folder = mkdtempSync(join(home, 'weekfare-test-'));
  scope.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** In memory where there is room: what a test writes need not reach a disk, and most of them wait for that. */
const home = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 500_000_000;
}

function freshFile(scope: Scope) {
  return { kind: 'sqlite', file: join(freshFolder(scope), 'weekfare.db') } as const;
}

/** By number of migrations: some tests add one. */
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
  await onServer(`create database ${name} template ${template}`);
  const url = new URL(server());
  url.pathname = name;
  return { kind: 'postgres', url: url.toString(), name } as const;
}

async function copyDatabase(): Promise<Location> {
  const template = `migrated_${MIGRATIONS.length}`;
  try {
    return await freshDatabase(template);
  } catch (error) {
    if (codeOf(error) !== NO_SUCH_DATABASE) throw error;
  }
  // Made aside and named when it is whole: test files run side by side, and the first one names it.
  const { name, ...location } = await freshDatabase();
  await migrateAt(location);
  await onServer(`alter database ${name} rename to ${template}`).catch((error: unknown) => {
    if (codeOf(error) !== NAME_IS_TAKEN) throw error;
  });
  return freshDatabase(template);
}

const [NO_SUCH_DATABASE, NAME_IS_TAKEN] = ['3D000', '42P04'];

function codeOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

async function migrateAt(location: Location): Promise<void> {
  const store = await openStore(location, SERVER_TIMEOUT_MS);
  await migrate(store, 0);
  await store.close();
}

function server(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('This test needs PostgreSQL: run it with npm test -- PART_OF_ITS_PATH');
  return url;
}

async function onServer(statement: string): Promise<void> {
  const client = new Client(server());
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
