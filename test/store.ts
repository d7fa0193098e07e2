/** Fresh databases for tests: a new SQLite file, or a new database on the run's PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '#storage/migrate.ts';
import { type Kind, type Location, openStore, SERVER_PATIENCE_MS, type Store } from '#storage/store.ts';

export const KINDS: Kind[] = ['sqlite', 'postgres'];

/** Something with an end: a test, or a suite. */
export type Scope = { after(work: () => unknown): void };

export async function freshStore(scope: Scope, kind: Kind): Promise<Store> {
  const store = await openStore(await freshLocation(scope, kind), SERVER_PATIENCE_MS);
  scope.after(() => store.close());
  await migrate(store, 0);
  return store;
}

/** A place with nothing in it yet. */
export async function freshLocation(scope: Scope, kind: Kind): Promise<Location> {
  if (kind === 'sqlite') return { kind, file: join(freshFolder(scope), 'weekfare.db') };
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('This test needs PostgreSQL: run it with npm test -- PART_OF_ITS_PATH');
  const name = `test_${process.pid}_${(databases += 1)}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { kind, url: url.toString() };
}

let databases = 0;

export function freshFolder(scope: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'weekfare-test-'));
  scope.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
