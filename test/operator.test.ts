/**
 * The server and the command line as an operator meets them: real processes, real files. Most commands
 * run within the test, beside a server that is a process; that theirs passes everything on is tested once.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { weekfareHere } from './support/command-line.ts';
import { startProcess, weekfare } from './support/process.ts';
import { freshFolder, freshLocation, KINDS, type Scope } from './support/store.ts';
import { until } from './support/until.ts';

async function environment(scope: Scope, kind: (typeof KINDS)[number]): Promise<Record<string, string>> {
  const location = await freshLocation(scope, kind);
  return location.kind === 'sqlite' ? { DATA_DIR: freshFolder(scope) } : { DATABASE_URL: location.url };
}

/** Runs a command that must succeed, and answers its JSON. */
async function json(env: Record<string, string>, line: string, input = '') {
  const { code, stdout, stderr } = await weekfareHere(env, [...line.split(' '), '--json'], input);
  strictEqual(code, 0, `${line}: ${stderr}`);
  return JSON.parse(stdout);
}

test('the first start makes a demo family and says so once; later starts keep it and say only the address', async (t) => {
  const env = { DATA_DIR: freshFolder(t) };
  const first = await startProcess(t, env);
  match(first.welcome, /email +demo@weekfare\.example\n +password +[0-9A-Za-z]{22}\n/);
  const [, key = '', url = ''] = /curl -H 'X-API-Key: (wf_\w+)' (\S+)/.exec(first.welcome) ?? [];
  const response = await fetch(url, { headers: { 'X-API-Key': key } });
  strictEqual(response.status, 200);
  ok(((await response.json()) as { data: { meals: object } }).data.meals);
  const ended = await first.stop();
  strictEqual(ended.code, 0);

  const second = await startProcess(t, env);
  strictEqual(second.welcome, `Weekfare is at ${second.url}\n`);
  const again = await fetch(new URL('/api/meal-plans/v1/next', second.url), {
    headers: { 'X-API-Key': key },
  });
  strictEqual(again.status, 200);
  const logged = (await second.stop()).stderr + ended.stderr;
  for (const line of logged.trim().split('\n')) JSON.parse(line);
});

