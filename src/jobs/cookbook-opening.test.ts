/** When a process loads the cookbook, and that no request waits for it afterwards. */
import { match, ok, strictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startProcess } from '#test/support/process.ts';
import { freshFolder } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';

test('loads the cookbook at the first request of a member, not for reads by API key', async (t) => {
  const { url, welcome } = await startProcess(t, { DATA_DIR: freshFolder(t) });
  const [, email, password] = /email +(\S+)\n +password +(\S+)/.exec(welcome) ?? [];
  const [, key = ''] = /X-API-Key: (\S+)'/.exec(welcome) ?? [];
  const isOpen = async () =>
    /^weekfare_cookbook_open (\d)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
  const plan = await fetch(`${url}/api/meal-plans/v1/current`, { headers: { 'X-API-Key': key } });
  strictEqual(plan.status, 200);
  strictEqual(await isOpen(), '0');
  const signedIn = await fetch(`${url}/app/api/sign-in`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const [cookie = ''] = signedIn.headers.getSetCookie();
  match(cookie, /^weekfare-session=/);
  await fetch(`${url}/app/api/me`, { headers: { cookie: cookie.split(';', 1)[0] as string } });
  await until('the cookbook is open', async () => (await isOpen()) === '1');
});

const FIRST_LINE_MS = `
  const { parseIngredientLines } = await import('#queries/recipe/ingredient-lines.ts');
  await parseIngredientLines([]);
  const before = process.cpuUsage();
  await parseIngredientLines(['1 1/2 cups all-purpose flour, sifted']);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
`;

test('understands the first line of a process in less than 5 ms', async (t) => {
  const times: number[] = [];
  // Up to four runs: the machine may be busy with other tests.
  while (times.length < 4 && !times.some((ms) => ms < 5)) {
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
