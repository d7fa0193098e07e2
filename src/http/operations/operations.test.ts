/** Health probes, metrics and security.txt. */
import { deepStrictEqual, match, rejects, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { startProcess } from '#test/support/process.ts';
import { startService } from '#test/support/service.ts';
import { freshFolder } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';

const PATH = '/.well-known/security.txt';

test('security.txt has the contact of the operator, its address and its expiry', async (t) => {
  const nowMs = Date.parse('2026-11-15T12:00:00Z');
  const config = { securityContact: 'mailto:security@example.org', publicUrl: 'https://meals.example.org' };
  const { url } = await startService(t, { nowMs, config });
  const response = await fetch(url + PATH);
  strictEqual(response.status, 200);
  strictEqual(response.headers.get('content-type'), 'text/plain; charset=utf-8');
  const [contact, expires, ...rest] = (await response.text()).split('\n');
  strictEqual(contact, 'Contact: mailto:security@example.org');
  match(expires ?? '', /^Expires: 2027-02-13T12:00:\d\dZ$/);
  strictEqual(
    rest.join('\n'),
    'Preferred-Languages: en, de\nCanonical: https://meals.example.org/.well-known/security.txt\n',
  );
});

test('returns 404 for security.txt without a contact', async (t) => {
  const { url } = await startService(t);
  strictEqual((await fetch(url + PATH)).status, 404);
});

const statusOf = async (url: string) => (await fetch(url)).status;

test('serves the metrics on the public port without METRICS_PORT', async (t) => {
  const { url } = await startService(t);
  strictEqual(await statusOf(`${url}/metrics`), 200);
});

test('serves the metrics only on METRICS_PORT, with the probes and nothing else', async (t) => {
  const server = await startProcess(t, { DATA_DIR: freshFolder(t), METRICS_PORT: '0' });
  const metrics = /Metrics are at (http:\S+)\/metrics\n/.exec(server.welcome)?.[1] ?? '';
  const key = /X-API-Key: (\w+)/.exec(server.welcome)?.[1] ?? '';
  const refused = await fetch(`${server.url}/metrics`);
  deepStrictEqual([refused.status, ((await refused.json()) as { code: string }).code], [404, 'not-found']);
  for (const path of ['/healthz', '/readyz']) strictEqual(await statusOf(server.url + path), 200);

  for (const path of ['/metrics', '/healthz', '/readyz']) strictEqual(await statusOf(metrics + path), 200);
  const shown = await (await fetch(`${metrics}/metrics`)).text();
  match(shown, /^weekfare_connections \d+$/m);
  match(shown, /route="\/readyz",status="200"/);
  for (const path of ['/', '/api/docs', '/app/api/me', '/.well-known/security.txt'])
    strictEqual(await statusOf(metrics + path), 404, path);
  const read = await fetch(`${metrics}/api/meal-plans/v1/current`, { headers: { 'x-api-key': key } });
  strictEqual(read.status, 404);
  strictEqual((await fetch(`${metrics}/metrics`, { method: 'POST' })).status, 405);

  const stopped = server.stop();
  await until('it reports that it stops', async () => (await statusOf(`${metrics}/readyz`)) === 503);
  const last = await fetch(`${metrics}/metrics`);
  deepStrictEqual([last.status, last.headers.get('connection')], [200, 'close'], 'this port closes, too');
  strictEqual((await stopped).code, 0);
  for (const url of [server.url, metrics]) await rejects(fetch(`${url}/healthz`));
});
