/**
 * The public API as specified, and the product's decisions where the specification leaves them open: sends requests to
 * the real service on both databases.
 */
import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { addApiKey, revokeApiKey, rotateApiKey } from '#actions/keys-and-links/api-keys.ts';
import { changeFamily, setPremium } from '#actions/account/families.ts';
import { removePlan } from '#actions/plan/plans.ts';
import { mintApiKey } from '#auth/api-key.ts';
import type { Meals } from '#domain/plan/plan.ts';
import { accepted } from './support/accepted.ts';
import { callApi, makeApiFamily, NEXT_WEEK, NOW, THIS_WEEK } from './support/api-family.ts';
import { startService } from './support/service.ts';
import { KINDS } from './support/store.ts';
import { until } from './support/until.ts';

const CURRENT = '/api/meal-plans/v1/current';
const NEXT = '/api/meal-plans/v1/next';

// The days and slots are out of order, and one day has no meals.
const MEALS: Meals = {
  Sunday: { dinner: { description: 'Roast' } },
  Tuesday: {},
  Monday: {
    dinner: { recipeId: 'shakshuka', description: 'Dal' },
    breakfast: { description: 'Porridge “with” apples 🍎' },
  },
};

for (const kind of KINDS) {
  describe(`plans of the public API on ${kind}`, async () => {
    // Of the tests that do not change its clock. Each has its own family.
    const service = await startService({ after, before }, { kind, nowMs: NOW });

    test('returns the plans of this and the next week with exactly the specified fields in order', async () => {
      const { key, setPlan } = await makeApiFamily(service);
      const { id } = await setPlan(THIS_WEEK, MEALS);
      const next = await setPlan(NEXT_WEEK, { Friday: { lunch: { description: 'Soup' } } });
      const response = await callApi(service, CURRENT, key);
      strictEqual(response.status, 200);
      strictEqual(
        await response.text(),
        `{"data":{"id":"${id}","weekOf":"2026-11-09T00:00:00.000Z","meals":{"Monday":{"breakfast":{"description":"Porridge “with” apples 🍎"},"dinner":{"description":"Dal","recipeId":"shakshuka"}},"Sunday":{"dinner":{"description":"Roast"}}}}}`,
      );
      strictEqual(
        await (await callApi(service, NEXT, key)).text(),
        `{"data":{"id":"${next.id}","weekOf":"2026-11-16T00:00:00.000Z","meals":{"Friday":{"lunch":{"description":"Soup"}}}}}`,
      );
    });

    test('returns null without a plan and after it is deleted, and an empty plan as empty', async () => {
      const { context, family, key, setPlan } = await makeApiFamily(service);
      const read = async (path: string) => (await callApi(service, path, key)).text();
      strictEqual(await read(CURRENT), '{"data":null}');
      strictEqual(await read(NEXT), '{"data":null}');
      const { id } = await setPlan(THIS_WEEK, {});
      strictEqual(
        await read(CURRENT),
        `{"data":{"id":"${id}","weekOf":"2026-11-09T00:00:00.000Z","meals":{}}}`,
      );
      await removePlan(context, { family, week: THIS_WEEK, version: 'any' });
      strictEqual(await read(CURRENT), '{"data":null}');
    });

    test('returns the specified headers with a 200', async () => {
      const { key } = await makeApiFamily(service);
      const { headers } = await callApi(service, CURRENT, key, {
        headers: { origin: 'https://wall.example' },
      });
      strictEqual(headers.get('content-type'), 'application/json; charset=utf-8');
      strictEqual(headers.get('cache-control'), 'private, no-cache');
      strictEqual(headers.get('vary'), 'X-API-Key');
      strictEqual(headers.get('access-control-allow-origin'), '*');
      match(headers.get('etag') ?? '', /^"[\w-]+"$/);
      strictEqual(headers.get('ratelimit-policy'), '"key";q=600;w=60');
      match(headers.get('ratelimit') ?? '', /^"key";r=599;t=\d+$/);
    });

    test('returns the same 401 for every kind of invalid key, also without Premium', async () => {
      const { context, family, key, keyId } = await makeApiFamily(service, { premium: 'none' });
      const expired = accepted(
        await addApiKey({ ...context, nowMs: NOW - 5_000 }, family, {
          name: 'x',
          expiresAt: '2026-11-11T11:59:59.000Z',
        }),
      );
      const rotated = accepted(await addApiKey(context, family, { name: 'y', expiresAt: null }));
      accepted(await rotateApiKey(context, family, rotated.id, 'none'));
      accepted(await revokeApiKey(context, family, keyId));
      const bad = {
        missing: undefined,
        empty: '',
        malformed: 'let me in',
        'of another form': 'Bearer abc',
        mistyped: key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a'),
        unknown: mintApiKey().key,
        'with a known id and another secret': mintApiKey(keyId).key,
        expired: expired.key,
        rotated: rotated.key,
        revoked: key,
      };
      const responses = new Set<string>();
      for (const path of [CURRENT, NEXT]) {
        for (const [what, value] of Object.entries(bad)) {
          const response = await callApi(service, path, value);
          strictEqual(response.status, 401, what);
          strictEqual(response.headers.get('www-authenticate'), 'ApiKey realm="weekfare"', what);
          strictEqual(response.headers.get('content-type'), 'application/problem+json; charset=utf-8', what);
          const { date: _date, ...headers } = Object.fromEntries(response.headers);
          responses.add(JSON.stringify([headers, await response.json()]));
        }
      }
      strictEqual(responses.size, 1, [...responses].join('\n'));
      const [, problem] = JSON.parse([...responses][0] ?? '');
      deepStrictEqual(Object.keys(problem), ['type', 'title', 'status', 'detail', 'code']);
      strictEqual(problem.code, 'invalid-api-key');
    });

    test('returns 402 for a valid key without Premium, with a text that explains where to get it', async () => {
      const { key } = await makeApiFamily(service, { premium: 'none' });
      for (const path of [CURRENT, NEXT]) {
        const response = await callApi(service, path, key);
        strictEqual(response.status, 402);
        const problem = (await response.json()) as { code: string; detail: string; status: number };
        strictEqual(problem.code, 'premium-required');
        strictEqual(problem.status, 402);
        // The profile says the same.
        const texts = readFileSync(
          new URL('../src/languages/en/messages/profile.json', import.meta.url),
          'utf8',
        );
        const messages = JSON.parse(texts) as Record<string, string>;
        const how = messages['profile.premium-get']?.replace(': {id}', '') ?? '-';
        ok(problem.detail.startsWith(`${messages['profile.premium-none']} ${how}`), problem.detail);
      }
    });

    test('returns 402 from the instant at which Premium ends, unless the operator grants it to everyone', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { key } = await makeApiFamily(service, { premium: '2026-11-11T13:00:00.000Z' });
      strictEqual((await callApi(service, CURRENT, key)).status, 200);
      service.clock.nowMs = Date.parse('2026-11-11T13:00:00Z');
      strictEqual((await callApi(service, CURRENT, key)).status, 402);
      const premiumForAll = await startService(t, {
        store: service.store,
        nowMs: NOW,
        config: { premium: 'everyone' },
      });
      const other = await makeApiFamily(premiumForAll, { premium: 'none' });
      strictEqual((await callApi(premiumForAll, CURRENT, other.key)).status, 200);
    });

    test('responds to HEAD as to GET, without the body', async () => {
      const { key, setPlan } = await makeApiFamily(service);
      await setPlan(THIS_WEEK, MEALS);
      const [get, head] = [
        await callApi(service, CURRENT, key),
        await callApi(service, CURRENT, key, { method: 'HEAD' }),
      ];
      strictEqual(head.status, 200);
      strictEqual(await head.text(), '');
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary']) {
        strictEqual(head.headers.get(name), get.headers.get(name), name);
      }
      strictEqual(Number(get.headers.get('content-length')), Buffer.byteLength(await get.text()));
      strictEqual((await callApi(service, CURRENT, 'nonsense', { method: 'HEAD' })).status, 401);
    });

    test('returns 304 for a current ETag, and 200 after the plan has changed', async () => {
      const { key, setPlan } = await makeApiFamily(service);
      await setPlan(THIS_WEEK, MEALS);
      const first = await callApi(service, CURRENT, key);
      const etag = first.headers.get('etag') ?? '';
      for (const seen of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await callApi(service, CURRENT, key, { headers: { 'If-None-Match': seen } });
        strictEqual(again.status, 304, seen);
        strictEqual(await again.text(), '');
        strictEqual(again.headers.get('etag'), etag);
        strictEqual(again.headers.get('cache-control'), 'private, no-cache');
        strictEqual(again.headers.get('content-type'), null);
      }
      for (const seen of ['"other"', etag.slice(1, -1), '']) {
        strictEqual(
          (await callApi(service, CURRENT, key, { headers: { 'If-None-Match': seen } })).status,
          200,
          seen,
        );
      }
      await setPlan(THIS_WEEK, { Monday: { lunch: { description: 'Something else' } } });
      const changed = await callApi(service, CURRENT, key, { headers: { 'If-None-Match': etag } });
      strictEqual(changed.status, 200);
      notStrictEqual(changed.headers.get('etag'), etag);
    });

    test('returns 405 with Allow for other methods, and accepts a preflight from any origin', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        const response = await callApi(service, CURRENT, 'whatever', { method });
        strictEqual(response.status, 405, method);
        strictEqual(response.headers.get('allow'), 'GET, HEAD, OPTIONS');
        strictEqual(((await response.json()) as { code: string }).code, 'method-not-allowed');
      }
      const preflight = await callApi(service, CURRENT, undefined, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://wall.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-api-key',
        },
      });
      strictEqual(preflight.status, 204);
      strictEqual(preflight.headers.get('access-control-allow-origin'), '*');
      strictEqual(preflight.headers.get('access-control-allow-methods'), 'GET, HEAD');
      match(preflight.headers.get('access-control-allow-headers') ?? '', /X-API-Key/);
    });

    test('returns 404 in JSON for unknown paths under /api, and ignores the query string', async () => {
      const { key } = await makeApiFamily(service);
      for (const path of [
        '/api',
        '/api/',
        '/api/meal-plans',
        `${CURRENT}/`,
        '/API/meal-plans/v1/current',
        '/api/meal-plans/v2/current',
      ]) {
        const response = await callApi(service, path, key);
        strictEqual(response.status, 404, path);
        strictEqual(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
        strictEqual(((await response.json()) as { code: string }).code, 'not-found');
      }
      strictEqual((await callApi(service, `${CURRENT}?week=2020-01-06`, key)).status, 200);
    });

    test('returns 429 with Retry-After above the rate limit of a key, and does not affect other keys', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW, config: { rateLimitPerMinute: 5 } });
      const [one, two] = [await makeApiFamily(service), await makeApiFamily(service)];
      const statuses: number[] = [];
      for (let request = 0; request < 6; request += 1)
        statuses.push((await callApi(service, CURRENT, one.key)).status);
      deepStrictEqual(statuses, [200, 200, 200, 200, 200, 429]);
      const limited = await callApi(service, CURRENT, one.key);
      match(limited.headers.get('ratelimit') ?? '', /^"key";r=0;t=(?:60|5\d)$/);
      const seconds = Number(limited.headers.get('retry-after'));
      ok(seconds >= 1 && seconds <= 12, `${seconds} s`);
      strictEqual(((await limited.json()) as { code: string }).code, 'rate-limited');
      strictEqual((await callApi(service, CURRENT, two.key)).status, 200);
      service.clock.nowMs += seconds * 1_000;
      strictEqual((await callApi(service, CURRENT, one.key)).status, 200, 'after Retry-After');
    });

    test('does not limit the rate if the limit is 0', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW, config: { rateLimitPerMinute: 0 } });
      const { key } = await makeApiFamily(service);
      const { headers } = await callApi(service, CURRENT, key);
      strictEqual(headers.get('ratelimit'), null);
      strictEqual(headers.get('ratelimit-policy'), null);
    });

    test('computes the current week in the family’s time zone, also after the family changes it', async (t) => {
      // Monday in Kiritimati, still Sunday in Lagos.
      const service = await startService(t, { kind, nowMs: Date.parse('2026-11-15T11:00:00Z') });
      const { context, family, key, setPlan } = await makeApiFamily(service, { timeZone: 'Africa/Lagos' });
      await setPlan(THIS_WEEK, { Sunday: { dinner: { description: 'Sunday in Lagos' } } });
      await setPlan(NEXT_WEEK, { Monday: { breakfast: { description: 'Monday in Kiritimati' } } });
      const weekOf = async (path: string) =>
        ((await (await callApi(service, path, key)).json()) as { data: { weekOf: string } | null }).data
          ?.weekOf;
      strictEqual(await weekOf(CURRENT), '2026-11-09T00:00:00.000Z');
      strictEqual(await weekOf(NEXT), '2026-11-16T00:00:00.000Z');
      await changeFamily(context, family, { timeZone: 'Pacific/Kiritimati' });
      strictEqual(await weekOf(CURRENT), '2026-11-16T00:00:00.000Z');
      strictEqual(await weekOf(NEXT), undefined);
    });

    test('does not serve a cached plan beyond Monday midnight in the family’s time zone', async (t) => {
      const service = await startService(t, { kind, nowMs: Date.parse('2026-11-15T22:59:50Z') });
      const { key, setPlan } = await makeApiFamily(service, { timeZone: 'Europe/Berlin' });
      await setPlan(THIS_WEEK, { Sunday: { dinner: { description: 'Old' } } });
      await setPlan(NEXT_WEEK, { Monday: { dinner: { description: 'New' } } });
      match(await (await callApi(service, CURRENT, key)).text(), /Old/);
      match(await (await callApi(service, NEXT, key)).text(), /New/);
      service.clock.nowMs += 10_000;
      match(await (await callApi(service, CURRENT, key)).text(), /New/);
      strictEqual(await (await callApi(service, NEXT, key)).text(), '{"data":null}');
    });

    test('returns only the plans of the key’s own family', async () => {
      const [one, two] = [await makeApiFamily(service), await makeApiFamily(service)];
      await one.setPlan(THIS_WEEK, { Monday: { dinner: { description: 'Of one' } } });
      await two.setPlan(THIS_WEEK, { Monday: { dinner: { description: 'Of two' } } });
      for (let round = 0; round < 3; round += 1) {
        match(await (await callApi(service, CURRENT, one.key)).text(), /Of one/);
        match(await (await callApi(service, CURRENT, two.key)).text(), /Of two/);
      }
    });

    test('serves a change made through another server within a second', async (t) => {
      const [here, there] = await twoServers(t, kind);
      const { context, family, key, keyId, setPlan } = await makeApiFamily(here);
      await setPlan(THIS_WEEK, { Monday: { dinner: { description: 'First' } } });
      match(await (await callApi(there, CURRENT, key)).text(), /First/);
      await setPlan(THIS_WEEK, { Monday: { dinner: { description: 'Second' } } });
      await untilVisible(async () => /Second/.test(await (await callApi(there, CURRENT, key)).text()));
      accepted((await setPremium(context, family, 'none')) ?? {});
      await untilVisible(async () => (await callApi(there, CURRENT, key)).status === 402);
      accepted((await setPremium(context, family, 'forever')) ?? {});
      await untilVisible(async () => (await callApi(there, CURRENT, key)).status === 200);
      accepted((await revokeApiKey(context, family, keyId)) ?? {});
      strictEqual((await callApi(here, CURRENT, key)).status, 401);
      await untilVisible(async () => (await callApi(there, CURRENT, key)).status === 401);
    });
  });
}

async function twoServers(t: Parameters<typeof startService>[0], kind: (typeof KINDS)[number]) {
  const here = await startService(t, { kind, nowMs: NOW });
  const { openStore, SERVER_TIMEOUT_MS } = await import('#storage/store.ts');
  const store = await openStore(here.store.location, SERVER_TIMEOUT_MS);
  t.after(() => store.close());
  return [here, await startService(t, { store, nowMs: NOW })] as const;
}

/** A change must be visible within a second. */
function untilVisible(isVisible: () => Promise<boolean>): Promise<void> {
  return until('the change is visible', isVisible, 1_000);
}
