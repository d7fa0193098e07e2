/**
 * The server and the operator's command line with real processes and files. Most commands run inside the test
 * process, next to a server in its own process; one test runs the command line in its own process.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runWeekfareInProcess } from './support/clients/command-line.ts';
import { runWeekfare, startProcess } from './support/process.ts';
import { freshFolder, freshLocation, freshStore, KINDS, type Scope } from './support/store.ts';
import { until } from './support/until.ts';

async function makeEnvironment(
  scope: Scope,
  kind: (typeof KINDS)[number],
  makeLocation = async () => (await freshStore(scope, kind)).location,
): Promise<Record<string, string>> {
  const location = await makeLocation();
  return location.kind === 'sqlite' ? { DATA_DIR: freshFolder(scope) } : { DATABASE_URL: location.url };
}

/** Runs a command that must succeed, and returns its JSON output. */
async function json(env: Record<string, string>, line: string, input = '') {
  const { code, stdout, stderr } = await runWeekfareInProcess(env, [...line.split(' '), '--json'], input);
  strictEqual(code, 0, `${line}: ${stderr}`);
  return JSON.parse(stdout);
}

for (const kind of KINDS) {
  describe(`the command line on ${kind}`, () => {
    test('changes families, keys, plans and Premium, and a running server applies each change within a second', async (t) => {
      // The first command migrates an empty database.
      const env = await makeEnvironment(t, kind, () => freshLocation(t, kind));
      const { id } = await json(
        env,
        'family add --name Okafor --email a@example.org --password tomato-soup-on-monday --time-zone Africa/Lagos --premium',
      );
      const { id: keyId, key } = await json(
        env,
        `key add ${id} --name tablet --expires 2999-01-01T00:00:00Z`,
      );
      const server = await startProcess(t, env);
      const read = () => readCurrentPlan(server.url, key);
      const { link } = await json({ ...env, PUBLIC_URL: 'https://w.example' }, 'member reset a@example.org');
      match(link, /^https:\/\/w\.example\/reset#\w{43}$/);
      const reset = await fetch(`${server.url}/app/api/reset`, {
        method: 'POST',
        headers: { origin: server.url, 'content-type': 'application/json' },
        body: JSON.stringify({ token: link.split('#')[1], password: 'a completely new one' }),
      });
      strictEqual(reset.status, 200);
      const cookie = reset.headers.getSetCookie().join('; ');
      const me = async () => (await fetch(`${server.url}/app/api/me`, { headers: { cookie } })).status;
      strictEqual(await me(), 200);
      await json(env, 'member sign-out a@example.org');
      strictEqual(await me(), 401);
      deepStrictEqual(await read(), { status: 200, body: { data: null } });

      const shown = (await json(env, `plan show ${id}`)) as null;
      strictEqual(shown, null);
      const week = thisWeek();
      const meals = { Monday: { dinner: { description: 'Jollof rice', recipeId: 'shakshuka' } } };
      const set = await json(env, `plan set ${id} --week ${week}`, JSON.stringify(meals));
      deepStrictEqual(Object.keys(set), ['id', 'weekOf']);
      const plan = { id: set.id, weekOf: `${week}T00:00:00.000Z`, meals };
      await untilVisible(async () => deepEqual(await read(), { status: 200, body: { data: plan } }));
      deepStrictEqual(await json(env, `plan show ${id}`), plan);

      await json(env, `plan clear ${id} --week ${week} --day Monday --slot dinner`);
      await untilVisible(async () => deepEqual((await read()).body.data?.meals, {}));
      await json(env, `plan clear ${id} --week ${week}`);
      await untilVisible(async () => deepEqual((await read()).body, { data: null }));

      await json(env, `premium revoke ${id}`);
      await untilVisible(async () => (await read()).status === 402);
      await json(env, `premium grant ${id} --until 2999-01-01T00:00:00Z`);
      await untilVisible(async () => (await read()).status === 200);

      await t.test('restores a backup that was taken while the server ran, and rejects a damaged one', () =>
        checkBackup(env, id, {
          file: join(freshFolder(t), 'b'),
          status: async () => (await read()).status,
        }),
      );

      const rotated = await json(env, `key rotate ${keyId} --overlap day`);
      match(rotated.key, /^wf_/);
      strictEqual((await read()).status, 200);
      await json(env, `key revoke ${keyId}`);
      await untilVisible(async () => (await read()).status === 401);
      const keys = (await json(env, `key list ${id}`)) as { id: string; revokedAt: string | null }[];
      deepStrictEqual(
        keys.map((entry) => [entry.id, entry.revokedAt !== null]),
        [
          [keyId, true],
          [rotated.id, false],
        ],
      );
      // Its first use: the server saves that of a key only once in a while.
      strictEqual((await readCurrentPlan(server.url, rotated.key)).status, 200);
      strictEqual((await server.stop()).code, 0);
      const after = (await json(env, `key list ${id}`)) as { id: string; lastUsedAt: string | null }[];
      const used = after.find((entry) => entry.id === rotated.id);
      ok(used?.lastUsedAt, 'the last use is saved when the server stops');

      deepStrictEqual((await json(env, 'check')).faults, []);
      await json(env, `family delete ${id} --yes`);
      deepStrictEqual(await json(env, 'family list'), []);
    });

    test('rejects invalid commands with an error message and no stack trace, and changes nothing', async (t) => {
      const env = await makeEnvironment(t, kind);
      const { id } = await json(env, 'family add --name A --email a@example.org --time-zone UTC');
      const cases: { line: string; code: number; message: RegExp; input?: string }[] = [
        {
          line: 'family add --name A --email a@example.org --time-zone UTC',
          code: 1,
          message: /account with this email already/,
        },
        {
          line: 'family add --name A --email nonsense --time-zone UTC',
          code: 2,
          message: /--email must be an email address/,
        },
        {
          line: 'family add --name A --email b@example.org --time-zone Mars/Base',
          code: 2,
          message: /--time-zone must be an IANA/,
        },
        {
          line: 'family add --name A --email b@example.org --time-zone UTC --password short',
          code: 2,
          message: /at least 10/,
        },
        { line: 'family add --email b@example.org', code: 2, message: /--name is missing/ },
        { line: 'family show nobody', code: 1, message: /Family nobody: not found/ },
        { line: 'family delete nobody --yes', code: 1, message: /not found/ },
        { line: 'premium grant nobody', code: 1, message: /not found/ },
        { line: `premium grant ${id} --until tomorrow`, code: 2, message: /--until must be an instant/ },
        { line: 'key add nobody --name x', code: 1, message: /not found/ },
        { line: 'key revoke abcdefgh', code: 1, message: /not found/ },
        {
          line: `plan set ${id} --week 2026-11-10`,
          code: 2,
          message: /is a Tuesday; its week is 2026-11-09/,
          input: '{}',
        },
        { line: `plan set ${id} --week 2026-11-09`, code: 2, message: /not JSON/, input: 'dinner' },
        { line: `plan set ${id} --week 2026-11-09`, code: 2, message: /Moonday/, input: '{"Moonday":{}}' },
        { line: 'plan set nobody --week 2026-11-09', code: 1, message: /not found/, input: '{}' },
        { line: `plan clear ${id} --week 2026-11-09`, code: 1, message: /not found/ },
        { line: `plan show ${id} extra`, code: 2, message: /Unexpected argument: extra/ },
        { line: `plan show ${id} --wek 2026-11-09`, code: 2, message: /--wek/ },
        { line: 'backup /nowhere/at/all', code: 1, message: /There is no \/nowhere\/at\/all/ },
        { line: 'restore /nowhere/at/all', code: 1, message: /There is no \/nowhere\/at\/all/ },
      ];
      const before = await json(env, `family show ${id}`);
      for (const { line, code, message, input } of cases) {
        const ended = await runWeekfareInProcess(env, line.split(' '), input);
        strictEqual(ended.code, code, `${line}: ${ended.stderr}`);
        match(ended.stderr, message, line);
        doesNotMatch(ended.stderr, /\n\s+at /, `${line}: no stack trace`);
        strictEqual(ended.stdout, '', line);
      }
      deepStrictEqual(await json(env, `family show ${id}`), before);
    });
  });
}

test('as a process, reads arguments, settings and standard input, and writes to both output streams and exits with a code', async (t) => {
  const env = { DATA_DIR: freshFolder(t) };
  const { id } = await json(env, 'family add --name A --email a@example.org --time-zone UTC');
  const meals = JSON.stringify({ Monday: { dinner: { description: 'Dal' } } });
  const set = await runWeekfare(env, ['plan', 'set', id, '--week', '2026-11-09', '--json'], meals);
  deepStrictEqual([set.code, set.stderr], [0, '']);
  deepStrictEqual(Object.keys(JSON.parse(set.stdout)), ['id', 'weekOf']);
  match(
    (await runWeekfareInProcess(env, ['plan', 'show', id, '--week', '2026-11-09'])).stdout,
    /dinner +Dal\n$/,
  );
  const unknown = await runWeekfare(env, ['famly', 'show']);
  deepStrictEqual([unknown.code, unknown.stdout], [2, '']);
  match(unknown.stderr, /^There is no command "famly show"\.\nSee: /);
});

test('every command prints its usage with --help', async (t) => {
  const env = { DATA_DIR: freshFolder(t) };
  const overview = await runWeekfareInProcess(env, []);
  strictEqual(overview.code, 0);
  const names = [
    ...overview.stdout.matchAll(/^ {2}((?:[a-z-]+ )*[a-z-]+)(?: [A-Z_]{2,}| \[[A-Z.]+\])* +[A-Z][a-z]/gm),
  ].map((found) => found[1] ?? '');
  strictEqual(names.length, 30, names.join(', '));
  for (const name of names) {
    const { code, stdout } = await runWeekfareInProcess(env, [...name.split(' '), '--help']);
    strictEqual(code, 0, name);
    match(stdout, new RegExp(`Usage: +npm run -s weekfare -- ${name}`), name);
    match(stdout, /--json/, name);
  }
});

type Backup = { file: string; status: () => Promise<number> };

/** Backs the family up, deletes it and restores it. `status` is the running server's response to a key of it. */
async function checkBackup(env: Record<string, string>, id: string, { file, status }: Backup): Promise<void> {
  strictEqual(await status(), 200);
  strictEqual((await json(env, `backup ${file}`)).rows.families, 1);
  const original = await json(env, `family show ${id}`);

  await json(env, `family delete ${id} --yes`);
  await untilVisible(async () => (await status()) === 401);
  const damaged = `${file}.damaged`;
  writeFileSync(damaged, readFileSync(file, 'utf8').replace('Okafor', 'Okafur'));
  const refused = await runWeekfareInProcess(env, ['restore', damaged]);
  strictEqual(refused.code, 1);
  match(refused.stderr, /^The file is damaged/);
  deepStrictEqual(await json(env, 'family list'), []);

  await json(env, `restore ${file}`);
  await untilVisible(async () => (await status()) === 200);
  const { apiKeys: _keys, ...restored } = await json(env, `family show ${id}`);
  const { apiKeys: _before, ...before } = original;
  deepStrictEqual(restored, before);
}

async function readCurrentPlan(url: string, key: string) {
  const response = await fetch(`${url}/api/meal-plans/v1/current`, { headers: { 'X-API-Key': key } });
  const body = (await response.json()) as { data: { weekOf: string; meals: object } | null };
  return { status: response.status, body };
}

/** The Monday of this week in Lagos (UTC+1 all year), computed independently of the program. */
function thisWeek(): string {
  const there = new Date(Date.now() + 3_600_000);
  const daysAgo = (there.getUTCDay() + 6) % 7;
  return new Date(there.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
}

function deepEqual(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

/** A change must be visible within a second. */
function untilVisible(isVisible: () => Promise<boolean>): Promise<void> {
  return until('the change is visible', isVisible, 1_000);
}
