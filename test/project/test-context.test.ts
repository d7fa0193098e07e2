/** `node:test` as scripts/test-context.ts loads it finds the test that has caused something. */
import { match, strictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freshFolder } from '../support/store.ts';

describe('after an await', async () => {
  await delay(1);
  let ended = 0;
  afterEach(() => (ended += 1));

  test('a test belongs to its suite', async (t) => {
    match(t.fullName, /after an await > a test belongs to its suite$/);
    strictEqual(ended, 0);
  });

  test('so does a hook', () => strictEqual(ended, 1));
});

const FAILING = `
import { suite, test } from 'node:test';
suite('late', () => {
  test('thrown', async () => { setTimeout(() => { throw new Error('from a timer'); }); await wait(); });
  test('rejected', async () => { setTimeout(() => Promise.reject(new Error('from a promise'))); await wait(); });
  test('passes', () => {});
  test('too late', () => { setTimeout(() => { throw new Error('after its end'); }); });
  test('waits for it', () => wait());
});
function wait() { return new Promise((resolve) => setTimeout(resolve, 50)); }
`;

test('errors outside of the promise of a test fail that test, and the run', async (t) => {
  const folder = freshFolder(t);
  const module = join(folder, 'main.mjs');
  writeFileSync(join(folder, 'failing.mjs'), FAILING);
  const context = pathToFileURL('scripts/test-context.ts').href;
  writeFileSync(module, `import '${context}';\nawait import('./failing.mjs');`);
  const { NODE_TEST_CONTEXT: _child, ...env } = process.env;
  const { promise, resolve } = Promise.withResolvers<[code: unknown, report: string]>();
  execFile(process.execPath, ['--test-reporter=tap', module], { env }, (error, report) =>
    resolve([error?.code, report]),
  );
  const [code, report] = await promise;
  strictEqual(code, 1, report);
  match(report, /not ok 1 - thrown[^]*'from a timer'[^]*not ok 2 - rejected[^]*'from a promise'/);
  match(report, /ok 3 - passes[^]*ok 4 - too late[^]*ok 5 - waits for it/);
  match(report, /Test "too late".* generated asynchronous activity[^]*after its end/);
});
