/**
 * Requests that a page of another site makes a browser send, to every route, and DNS rebinding: without PUBLIC_URL,
 * changes are accepted only under host names that no attacker can own.
 */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { APP_ENDPOINTS } from '#http/endpoints.ts';
import { CASES } from '#test/support/app-cases.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';

const CROSS_SITE = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'https://sister.example' },
  { origin: 'https://evil.example' },
  { origin: undefined },
];
const EVIL = { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' };

test('every route refuses changes from another site and under a foreign host name', async (t) => {
  const service = await startService(t, { config: { appRateLimitPerMinute: 0 } });
  const world = await makeWorld(service);
  const before = await dump(service.store);
  for (const route of APP_ENDPOINTS.filter(({ method }) => method !== 'GET')) {
    const { path, body } = CASES[`${route.method} ${route.path}`] ?? { path: () => '/' };
    const call = { method: route.method, path: path(world), body: body?.(world), token: world.owner.token };
    const { status, body: problem } = await send(service, { ...call, headers: EVIL });
    deepStrictEqual([status, problem.code], [403, 'host-not-allowed'], route.path);
    match(problem.detail, /set PUBLIC_URL .* or add the host name to ALLOWED_HOSTS/);
    for (const headers of CROSS_SITE) {
      const refused = await send(service, { ...call, headers });
      deepStrictEqual([refused.status, refused.body.code], [403, 'cross-site'], route.path);
      strictEqual(refused.headers.get('set-cookie'), null);
    }
  }
  deepStrictEqual(await dump(service.store), before);
  const read = { method: 'GET', path: '/app/api/me', token: world.owner.token, headers: EVIL };
  strictEqual((await send(service, read)).status, 200, 'reads are accepted');
});

test('logs each foreign host name once, and at most ten per minute', async (t) => {
  const service = await startService(t);
  const sendTo = (host: string) =>
    send(service, {
      method: 'POST',
      path: '/app/api/invitation',
      body: { token: 'x' },
      headers: { ...EVIL, host },
    });
  for (let time = 0; time < 3; time += 1) await sendTo('family.example:3000');
  const lines = () =>
    service
      .log()
      .split('\n')
      .filter((line) => line.includes('ALLOWED_HOSTS'));
  strictEqual(lines().length, 1);
  const { level, host } = JSON.parse(lines()[0] ?? '{}');
  deepStrictEqual([level, host], [40, 'family.example:3000']);
  for (let at = 0; at < 20; at += 1) await sendTo(`${at}.example`);
  strictEqual(lines().length, 10);
  service.clock.nowMs += 60_000;
  await sendTo('own.example');
  strictEqual(lines().length, 11);
});

test('accepts a listed host name, and any host name with PUBLIC_URL', async (t) => {
  const listed = await startService(t, { config: { allowedHosts: ['evil.example'] } });
  const call = { method: 'POST', path: '/app/api/invitation', body: { token: 'x' }, headers: EVIL };
  strictEqual((await send(listed, call)).status, 404);
  const proxied = await startService(t, { config: { publicUrl: 'https://weekfare.example' } });
  strictEqual((await send(proxied, call)).status, 404);
});
