/** The first start with an empty data folder: file permissions, and exactly one demo family with a known password. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Item } from '#domain/shopping-list/item.ts';
import { launch, startProcess } from './support/process.ts';
import { freshFolder } from './support/store.ts';
import { until } from './support/until.ts';

const permissions = (path: string) => statSync(path).mode & 0o777;
const PASSWORD = /email +(\S+)\n +password +([0-9A-Za-z]{22})\n/;

test('the first start and a later one', async (t) => {
  const outer = join(freshFolder(t), 'outer');
  const DATA_DIR = join(outer, 'data');
  const first = await startProcess(t, { DATA_DIR });
  const [, key = '', address = ''] = /curl -H 'X-API-Key: (wf_\w+)' (\S+)/.exec(first.welcome) ?? [];
  let logged = '';

  await t.test('creates folders with access for their owner only', () => {
    deepStrictEqual([permissions(outer), permissions(DATA_DIR)], [0o700, 0o700]);
  });

  await t.test(
    'prints a command that reads the plan of a family with people, recipes and a list',
    async () => {
      const { url, welcome } = first;
      const { data } = await readJson(address, { 'X-API-Key': key });
      strictEqual(data.meals.Monday.dinner.recipeId, 'red-lentil-dal-with-rice');
      const [, email, password] = PASSWORD.exec(welcome) ?? [];
      strictEqual(email, 'demo@weekfare.example');
      const signedIn = await fetch(`${url}/app/api/sign-in`, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const cookie = signedIn.headers.getSetCookie().map((header) => header.split(';')[0]);
      const headers = { cookie: cookie.join('; ') };
      const { list } = await readJson(`${url}/app/api/lists/${data.weekOf.slice(0, 10)}`, headers);
      const states = list.aisles.flatMap((aisle: { items: Item[] }) => aisle.items.map(({ state }) => state));
      ok(states.includes('open') && states.includes('ticked'));
      ok((await readJson(`${url}/app/api/preferences`, headers)).preferences.eaters.length > 2);
      strictEqual((await readJson(`${url}/app/api/recipes?own=true`, headers)).recipes.length, 1);
    },
  );

  await t.test('stops with exit code 0 and leaves one file, which only its owner can read', async () => {
    const { code, stderr } = await first.stop();
    strictEqual(code, 0);
    logged += stderr;
    deepStrictEqual(readdirSync(DATA_DIR), ['weekfare.db']);
    strictEqual(permissions(join(DATA_DIR, 'weekfare.db')), 0o600);
  });

  await t.test(
    'a later start prints only the address, and its log is JSON like that of the first',
    async () => {
      const second = await startProcess(t, { DATA_DIR });
      strictEqual(second.welcome, `Weekfare is at ${second.url}\n`);
      const response = await fetch(new URL('/api/meal-plans/v1/next', second.url), {
        headers: { 'X-API-Key': key },
      });
      strictEqual(response.status, 200);
      logged += (await second.stop()).stderr;
      for (const line of logged.trim().split('\n')) JSON.parse(line);
    },
  );
});

test('two simultaneous first starts create one demo family, and one of the servers prints its password', async (t) => {
  const DATA_DIR = join(freshFolder(t), 'deep', 'data');
  const servers = await Promise.all([startProcess(t, { DATA_DIR }), startProcess(t, { DATA_DIR })]);
  const [shown, ...others] = servers.flatMap(({ welcome }) =>
    [PASSWORD.exec(welcome) ?? []].filter((it) => it[0]),
  );
  ok(shown && others.length === 0, servers.map(({ welcome }) => welcome).join('\n'));
  for (const { url, welcome } of servers) {
    if (!PASSWORD.test(welcome)) {
      match(
        welcome,
        /^Weekfare is at \S+\n(\nAnother server has just made the demo family, and shows its password\.\n)?$/,
      );
    }
    const response = await fetch(`${url}/app/api/sign-in`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: shown[1], password: shown[2] }),
    });
    strictEqual(response.status, 200, 'the password is valid on both servers');
  }
  strictEqual(familiesIn(DATA_DIR), 1);
});

test('a server that is killed right after it stores the demo family has already printed the password', async (t) => {
  const DATA_DIR = freshFolder(t);
  chmodSync(DATA_DIR, 0o750);
  const child = launch(t, { DATA_DIR });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (bytes) => (stdout += bytes));
  child.stderr.on('data', (bytes) => (stderr += bytes));
  await until('the family is stored', () => {
    strictEqual(child.exitCode, null, stderr);
    return familiesIn(DATA_DIR) > 0;
  });
  child.kill('SIGKILL');
  await once(child, 'close');
  match(stdout, PASSWORD);
  strictEqual(permissions(DATA_DIR), 0o750, 'the permissions of an existing folder do not change');
  strictEqual(permissions(join(DATA_DIR, 'weekfare.db')), 0o600);
});

// oxlint-disable-next-line no-explicit-any: tests read any JSON response
async function readJson(url: string, headers: Record<string, string>): Promise<any> {
  return (await fetch(url, { headers })).json();
}

/**
 * Counts the families that another process sees; 0 before the table exists. Does not open the database before it
 * is in WAL mode: a reader would block the change of the mode.
 */
function familiesIn(folder: string): number {
  if (!existsSync(join(folder, 'weekfare.db-wal'))) return 0;
  try {
    using db = new DatabaseSync(join(folder, 'weekfare.db'), { readOnly: true });
    return Number(db.prepare('select count(*) as many from families').get()?.many);
  } catch {
    return 0;
  }
}
