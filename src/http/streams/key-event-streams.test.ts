/** The event stream of API keys: what is sent, resuming, and the end of rights. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addApiKey, revokeApiKey } from '#actions/keys-and-links/api-keys.ts';
import { setPremium } from '#actions/account/families.ts';
import { addRecipe } from '#actions/recipe/recipes.ts';
import type { Scope } from '#domain/family/scopes.ts';
import { OPERATOR } from '#storage/actor.ts';
import { EVERY_FAMILY } from '#storage/tables/audit-log.ts';
import { accepted } from '#test/support/accepted.ts';
import { callApi, makeApiFamily, NOW, THIS_WEEK } from '#test/support/api-family.ts';
import { openEventStream } from '#test/support/clients/event-stream.ts';
import { type Service, startService } from '#test/support/service.ts';
import { freshStore, KINDS, type Scope as TestScope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { RECIPE } from '#test/support/world.ts';
import { MAX_PER_KEY } from './key-event-streams.ts';

const PATH = '/api/events/v1';

type Sent = { id: string; event: string | undefined; data: unknown };

/** Parses the stream as the standard says: an event without data is not reported, but its id counts. */
function eventsIn(text: string): Sent[] {
  let id = '';
  return text.split('\n\n').flatMap((block) => {
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    id = fields.get('id') ?? id;
    const data = fields.get('data');
    return data === undefined ? [] : [{ id, event: fields.get('event'), data: JSON.parse(data) as unknown }];
  });
}

const lastIdIn = (text: string) => text.match(/(?<=^id: )\d+/gm)?.at(-1) ?? '';

