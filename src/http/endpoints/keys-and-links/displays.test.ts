/** The kitchen display: a link with read access to the week until it expires or is revoked. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { instantText } from '#domain/week/instant.ts';
import { APP_ENDPOINTS } from '#http/endpoints.ts';
import { CASES } from '#test/support/app-cases.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { ONE_KIND } from '#test/support/store.ts';

const NOW = Date.parse('2026-11-11T12:00:00Z');
const MINUTE_MS = 60_000;

for (const kind of ONE_KIND) {
  describe(`${kind}: displays`, async () => {
    const service = await startService({ after, before }, { kind, nowMs: NOW });
    const as = (token: string, method: string, path: string, body?: unknown) =>
      send(service, { method, path: `/app/api${path}`, token, body });
    const open = (token: string) =>
      send(service, { method: 'POST', path: '/app/api/display/open', body: { token } });
    const readDisplay = (token: string, more = '') =>
      send(service, {
        method: 'GET',
        path: '/app/api/display',
        headers: { cookie: `weekfare-display=${token}${more}` },
      });
    /** Attempts are limited per minute; each test starts a new one. */
    const nextMinute = () => (service.clock.nowMs += MINUTE_MS);
    const listed = async ({ member }: World) => (await as(member.token, 'GET', '/displays')).body.displays;

    test('shows a link once, and stores and logs its token nowhere in plain text', async () => {
      nextMinute();
      const world = await makeWorld(service);
      const { status, body } = await as(world.owner.token, 'POST', '/displays', { name: 'Hall' });
      strictEqual(status, 200);
      const [address, token = ''] = body.link.split('#');
      strictEqual(address, `${service.url}/display`);
      match(token, /^\w{43}$/);
      const opened = await open(token);
      strictEqual(opened.status, 204);
      match(
        opened.headers.get('set-cookie') ?? '',
        /^weekfare-display=\w{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
      );
      strictEqual((await readDisplay(token)).status, 200);
      ok(!JSON.stringify(await dump(service.store)).includes(token));
      ok(!service.log().includes(token));
      ok(!JSON.stringify(await listed(world)).includes(token));
    });

    test("returns the family's name, time zone, current week and next week in that time zone", async (t) => {
      const world = await makeWorld(service);
      t.after(() => (service.clock.nowMs = NOW));
      const { owner, displayToken } = world;
      const { plan } = (await as(owner.token, 'GET', '/plans/2026-11-09')).body;
      for (const reply of [await readDisplay(displayToken), await as(owner.token, 'GET', '/display')]) {
        deepStrictEqual(reply.body, {
          family: { name: reply.body.family.name, timeZone: 'UTC' },
          plans: { '2026-11-09': plan, '2026-11-16': null },
          warnings: reply.body.warnings,
          pictures: {},
        });
        const { '2026-11-09': thisWeek, '2026-11-16': nextWeek } = reply.body.warnings;
        deepStrictEqual(thisWeek.warnings, {});
        // The guest of this Sunday.
        deepStrictEqual(
          [thisWeek.absent.Saturday.dinner, thisWeek.absent.Sunday.dinner],
          [['ben'], undefined],
        );
        const { variantNames, ...others } = nextWeek;
        deepStrictEqual(others, { warnings: {}, absent: {} });
        deepStrictEqual(variantNames.titles, {});
      }
      // Sunday noon in London is Monday in Kiritimati.
      service.clock.nowMs = Date.parse('2026-11-15T12:00:00Z');
      await as(owner.token, 'PATCH', '/family', { timeZone: 'Pacific/Kiritimati', name: 'Renamed' });
      const { body, headers } = await readDisplay(displayToken);
      deepStrictEqual(body.family, { name: 'Renamed', timeZone: 'Pacific/Kiritimati' });
      deepStrictEqual(Object.keys(body.plans), ['2026-11-16', '2026-11-23']);
      match(
        headers.get('set-cookie') ?? '',
        /^weekfare-display=.*Max-Age=31536000/,
        'the cookie is extended',
      );
    });

    test('a display has no access to other routes', async () => {
      const world = await makeWorld(service);
      const before = await dump(service.store);
      const headers = { cookie: `weekfare-display=${world.displayToken}` };
      for (const route of APP_ENDPOINTS.filter(({ access }) => access === 'member' || access === 'owner')) {
        const { path, body } = CASES[`${route.method} ${route.path}`] ?? { path: () => '/' };
        const call = { method: route.method, path: path(world), body: body?.(world), headers };
        strictEqual((await send(service, call)).status, 401, `${route.method} ${route.path}`);
      }
      deepStrictEqual(await dump(service.store), before);
      const asSession = await as(world.displayToken, 'GET', '/me');
      strictEqual(asSession.status, 401, 'its token is not a session');
      strictEqual((await readDisplay(world.owner.token)).status, 401, 'a session is not a display token');
    });

    test('returns 401 for a revoked link, also for opened displays', async () => {
      nextMinute();
      const world = await makeWorld(service);
      const { owner, display, displayToken } = world;
      strictEqual((await as(owner.token, 'DELETE', `/displays/${display}`)).status, 204);
      for (const reply of [
        await readDisplay(displayToken),
        await open(displayToken),
        await readDisplay(''),
        await readDisplay('x'.repeat(200)),
      ]) {
        deepStrictEqual([reply.status, reply.body.code], [401, 'display-ended']);
        strictEqual(reply.headers.get('set-cookie'), null);
      }
      deepStrictEqual(await listed(world), []);
      strictEqual((await as(owner.token, 'DELETE', `/displays/${display}`)).status, 404);
      // A member who is signed in on the same device still sees their own family.
      strictEqual((await readDisplay(displayToken, `; weekfare-session=${owner.token}`)).status, 200);
    });

    test('a link works until it expires and is then refused like a revoked one', async () => {
      nextMinute();
      const world = await makeWorld(service);
      const expiresAt = instantText(service.clock.nowMs + 60 * MINUTE_MS);
      const { body } = await as(world.owner.token, 'POST', '/displays', { name: 'Guests', expiresAt });
      const token = body.link.split('#')[1];
      deepStrictEqual([(await open(token)).status, (await readDisplay(token)).status], [204, 200]);
      service.clock.nowMs += 60 * MINUTE_MS;
      for (const reply of [await readDisplay(token), await open(token)]) {
        deepStrictEqual([reply.status, reply.body.code], [401, 'display-ended']);
        strictEqual(reply.headers.get('set-cookie'), null);
      }
      const shown = (await listed(world)).find(({ id }: { id: string }) => id === body.id);
      deepStrictEqual([shown.name, shown.expiresAt], ['Guests', expiresAt]);
      strictEqual((await readDisplay(world.displayToken)).status, 200, 'a link without expiry still works');
      strictEqual((await as(world.owner.token, 'DELETE', `/displays/${body.id}`)).status, 204);
    });

    test('refuses an expiry in the past and an invalid one', async () => {
      const { owner } = await makeWorld(service);
      const make = async (expiresAt: unknown) =>
        (await as(owner.token, 'POST', '/displays', { name: 'x', expiresAt })).body.code;
      strictEqual(await make(instantText(service.clock.nowMs - 1)), 'past-expiry');
      for (const wrong of ['tomorrow', '2027-01-01', 7]) strictEqual(await make(wrong), 'invalid-input');
    });

    test('with a link and a session of another family, shows the family of the link', async () => {
      const [world, other] = [await makeWorld(service), await makeWorld(service)];
      await as(world.owner.token, 'PATCH', '/family', { name: 'The family of the link' });
      const { body } = await readDisplay(world.displayToken, `; weekfare-session=${other.owner.token}`);
      strictEqual(body.family.name, 'The family of the link');
    });

    test('stores when a display was last opened, to the minute; a read writes nothing', async () => {
      nextMinute();
      const world = await makeWorld(service);
      deepStrictEqual(
        (await listed(world)).map(({ name, lastSeenAt }: { name: string; lastSeenAt: string }) => [
          name,
          lastSeenAt,
        ]),
        [['kitchen', null]],
      );
      const before = await dump(service.store);
      await readDisplay(world.displayToken);
      deepStrictEqual(await dump(service.store), before);
      await open(world.displayToken);
      const [{ lastSeenAt }] = await listed(world);
      match(lastSeenAt, /^2026-11-\d\dT\d\d:\d\d:00\.000Z$/);
      const seenMs = Date.parse(lastSeenAt);
      ok(Math.abs(seenMs - service.clock.nowMs) < 2 * MINUTE_MS, lastSeenAt);
      service.clock.nowMs += 3 * MINUTE_MS;
      await open(world.displayToken);
      strictEqual(Date.parse((await listed(world))[0].lastSeenAt) - seenMs, 3 * MINUTE_MS);
    });

    test('a family has at most twenty display links', async () => {
      const world = await makeWorld(service);
      const make = () => as(world.owner.token, 'POST', '/displays', { name: 'another' });
      const replies = await Promise.all(Array.from({ length: 21 }, make));
      strictEqual(replies.filter(({ status }) => status === 200).length, 19);
      strictEqual((await make()).body.code, 'too-many');
      for (const name of ['', ' ', 'x'.repeat(101), 'a\u0000b', 7]) {
        strictEqual((await as(world.owner.token, 'POST', '/displays', { name })).status, 400);
      }
    });

    test('limits guesses of display and invitation tokens with 429', async () => {
      for (const path of ['/app/api/display/open', '/app/api/invitation']) {
        nextMinute();
        const replies: number[] = [];
        for (let guess = 0; guess < 35; guess += 1) {
          replies.push(
            (await send(service, { method: 'POST', path, body: { token: `guess ${guess}` } })).status,
          );
        }
        strictEqual(replies.at(-1), 429, path);
        ok(replies.filter((status) => status !== 429).length <= 32);
      }
      nextMinute();
    });

    test('over https the cookie has the __Host- prefix and Secure', async (t) => {
      const publicUrl = 'https://weekfare.example';
      const proxied = await startService(t, { kind, config: { publicUrl } });
      const { owner, displayToken } = await makeWorld(proxied);
      const headers = { origin: publicUrl, cookie: `__Host-weekfare-session=${owner.token}` };
      const made = await send(proxied, {
        method: 'POST',
        path: '/app/api/displays',
        body: { name: 'x' },
        headers,
      });
      strictEqual(made.body.link.split('#')[0], `${publicUrl}/display`);
      const call = { method: 'POST', path: '/app/api/display/open', body: { token: displayToken }, headers };
      match(
        (await send(proxied, call)).headers.get('set-cookie') ?? '',
        /^__Host-weekfare-display=.*; Secure$/,
      );
    });
  });
}
