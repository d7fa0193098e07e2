/**
 * The server process with a failing database: an unreadable or damaged SQLite file, a corrupt PostgreSQL page, and a
 * PostgreSQL that does not respond.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { Client } from 'pg';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { mintApiKey } from '#auth/api-key.ts';
import { OPERATOR } from '#storage/actor.ts';
import { openStore, SERVER_TIMEOUT_MS, type Store } from '#storage/store.ts';
import { accepted } from './support/accepted.ts';
import { makeWorld } from './support/world.ts';
import { freePort } from './support/servers/postgres.ts';
import { failToStart, startProcess } from './support/process.ts';
import { startService } from './support/service.ts';
import { startDatabaseProxy } from './support/servers/tcp-proxy.ts';
import { freshFolder, freshStore, type Scope } from './support/store.ts';
import { until } from './support/until.ts';

const CURRENT = '/api/meal-plans/v1/current';

const status = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response.status;
};

test('sqlite: a server whose files are truncated and overwritten', async (t) => {
  const DATA_DIR = freshFolder(t);
  const file = join(DATA_DIR, 'weekfare.db');
  let server = await startProcess(t, { DATA_DIR, PREMIUM: 'everyone' });
  const store = await openStore({ kind: 'sqlite', file }, SERVER_TIMEOUT_MS);
  t.after(() => store.close());
  const read = (key: string) => status(server.url + CURRENT, { 'x-api-key': key });
  const readAll = async (keys: string[]) => new Set(await Promise.all(keys.map(read)));
  const isReady = () => Promise.all(['/healthz', '/readyz'].map((path) => status(server.url + path)));

  // Reading a page is an I/O error: an outage, which ends when the file is repaired.
  await t.test('returns only 503 after the WAL is truncated, until the file is repaired', async () => {
    // Fewer than 1,000 pages, after which SQLite would write the WAL into the database file.
    const keys = await addKeys(store, 8);
    const whole = truncate(`${file}-wal`, 0);
    deepStrictEqual(await readAll(keys), new Set([503]));
    deepStrictEqual(await isReady(), [200, 200]);
    writeFileSync(`${file}-wal`, whole, { flag: 'r+' });
    // After a change, SQLite would read the damaged page again.
    await addKeys(store, 1);
    await until('reads work again', async () => (await read(keys[0] as string)) === 200);
    deepStrictEqual(await readAll(keys), new Set([200]));
  });

  // SQLite reads an empty page: damage, which the server remembers until it restarts.
  await t.test('returns only 503 after the database is truncated, until the server restarts', async () => {
    const keys = await addKeys(store, 8);
    checkpointInto(file);
    const whole = truncate(file, 4_096);
    deepStrictEqual(await readAll(keys), new Set([503]));
    deepStrictEqual(await isReady(), [200, 503]);
    writeFileSync(file, whole, { flag: 'r+' });
    await addKeys(store, 1);
    deepStrictEqual(await readAll(keys), new Set([503]));
    deepStrictEqual(await isReady(), [200, 503]);
    const { code, stderr } = await server.stop();
    strictEqual(code, 0);
    strictEqual(linesAt(50, stderr).filter(({ msg }) => /damaged/.test(String(msg))).length, 1, stderr);
    server = await startProcess(t, { DATA_DIR, PREMIUM: 'everyone' });
    await until('reads work again', async () => (await read(keys[0] as string)) === 200);
    deepStrictEqual(await readAll(keys), new Set([200]));
  });

  await t.test('returns 503, fails /readyz and logs an error after a table is overwritten', async () => {
    const [key = ''] = await addKeys(store, 1);
    await store.close();
    checkpointInto(file);
    overwriteRoots(file, 'plans');
    const calls: [string, Record<string, string>][] = [
      [CURRENT, { 'x-api-key': key }],
      // Does not read the damaged table, and fails all the same: the server reads nothing more from a damaged file.
      ['/app/api/me', { cookie: 'weekfare-session=x' }],
      ['/readyz', {}],
      ['/healthz', {}],
    ];
    const statuses: number[] = [];
    for (const [path, headers] of calls) statuses.push(await status(server.url + path, headers));
    deepStrictEqual(statuses, [503, 503, 503, 200]);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    match(metrics, /^weekfare_database_damaged 1$/m);
    const { code, stderr } = await server.stop();
    strictEqual(code, 0);
    const messages = linesAt(50, stderr).map(({ msg }) => msg);
    ok(messages.includes('the database is damaged: restore a backup, then restart this server'), stderr);
    ok(messages.includes('outage'), stderr);
  });

  await t.test('does not start with the overwritten table', async () => {
    const { code, stderr } = await failToStart({ DATA_DIR });
    deepStrictEqual(
      [code, stderr],
      [1, `The database ${file} is damaged (plans cannot be read): move it away and restore a backup.\n`],
    );
  });
});

test('postgres: returns 503, fails /readyz and logs an error after a page is corrupted, and does not start with it', async (t) => {
  const store = await freshStore(t, 'postgres');
  const [key = ''] = await addKeys(store, 1);
  const DATABASE_URL = await copyWithCorruptPage(store, 'plans');
  const corrupt = await openStore({ kind: 'postgres', url: DATABASE_URL }, SERVER_TIMEOUT_MS);
  t.after(() => corrupt.close());
  // `startService` skips the start check, which would reject this database.
  const service = await startService(t, { store: corrupt, config: { premium: 'everyone' } });
  const statusOf = (path: string, headers = {}) => status(service.url + path, headers);
  strictEqual(await statusOf('/readyz'), 200);
  strictEqual(await statusOf(CURRENT, { 'x-api-key': key }), 503);
  strictEqual(await statusOf('/readyz'), 503);
  const logged = linesAt(50, service.log()).map(({ msg }) => msg);
  deepStrictEqual(logged, ['the database is damaged: restore a backup, then restart this server']);
  const { code, stderr } = await failToStart({ DATABASE_URL });
  strictEqual(code, 1);
  match(
    stderr,
    /^PostgreSQL at postgres:\S+ is damaged \(invalid page in block 0 .*\): restore a backup\.\n$/,
  );
});

test('a server whose PostgreSQL does not respond at its start and at its end', async (t) => {
  const { proxy, DATABASE_URL } = await postgresBehindProxy(t);
  proxy.setFault('silent');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const starting = startProcess(t, { DATABASE_URL, PORT: String(port) });

  await t.test('returns 200 from /healthz and 503 from other paths while the start waits', async () => {
    await until(
      'the server listens',
      () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      20_000,
    );
    const paths = ['/healthz', '/readyz', CURRENT, '/app/api/me'];
    const statuses = () => Promise.all(paths.map((path) => status(url + path)));
    deepStrictEqual(await statuses(), [200, 503, 503, 503]);
    proxy.setFault('none');
    await starting;
    deepStrictEqual(await statuses(), [200, 200, 401, 401]);
  });

  await t.test('exits within ten seconds after SIGTERM', async () => {
    const server = await starting;
    // Opens connections that are idle at the end: closing one sends a message, which gets no response.
    const keys = Array.from({ length: 20 }, () => mintApiKey().key);
    const statuses = keys.map((key) => status(url + CURRENT, { 'x-api-key': key }));
    deepStrictEqual(new Set(await Promise.all(statuses)), new Set([401]));
    proxy.setFault('silent');
    let code: number | undefined;
    void server.stop().then((ended) => (code = ended.code));
    await until('the process has exited', () => code !== undefined, 10_000);
    strictEqual(code, 0);
  });
});

async function postgresBehindProxy(scope: Scope) {
  const proxy = await startDatabaseProxy(scope, (await freshStore(scope, 'postgres')).location);
  return { proxy, DATABASE_URL: proxy.location.url };
}

/** Adds families with one key each. They are written directly to the database, so the server has not cached them. */
async function addKeys(store: Store, count: number): Promise<string[]> {
  const context = { store, actor: OPERATOR, nowMs: Date.now() };
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { family } = await makeWorld({ store, clock: context });
    keys.push(accepted(await addApiKey(context, family, { name: 'tablet', expiresAt: null })).key);
  }
  return keys;
}

