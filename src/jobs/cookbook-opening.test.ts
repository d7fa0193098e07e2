/** When a process has the cookbook in memory, and that nobody then waits for it. */
import { match, ok, strictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startProcess } from '#test/process.ts';
import { freshFolder } from '#test/store.ts';
import { until } from '#test/until.ts';

test('a service that is only read by key does without the cookbook; the first member opens it', async (t) => {
  const { url, welcome } = await startProcess(t, { DATA_DIR: freshFolder(t) });
  const [, email, password] = /email +(\S+)\n +password +(\S+)/.exec(welcome) ?? [];
  const [, key = ''] = /X-API-Key: (\S+)'/.exec(welcome) ?? [];
  const isOpen = async () =>
    /^weekfare_cookbook_open (\d)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
  const plan = await fetch(`${url}/api/meal-plans/v1/current`, { headers: { 'X-API-Key': key } });
  strictEqual(plan.status, 200);
  strictEqual(await isOpen(), '0');
  const entered = await fetch(`${url}/app/api/sign-in`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const [cookie = ''] = entered.headers.getSetCookie();
  match(cookie, /^weekfare-session=/);
  await fetch(`${url}/app/api/me`, { headers: { cookie: cookie.split(';', 1)[0] as string } });
  await until('the cookbook is open', async () => (await isOpen()) === '1');
});

const FIRST_LINE_MS = `
  const { understandLines } = await import('#queries/ingredient-lines.ts');
  await understandLines([]);
  const before = process.cpuUsage();
  await understandLines(['1 1/2 cups all-purpose flour, sifted']);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
`;

test('no line takes more than 5 ms, not even the first of a process', async (t) => {
  const times: number[] = [];
  // The fastest of a few: what a busy machine adds is not the line's doing.
  while (times.length < 4) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      FIRST_LINE_MS,
    ]);
    times.push(Number(stdout));
  }
  t.diagnostic(`${times.map((ms) => ms.toFixed(1)).join(', ')} ms`);
  ok(Math.min(...times) < 5, `${times.join(', ')} ms`);
});
