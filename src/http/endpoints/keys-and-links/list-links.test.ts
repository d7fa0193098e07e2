/** Links to the shopping list: read access to the list of the current week until they expire or are revoked. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { newId } from '#auth/secret.ts';
import { newToken } from '#auth/session.ts';
import { instantText } from '#domain/week/instant.ts';
import { insertListLink } from '#storage/tables/keys-and-links/list-links.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, PASSWORD, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { ONE_KIND } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';

const NOW = Date.parse('2026-11-11T12:00:00Z');
const DAY_MS = 86_400_000;
const WEEK = '2026-11-09';

for (const kind of ONE_KIND) {
  describe(`${kind}: links to the list`, async () => {
    const service = await startService({ after, before }, { kind, nowMs: NOW });
    const as = (token: string, method: string, path: string, body?: unknown) =>
      send(service, { method, path: `/app/api${path}`, token, body });
    const read = (token: string, language?: string) =>
      send(service, { method: 'POST', path: '/app/api/shared-list', body: { token, language } });
    const listed = async ({ member }: World) =>
      (await as(member.token, 'GET', '/list-links')).body.listLinks as { id: string; expiresAt: string }[];
    /** Requests without a session are limited per minute; each test starts a new one. */
    const nextMinute = () => (service.clock.nowMs += 60_000);

    test('a member makes a link, which is shown once and is stored and logged nowhere', async () => {
      nextMinute();
      const world = await makeWorld(service);
      const { status, body } = await as(world.member.token, 'POST', '/list-links', {
        days: 30,
        language: 'de',
      });
      strictEqual(status, 200, JSON.stringify(body));
      const [address, token = ''] = body.link.split('#');
      strictEqual(address, `${service.url}/shared-list?language=de`);
      match(token, /^\w{43}$/);
      const lifeDays = (Date.parse(body.expiresAt) - service.clock.nowMs) / DAY_MS;
      ok(Math.abs(lifeDays - 30) < 0.01, body.expiresAt);
      strictEqual((await read(token)).status, 200);
      ok(!JSON.stringify(await dump(service.store)).includes(token));
      ok(!service.log().includes(token));
      ok(!JSON.stringify(await listed(world)).includes(token));
      const { events } = (await as(world.owner.token, 'GET', '/security-events')).body;
      deepStrictEqual(
        [events[0].action, events[0].actor.email],
        ['list-link.add', world.member.email],
        'a security event',
      );
    });

    test('shows what to buy this week by aisle, in the language that is asked for, and not what for', async () => {
      nextMinute();
      const { owner, listLinkToken } = await makeWorld(service);
      const recipe = (
        await as(owner.token, 'POST', '/recipes', {
          title: 'Secret stew',
          servings: 4,
          activeMinutes: 10,
          totalMinutes: 30,
          meals: ['dinner'],
          cuisine: '',
          protein: '',
          keeps: false,
          ingredients: ['500 g carrots', '2 leeks', '1 tsp salt'],
          steps: [],
        })
      ).body.recipe.id;
      const after = { description: 'Secret stew', recipeId: recipe };
      const edit = { week: WEEK, day: 'Friday', slot: 'dinner', before: null, after };
      const changed = await as(owner.token, 'POST', '/changes', { id: crypto.randomUUID(), edits: [edit] });
      strictEqual(changed.status, 200, JSON.stringify(changed.body));
      const operations = [
        { opId: 'add-bin-bags', kind: 'add', text: 'bin bags' },
        { opId: 'tick-the-leeks', kind: 'tick', itemId: 'food:leek', bought: { piece: '2' }, lines: [] },
      ];
      const operated = await as(owner.token, 'POST', `/lists/${WEEK}/operations`, { operations });
      strictEqual(operated.status, 200, JSON.stringify(operated.body));
      const { body } = await read(listLinkToken, 'de');
      const shown = body.aisles.map(({ aisle, items }: { aisle: string; items: { name: string }[] }) => [
        aisle,
        items.map(({ name }) => name),
      ]);
      deepStrictEqual(shown, [
        ['vegetables', ['Karotten']],
        ['other', ['bin bags']],
      ]);
      deepStrictEqual([body.week, body.probablyAtHome.length], [WEEK, 1]);
      ok(body.done >= 1, 'the ticked leeks');
      const text = JSON.stringify(body);
      for (const hidden of ['Secret stew', 'opId', 'recipeId', '"for"', 'Anna', owner.email]) {
        ok(!text.includes(hidden), `${hidden} in ${text}`);
      }
      strictEqual((await read(listLinkToken)).body.aisles[0].items[0].name, 'carrots');
      strictEqual((await read(listLinkToken, 'xx')).status, 400);
    });

    test('a link gives access to nothing else, and other secrets open no list', async () => {
      nextMinute();
      const { owner, displayToken, invitationToken, listLinkToken } = await makeWorld(service);
      strictEqual((await as(listLinkToken, 'GET', `/lists/${WEEK}`)).status, 401);
      const display = { cookie: `weekfare-display=${listLinkToken}` };
      strictEqual(
        (await send(service, { method: 'GET', path: '/app/api/display', headers: display })).status,
        401,
      );
      for (const token of [displayToken, invitationToken, owner.token, '', 'x'.repeat(100)]) {
        const { status, body } = await read(token);
        deepStrictEqual([status, body.code], [401, 'list-link-ended']);
      }
    });

    test('an expired link ends, and makes room for a new one: a family has at most twenty', async () => {
      nextMinute();
      const world = await makeWorld(service);
      const make = (days: number) => as(world.member.token, 'POST', '/list-links', { days });
      for (const days of [0, 366, 1.5, '7', null]) strictEqual((await make(days as number)).status, 400);
      const short = (await make(1)).body;
      service.clock.nowMs += DAY_MS;
      const proof = { password: PASSWORD };
      strictEqual((await as(world.member.token, 'POST', '/reauthentication/password', proof)).status, 204);
      strictEqual((await read(short.link.split('#')[1])).body.code, 'list-link-ended');
      strictEqual((await read(world.listLinkToken)).status, 401, 'that one lasted a day too');
      const replies = await Promise.all(Array.from({ length: 21 }, () => make(7)));
      strictEqual(replies.filter(({ status }) => status === 200).length, 20);
      strictEqual((await listed(world)).length, 20);
      strictEqual((await make(7)).body.code, 'too-many');
    });

    test('the links of a member who leaves end; those of others work on', async () => {
      nextMinute();
      const { owner, member, listLinkToken } = await makeWorld(service);
      const { link } = (await as(member.token, 'POST', '/list-links', { days: 7 })).body;
      const path = `/members/${member.id}`;
      strictEqual((await as(owner.token, 'DELETE', path, { endKeysAndDisplays: false })).status, 204);
      strictEqual((await read(link.split('#')[1])).status, 401);
      strictEqual((await read(listLinkToken)).status, 200);
    });

    test('a stream reports changes, and ends within a second after the link was revoked', async (t) => {
      nextMinute();
      const { member, listLink, listLinkToken } = await makeWorld(service);
      const { version } = (await read(listLinkToken)).body;
      const call = request(`${service.url}/app/api/shared-list/events`, {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          origin: service.url,
          'last-event-id': String(version),
        },
      });
      t.after(() => call.destroy());
      call.end(JSON.stringify({ token: listLinkToken }));
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      strictEqual(response.statusCode, 200);
      let [text, isEnded] = ['', false];
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('close', () => (isEnded = true));
      const operations = [{ opId: 'add-bin-bags', kind: 'add', text: 'bin bags' }];
      await as(member.token, 'POST', `/lists/${WEEK}/operations`, { operations });
      await until('the change is reported', async () => text.includes('event: changed'));
      strictEqual(text.split('event: changed').length, 2, 'only the change after the version that was read');
      strictEqual((await as(member.token, 'DELETE', `/list-links/${listLink}`)).status, 204);
      strictEqual((await read(listLinkToken)).body.code, 'list-link-ended', 'at once');
      await until('the stream ends', () => isEnded, 1_000);
      strictEqual((await as(member.token, 'DELETE', `/list-links/${listLink}`)).status, 404);
      const { events } = (await as(member.token, 'GET', '/security-events')).body;
      strictEqual(events[0].action, 'list-link.revoke');
    });
  });
}