for (const kind of KINDS) {
  describe(`the command line on ${kind}`, () => {
    test('a family, a key, a plan; what it changes a running server shows within a second', async (t) => {
      const env = await environment(t, kind);
      const { id } = await json(
        env,
        'family add --name Okafor --email a@example.org --password 1234567890 --time-zone Africa/Lagos --premium',
      );
      const { id: keyId, key } = await json(
        env,
        `key add ${id} --name tablet --expires 2999-01-01T00:00:00Z`,
      );
      const server = await startProcess(t, env);
      const read = async () => {
        const response = await fetch(`${server.url}/api/meal-plans/v1/current`, {
          headers: { 'X-API-Key': key },
        });
        return {
          status: response.status,
          body: (await response.json()) as { data: { weekOf: string; meals: object } | null },
        };
      };
      deepStrictEqual(await read(), { status: 200, body: { data: null } });

      const shown = (await json(env, `plan show ${id}`)) as null;
      strictEqual(shown, null);
      const week = thisWeek();
      const meals = { Monday: { dinner: { description: 'Jollof rice', recipeId: 'shakshuka' } } };
      const set = await json(env, `plan set ${id} --week ${week}`, JSON.stringify(meals));
      deepStrictEqual(Object.keys(set), ['id', 'weekOf']);
      const plan = { id: set.id, weekOf: `${week}T00:00:00.000Z`, meals };
      await shows(async () => deepEqual(await read(), { status: 200, body: { data: plan } }));
      deepStrictEqual(await json(env, `plan show ${id}`), plan);

      await json(env, `plan clear ${id} --week ${week} --day Monday --slot dinner`);
      await shows(async () => deepEqual((await read()).body.data?.meals, {}));
      await json(env, `plan clear ${id} --week ${week}`);
      await shows(async () => deepEqual((await read()).body, { data: null }));

      await json(env, `premium revoke ${id}`);
      await shows(async () => (await read()).status === 402);
      await json(env, `premium grant ${id} --until 2999-01-01T00:00:00Z`);
      await shows(async () => (await read()).status === 200);

      const rotated = await json(env, `key rotate ${keyId} --overlap day`);
      match(rotated.key, /^wf_/);
      strictEqual((await read()).status, 200);
      await json(env, `key revoke ${keyId}`);
      await shows(async () => (await read()).status === 401);
      const keys = (await json(env, `key list ${id}`)) as { id: string; revokedAt: string | null }[];
      deepStrictEqual(
        keys.map((entry) => [entry.id, entry.revokedAt !== null]),
        [
          [keyId, true],
          [rotated.id, false],
        ],
      );
      strictEqual((await server.stop()).code, 0);
      const after = (await json(env, `key list ${id}`)) as { id: string; lastUsedAt: string | null }[];
      ok(after[0]?.lastUsedAt, 'the last use is saved when the server stops');

      deepStrictEqual((await json(env, 'check')).faults, []);
      await json(env, `family delete ${id} --yes`);
      deepStrictEqual(await json(env, 'family list'), []);
    });

    test('what cannot be is refused in one sentence, and changes nothing', async (t) => {
      const env = await environment(t, kind);
      const { id } = await json(env, 'family add --name A --email a@example.org --time-zone UTC');
      const cases: { line: string; code: number; says: RegExp; input?: string }[] = [
        {
          line: 'family add --name A --email a@example.org --time-zone UTC',
          code: 1,
          says: /account with this email already/,
        },
        {
          line: 'family add --name A --email nonsense --time-zone UTC',
          code: 2,
          says: /--email must be an email address/,
        },
        {
          line: 'family add --name A --email b@example.org --time-zone Mars/Base',
          code: 2,
          says: /--time-zone must be an IANA/,
        },
        {
          line: 'family add --name A --email b@example.org --time-zone UTC --password short',
          code: 2,
          says: /at least 10/,
        },
        { line: 'family add --email b@example.org', code: 2, says: /--name is missing/ },
        { line: 'family show nobody', code: 1, says: /Family nobody: not found/ },
        { line: 'family delete nobody --yes', code: 1, says: /not found/ },
        { line: 'premium grant nobody', code: 1, says: /not found/ },
        { line: `premium grant ${id} --until tomorrow`, code: 2, says: /--until must be an instant/ },
        { line: 'key add nobody --name x', code: 1, says: /not found/ },
        { line: 'key revoke abcdefgh', code: 1, says: /not found/ },
        {
          line: `plan set ${id} --week 2026-11-10`,
          code: 2,
          says: /is a Tuesday; its week is 2026-11-09/,
          input: '{}',
        },
        { line: `plan set ${id} --week 2026-11-09`, code: 2, says: /not JSON/, input: 'dinner' },
        { line: `plan set ${id} --week 2026-11-09`, code: 2, says: /Moonday/, input: '{"Moonday":{}}' },
        { line: 'plan set nobody --week 2026-11-09', code: 1, says: /not found/, input: '{}' },
        { line: `plan clear ${id} --week 2026-11-09`, code: 1, says: /not found/ },
        { line: `plan show ${id} extra`, code: 2, says: /Unexpected argument: extra/ },
        { line: `plan show ${id} --wek 2026-11-09`, code: 2, says: /--wek/ },
        { line: 'backup /nowhere/at/all', code: 1, says: /There is no \/nowhere\/at\/all/ },
        { line: 'restore /nowhere/at/all', code: 1, says: /There is no \/nowhere\/at\/all/ },
      ];
      const before = await json(env, `family show ${id}`);
      for (const { line, code, says, input } of cases) {
        const ended = await weekfareHere(env, line.split(' '), input);
        strictEqual(ended.code, code, `${line}: ${ended.stderr}`);
        match(ended.stderr, says, line);
        doesNotMatch(ended.stderr, /\n\s+at /, `${line}: no stack trace`);
        strictEqual(ended.stdout, '', line);
      }
      deepStrictEqual(await json(env, `family show ${id}`), before);
    });

    test('a backup taken beside a running server is restored to the letter, and a damaged one refused', async (t) => {
      const env = await environment(t, kind);
      const file = join(freshFolder(t), 'b');
      const { id } = await json(
        env,
        'family add --name Okafor --email a@example.org --time-zone UTC --premium',
      );
      const { key } = await json(env, `key add ${id} --name tablet`);
      const server = await startProcess(t, env);
      const status = async () =>
        (await fetch(`${server.url}/api/meal-plans/v1/current`, { headers: { 'X-API-Key': key } })).status;
      strictEqual(await status(), 200);
      strictEqual((await json(env, `backup ${file}`)).rows.families, 1);
      const saved = await json(env, `family show ${id}`);

      await json(env, `family delete ${id} --yes`);
      await shows(async () => (await status()) === 401);
      const damaged = `${file}.damaged`;
      writeFileSync(damaged, readFileSync(file, 'utf8').replace('Okafor', 'Okafur'));
      const refused = await weekfareHere(env, ['restore', damaged]);
      strictEqual(refused.code, 1);
      match(refused.stderr, /^The file is damaged/);
      deepStrictEqual(await json(env, 'family list'), []);

      await json(env, `restore ${file}`);
      await shows(async () => (await status()) === 200);
      const { apiKeys: _keys, ...restored } = await json(env, `family show ${id}`);
      const { apiKeys: _before, ...before } = saved;
      deepStrictEqual(restored, before);
    });
  });
}