async function open(scope: TestScope, { url }: Service, key: string, lastEventId?: string) {
  const headers = { 'x-api-key': key, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
  const stream = await openEventStream(scope, url + PATH, headers);
  await until('the first id', () => stream.isEnded() || /^id: /m.test(stream.text()));
  return { ...stream, events: () => eventsIn(stream.text()) };
}

for (const kind of KINDS) {
  describe(`${kind}: event stream`, () => {
    test('sends each change once, by scope, and resumes at another server without loss', async (t) => {
      const store = await freshStore(t, kind);
      const [one, two] = [await startService(t, { store }), await startService(t, { store })];
      const { context, family, key, setPlan } = await makeApiFamily(one);
      const only = async (scopes: Scope[]) =>
        accepted(await addApiKey(context, family, { name: 'x', expiresAt: null, scopes })).key;
      const all = await open(t, one, key);
      const lists = await open(t, two, await only(['lists:read', 'pantry:read']));
      strictEqual(all.headers['content-type'], 'text/event-stream');
      strictEqual(all.headers['access-control-allow-origin'], '*');
      const { version } = await setPlan(THIS_WEEK, { Monday: { dinner: { description: 'Dal' } } });
      const recipe = accepted(await addRecipe(context, family, RECIPE));
      await until('events', () => all.events().length === 3 && lists.events().length === 1);
      const week = { weekOf: '2026-11-09T00:00:00.000Z', version };
      const timestamp = new Date(NOW).toISOString();
      const recipeData = { recipeId: recipe.id, version: recipe.version };
      deepStrictEqual(
        all.events().map(({ event, data }) => [event, data]),
        [
          ['plan.changed', { type: 'plan.changed', timestamp, data: week }],
          ['list.changed', { type: 'list.changed', timestamp, data: week }],
          ['recipe.changed', { type: 'recipe.changed', timestamp, data: recipeData }],
        ],
      );
      deepStrictEqual(
        lists.events().map(({ event }) => event),
        ['list.changed'],
      );
      // Cut off between the two events of one change: both come again.
      const [first, second] = all.events();
      for (const [after, expected] of [
        [first, ['plan.changed', 'list.changed', 'recipe.changed']],
        [second, ['recipe.changed']],
      ] as const) {
        const resumed = await open(t, two, key, after?.id);
        await until('missed events', () => resumed.events().length === expected.length);
        deepStrictEqual(
          resumed.events().map(({ event }) => event),
          expected,
        );
      }
    });

    test('an id that is unknown, too far back or before a restore gets a reset', async (t) => {
      const service = await startService(t, { kind });
      const { context, family, key } = await makeApiFamily(service);
      const other = await makeApiFamily(service);
      const stream = await open(t, service, key);
      const foreign = await open(t, service, other.key);
      const expectReset = async (id: string) => {
        let resumed = await open(t, service, key, id);
        // The restore ends every stream once; clients come back.
        while (resumed.isEnded()) resumed = await open(t, service, key, id);
        resumed.close();
        const [reset, ...more] = resumed.events();
        strictEqual(reset?.event, 'reset', id);
        const { type, data } = reset.data as { type: string; data: { version: number } };
        deepStrictEqual([type, String(data.version), more.length], ['reset', reset.id, 0]);
      };
      const last = lastIdIn(stream.text());
      for (const id of ['x', '-1', '1e3', '999999999', '9'.repeat(400), lastIdIn(foreign.text())])
        await expectReset(id);
      // As `weekfare restore` does.
      await service.store.db.transaction().execute((tx) =>
        tx
          .insertInto('audit')
          .values({
            family_id: EVERY_FAMILY,
            at: '2026-11-11T12:00:00.000Z',
            actor: OPERATOR,
            action: 'restore',
            detail: '{}',
          })
          .execute(),
      );
      await until('the end after the restore', () => stream.isEnded());
      await expectReset(last);
      const lines = Array.from({ length: 501 }, () => ({
        family_id: family,
        at: '2026-11-11T12:00:00.000Z',
        actor: context.actor,
        action: 'stars.give',
        detail: '{}',
      }));
      const recent = lastIdIn((await open(t, service, key)).text());
      await service.store.db.transaction().execute((tx) => tx.insertInto('audit').values(lines).execute());
      await expectReset(recent);
    });
  });
}

test('ends within a second when the key, its expiry or Premium ends', async (t) => {
  const service = await startService(t);
  const { context, family, key, keyId } = await makeApiFamily(service);
  const expiresAt = new Date(service.clock.nowMs + 86_400_000).toISOString();
  const limited = accepted(
    await addApiKey(context, family, { name: 'x', expiresAt, scopes: ['plans:read'] }),
  ).key;
  const [revoked, expiring] = [await open(t, service, key), await open(t, service, limited)];
  accepted(await revokeApiKey(context, family, keyId));
  await until('end of the revoked key', () => revoked.isEnded(), 1_000);
  ok(!expiring.isEnded());
  const until1 = new Date(service.clock.nowMs + 40_000_000).toISOString();
  await setPremium(context, family, until1);
  service.clock.nowMs += 50_000_000;
  await until('end of Premium', () => expiring.isEnded(), 1_500);
  await setPremium(context, family, 'forever');
  const again = await open(t, service, limited);
  service.clock.nowMs += 50_000_000;
  await until('end of the expired key', () => again.isEnded(), 1_500);
  strictEqual((await callApi(service, PATH, limited)).status, 401);
});

test('a key has five streams: with one more, the oldest ends', async (t) => {
  const service = await startService(t);
  const { key } = await makeApiFamily(service);
  const streams: Awaited<ReturnType<typeof open>>[] = [];
  for (let count = 0; count < MAX_PER_KEY; count += 1) streams.push(await open(t, service, key));
  ok(streams.every((stream) => !stream.isEnded()));
  const last = await open(t, service, key);
  await until('end of the oldest', () => streams[0]?.isEnded() === true);
  deepStrictEqual([streams[1]?.isEnded(), last.isEnded()], [false, false]);
  match(streams[0]?.text() ?? '', /retry: 60000/);
});

test('web pages may open it, and HEAD works like GET', async (t) => {
  const service = await startService(t);
  const { key } = await makeApiFamily(service);
  const preflight = await fetch(service.url + PATH, { method: 'OPTIONS' });
  match(preflight.headers.get('access-control-allow-headers') ?? '', /X-API-Key.*Last-Event-ID/);
  const head = await callApi(service, PATH, key, { method: 'HEAD' });
  deepStrictEqual([head.status, head.headers.get('content-type')], [200, 'text/event-stream']);
});