test('links that are used too often are refused, and their family can still read its list', async (t) => {
  const service = await startService(t, {
    nowMs: NOW,
    config: { appRateLimitPerMinute: 10, trustedProxies: ['127.0.0.1'] },
  });
  const { family, owner, member, listLinkToken } = await makeWorld(service);
  const more = Array.from({ length: 4 }, () => newToken());
  const expiresAt = instantText(NOW + DAY_MS);
  await service.store.db.transaction().execute(async (tx) => {
    for (const { tokenHash } of more) {
      await insertListLink(tx, family, { id: newId(), tokenHash, expiresAt, createdBy: owner.id }, NOW);
    }
  });
  const statuses: number[] = [];
  const startedAtMs = performance.now();
  for (const [at, token] of [listLinkToken, ...more.map((link) => link.token)].entries()) {
    for (let count = 0; count < 11; count += 1) {
      // Each from another network, as with a link that was published.
      const headers = { 'x-forwarded-for': `203.${at}.${count}.7` };
      const call = { method: 'POST', path: '/app/api/shared-list', body: { token }, headers };
      statuses.push((await send(service, call)).status);
    }
  }
  strictEqual(
    statuses.slice(0, 10).every((status) => status === 200),
    true,
    'ten a minute for each link',
  );
  strictEqual(statuses[10], 429);
  const answered = statuses.filter((status) => status === 200).length;
  // Meanwhile the limit allows more, forty a minute.
  const allowed = 40 + Math.ceil(((performance.now() - startedAtMs) * 40) / 60_000);
  ok(answered >= 40 && answered <= allowed, `and forty for all of them: ${answered}`);
  const path = `/app/api/lists/${WEEK}`;
  strictEqual((await send(service, { method: 'GET', path, token: member.token })).status, 200);
});