/** Truncates a file, and returns what it had. */
function truncate(file: string, bytes: number): Buffer {
  const whole = readFileSync(file);
  ok(whole.length > 100_000, `${whole.length} bytes`);
  truncateSync(file, bytes);
  return whole;
}

/** The log lines of one level. */
function linesAt(level: number, log: string): Record<string, unknown>[] {
  const lines = log.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter((line) => line.level === level);
}

/** Overwrites the root pages of a table and its indexes. */
function overwriteRoots(file: string, table: string): void {
  using db = new DatabaseSync(file);
  const roots = db.prepare('select rootpage from sqlite_schema where tbl_name = ?').all(table);
  const out = openSync(file, 'r+');
  for (const { rootpage } of roots)
    writeSync(out, Buffer.alloc(4_096, 'x'), 0, 4_096, (Number(rootpage) - 1) * 4_096);
  closeSync(out);
  // A change makes other processes drop their cached pages.
  db.exec('update families set name = name');
}

/** Corrupts a file of the database and copies the database by files: PostgreSQL has not cached the copy's pages. */
async function copyWithCorruptPage(store: Store, table: string): Promise<string> {
  const find = async (query: RawBuilder<Record<string, string>>) =>
    Object.values((await query.execute(store.db)).rows[0] ?? {})[0] ?? '';
  const name = await find(sql`select current_database()`);
  const folder = await find(sql`show data_directory`);
  const path = await find(sql`select pg_relation_filepath(${table})`);
  await sql`checkpoint`.execute(store.db);
  const { location } = store;
  await store.close();
  if (location.kind !== 'postgres') throw new Error('The store is not in PostgreSQL.');
  const url = new URL(location.url);
  url.pathname = 'postgres';
  const admin = new Client(url.toString());
  await admin.connect();
  writeFileSync(join(folder, path), Buffer.alloc(64, 'x'), { flag: 'r+' });
  await admin.query(`create database ${name}_corrupt template ${name} strategy file_copy`);
  await admin.end();
  url.pathname = `${name}_corrupt`;
  return url.toString();
}

function checkpointInto(file: string): void {
  using db = new DatabaseSync(file);
  const { busy } = db.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
  strictEqual(busy, 0);
}
