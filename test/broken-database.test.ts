/** The real process when its database fails it: a disk that cannot be read, a PostgreSQL that says nothing. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { addApiKey } from '#actions/api-keys.ts';
import { mintApiKey } from '#auth/api-key.ts';
import { OPERATOR } from '#storage/audit.ts';
import { openStore, SERVER_PATIENCE_MS, type Store } from '#storage/store.ts';
import { done, makeWorld } from './app-cases.ts';
import { freePort } from './postgres.ts';
import { startProcess } from './process.ts';
import { lineTo } from './stalling-proxy.ts';
import { freshFolder, freshLocation, type Scope } from './store.ts';
import { until } from './until.ts';

const CURRENT = '/api/meal-plans/v1/current';

const status = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response.status;
};

// Without the log SQLite gets an I/O error where a page should be; without the file's end, an empty page.
for (const { name, keep } of [
  { name: 'weekfare.db-wal', keep: 0 },
  { name: 'weekfare.db', keep: 4_096 },
]) {
  test(`${name} cannot be read: 503 and never another answer, and all goes on when it can`, async (t) => {
    const DATA_DIR = freshFolder(t);
    const server = await startProcess(t, { DATA_DIR, PREMIUM: 'everyone' });
    const store = await openStore(
      { kind: 'sqlite', file: join(DATA_DIR, 'weekfare.db') },
      SERVER_PATIENCE_MS,
    );
    t.after(() => store.close());
    const keys = await addKeys(store, 40);
    if (name === 'weekfare.db') moveLogInto(join(DATA_DIR, name));
    const read = (key: string) => status(server.url + CURRENT, { 'x-api-key': key });
    const file = join(DATA_DIR, name);
    const whole = readFileSync(file);
    ok(whole.length > 100_000, `${whole.length} bytes`);
    truncateSync(file, keep);
    deepStrictEqual(new Set(await Promise.all(keys.map(read))), new Set([503]));
    strictEqual(await status(`${server.url}/healthz`), 200);
    writeFileSync(file, whole, { flag: 'r+' });
    // A damaged page is looked at again when something has changed.
    await addKeys(store, 1);
    await until('reads go on', async () => (await read(keys[0] as string)) === 200);
    deepStrictEqual(new Set(await Promise.all(keys.map(read))), new Set([200]));
    strictEqual((await server.stop()).code, 0);
  });
}

test('SIGTERM while PostgreSQL says nothing: the process ends within ten seconds', async (t) => {
  const { line, DATABASE_URL } = await farPostgres(t);
  const server = await startProcess(t, { DATABASE_URL });
  // Idle connections too, to which a farewell is due that nobody answers.
  const ask = () => status(server.url + CURRENT, { 'x-api-key': mintApiKey().key });
  deepStrictEqual(new Set(await Promise.all(Array.from({ length: 20 }, ask))), new Set([401]));
  line.stall();
  let code: number | undefined;
  void server.stop().then((ended) => (code = ended.code));
  await until('it has ended', () => code !== undefined, 10_000);
  strictEqual(code, 0);
});

test('while the start waits for PostgreSQL the process is alive and not ready', async (t) => {
  const { line, DATABASE_URL } = await farPostgres(t);
  line.stall();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const starting = startProcess(t, { DATABASE_URL, PORT: String(port) });
  await until(
    'it listens',
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
  line.flow();
  const server = await starting;
  deepStrictEqual(await statuses(), [200, 200, 401, 401]);
  await server.stop();
});

async function farPostgres(scope: Scope) {
  const line = await lineTo(scope, await freshLocation(scope, 'postgres'));
  if (line.location.kind !== 'postgres') throw new Error('This is no PostgreSQL.');
  return { line, DATABASE_URL: line.location.url };
}

/** Keys of as many families, written beside the running server, which has read none of them. */
async function addKeys(store: Store, many: number): Promise<string[]> {
  const context = { store, actor: OPERATOR, nowMs: Date.now() };
  const keys: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const { family } = await makeWorld({ store, clock: context });
    keys.push(done(await addApiKey(context, family, { name: 'tablet', expiresAt: null })).key);
  }
  return keys;
}

function moveLogInto(file: string): void {
  using db = new DatabaseSync(file);
  const { busy } = db.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
  strictEqual(busy, 0);
}