test('as a process it takes its words, settings and input from outside, and answers by both pipes and a code', async (t) => {
  const env = { DATA_DIR: freshFolder(t) };
  const line = 'family add --name A --email a@example.org --time-zone UTC --json';
  const added = await weekfare(env, line.split(' '));
  deepStrictEqual([added.code, added.stderr], [0, '']);
  const { id } = JSON.parse(added.stdout);
  const meals = JSON.stringify({ Monday: { dinner: { description: 'Dal' } } });
  const set = await weekfare(env, ['plan', 'set', id, '--week', '2026-11-09'], meals);
  deepStrictEqual([set.code, set.stderr], [0, '']);
  match((await weekfareHere(env, ['plan', 'show', id, '--week', '2026-11-09'])).stdout, /dinner +Dal\n$/);
  const failed = await weekfare(env, ['family', 'show', 'nobody']);
  deepStrictEqual(failed, { code: 1, stdout: '', stderr: 'Family nobody: not found.\n' });
  const misused = await weekfare(env, ['famly', 'show']);
  deepStrictEqual([misused.code, misused.stdout], [2, '']);
  match(misused.stderr, /^There is no command "famly show"\.\nSee: /);
});

test('every command explains itself', async (t) => {
  const env = { DATA_DIR: freshFolder(t) };
  const overview = await weekfareHere(env, []);
  strictEqual(overview.code, 0);
  const names = [...overview.stdout.matchAll(/^ {2}((?:[a-z-]+ )*[a-z-]+)(?: [A-Z_]+)? {2,}[A-Z]/gm)].map(
    (found) => found[1] ?? '',
  );
  strictEqual(names.length, 18, names.join(', '));
  for (const name of names) {
    const { code, stdout } = await weekfareHere(env, [...name.split(' '), '--help']);
    strictEqual(code, 0, name);
    match(stdout, new RegExp(`Usage: +npm run -s weekfare -- ${name}`), name);
    match(stdout, /--json/, name);
  }
});

/** The Monday of this week in Lagos, an hour ahead all year; computed another way than the program does. */
function thisWeek(): string {
  const there = new Date(Date.now() + 3_600_000);
  const daysAgo = (there.getUTCDay() + 6) % 7;
  return new Date(there.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
}

function deepEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The promise is a second, whatever made the change. */
function shows(isSo: () => Promise<boolean>): Promise<void> {
  return until('the change shows', isSo, 1_000);
}
