/**
 * A test owns its folder, port, clock and environment, and waits for what it asserts: what passes only alone, or only at
 * noon, is found here. Each exception says why it is none.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

type Rule = { pattern: RegExp; instead: string; exceptions: Record<string, string> };

const RULES: Rule[] = [
  {
    pattern: /\btmpdir\(|\bmkdtemp/,
    instead: 'freshFolder: other tests have files in the folder of the system too',
    exceptions: {
      'test/support/temporary-folder.ts': 'says where the folders of tests are',
      'test/support/store.ts': 'freshFolder',
      'test/support/servers/postgres.ts': 'a folder for the whole run, not for a test',
    },
  },
  {
    pattern: /\bsetTimeout(?:\(| as )/,
    instead: 'until: a busy machine needs longer than any fixed time',
    exceptions: {
      'test/support/until.ts': 'polls',
      'test/support/servers/http-proxy.ts': 'a slow server',
      'test/support/servers/tcp-proxy.ts': 'a slow server',
      'test/raw-socket.test.ts': 'the end of a test that fails',
      'test/project/test-context.test.ts': 'tests of the runner itself',
      'test/web/sync.test.ts': 'a frame of the page',
      'test/web/account/profile.test.ts': 'a frame of the page',
      'test/web/recipes/import-archive.test.ts': 'a frame of the page',
      'src/actions/backup.test.ts': 'lets a backup run between two writes',
      'src/http/server/request-queue.test.ts': 'a turn of the event loop',
      'src/storage/tables/audit-log.test.ts': 'polls',
      'src/storage/work-budget.test.ts': 'a wait, which is no work',
      'src/actions/imports/slices.test.ts': 'polls',
      'sdk/src/request.test.ts': 'a signal before the wait and during it has the same effect',
      'sdk/src/events.test.ts': 'a signal before the wait and during it has the same effect',
    },
  },
  {
    pattern: /import\.meta\.url\)\.pathname/,
    instead: 'import.meta.dirname: in a folder with a space, this is no path',
    exceptions: {},
  },
  {
    pattern: /\blisten\((?:'[^']*', )?[1-9]/,
    instead: 'port 0: another process may have this one',
    exceptions: {},
  },
  {
    pattern: /\bDate\.now\(\)|\bnew Date\(\)|\bTemporal\.Now\b/,
    instead: 'a fixed instant, and `clock` of startService',
    exceptions: {
      'test/support/clients/client-trial.ts':
        'the client runs in another process, on the clock of the machine',
      'test/support/servers/issuer.ts':
        'openid-client checks the times of tokens by the clock of the machine',
      'test/oidc-attacks.test.ts': 'openid-client checks the times of tokens by the clock of the machine',
      'test/operator.test.ts': 'the server runs in another process, on the clock of the machine',
      'test/broken-database.test.ts': 'the server runs in another process, on the clock of the machine',
      'test/web/sync.test.ts': 'the page has the clock of the machine',
      'test/web/week/stored-changes.test.ts': 'the page has the clock of the machine',
      'test/web/week/week-drag.test.ts': 'the page has the clock of the machine',
      'src/cli/preferences.test.ts': 'the command has the clock of the machine; a week that is far from now',
      'src/http/endpoints/events.test.ts': 'the other server runs in another process',
      'src/http/endpoints/account/identities.test.ts': 'openid-client has the clock of the machine',
      'src/jobs/audit-retention.test.ts': 'a feed with the clock of the machine',
      'src/storage/feed.test.ts': 'a feed with the clock of the machine',
      'sdk/src/webhook.test.ts': 'the client checks a webhook by the clock of the machine',
      'sdk/examples.test.ts': 'the examples have the clock of the machine',
    },
  },
  {
    pattern: /\bprocess\.chdir\(|\bprocess\.env\.\w+ = |\bassign\(process\.env|\bdelete process\.env/,
    instead: 'parameters: other tests share the process',
    exceptions: {
      'test/web/support/browser.ts': 'a package reads the folder from there, once',
      'sdk/examples.test.ts': 'the examples read it, and the test restores it',
    },
  },
];

function violations(path: string, text: string): string[] {
  const code = text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return RULES.filter(({ pattern, exceptions }) => !(path in exceptions) && pattern.test(code)).map(
    ({ instead }) => `${path}: ${instead}`,
  );
}

const files = globSync(['src/**/*.test.ts', 'test/**/*.ts', 'sdk/**/*.test.ts'], {
  exclude: ['test/project/isolation.test.ts', 'test/project/architecture.test.ts'],
});
const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));

test('no test shares a folder, port, clock or environment, or sleeps', () => {
  deepStrictEqual(Array.from(texts, ([path, text]) => violations(path, text)).flat(), []);
});

test('every exception is needed', () => {
  const needless = RULES.flatMap(({ pattern, exceptions }) =>
    Object.keys(exceptions).filter((path) => !pattern.test(texts.get(path) ?? '')),
  );
  deepStrictEqual(needless, []);
});

const PLANTED = [
  "const folder = mkdtempSync(join('/tmp', 'x'));",
  'const uploads = readdirSync(tmpdir());',
  'await new Promise((resolve) => setTimeout(resolve, 50));',
  "import { setTimeout as delay } from 'node:timers/promises';",
  'server.listen(3000);',
  "const listener = await listen('127.0.0.1', 8080);",
  'const week = weekAt(Temporal.Now.instant(), zone);',
  'const nowMs = Date.now();',
  "process.env.TZ = 'UTC';",
];
for (const line of PLANTED) {
  test(`finds ${line}`, () => {
    deepStrictEqual(violations('src/a.test.ts', line).length, 1);
    deepStrictEqual(violations('src/a.test.ts', `  // ${line}`), []);
  });
}
