/** The lifecycle of API keys: creation, limit, expiry, rotation, revocation and last use. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { setPremium } from '#actions/account/families.ts';
import { instantText } from '#domain/week/instant.ts';
import { OPERATOR } from '#storage/actor.ts';
import type { Store } from '#storage/store.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, PASSWORD } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { until } from '#test/support/until.ts';
import { startService, type Service } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';

const DAY_MS = 86_400_000;

const CONFIG = { rateLimitPerMinute: 0 };

async function familyWithKeys(service: Service) {
  const { family, owner, key: unusable } = await makeWorld(service);
  const { store } = service;
  await setPremium({ store, actor: OPERATOR, nowMs: 0 }, family, 'forever');
  const call = (method: string, path: string, body?: unknown) =>
    send(service, { method, path: `/app/api/keys${path}`, token: owner.token, body });
  const make = async (more: object = {}): Promise<{ id: string; key: string }> => {
    const { status, body } = await call('POST', '', { name: 'kitchen', ...more });
    strictEqual(status, 200, JSON.stringify(body));
    return body;
  };
  const prove = () =>
    send(service, {
      method: 'POST',
      path: '/app/api/reauthentication/password',
      token: owner.token,
      body: { password: PASSWORD },
    });
  return { service, store, family, unusable, call, make, prove, read: readerOf(service) };
}

function readerOf(service: Service) {
  return async (key: string): Promise<number> => {
    const headers = { 'x-api-key': key };
    const response = await fetch(`${service.url}/api/meal-plans/v1/current`, { headers });
    await response.arrayBuffer();
    return response.status;
  };
}

for (const kind of KINDS) {
  const service = await startService({ after, before }, { kind, config: CONFIG });

  test(`${kind}: a key does what its scopes say, before and after a rotation, and is refused by name otherwise`, async () => {
    const { call, make, store, family } = await familyWithKeys(service);
    const status = async (key: string, path: string) => {
      const response = await fetch(`${service.url}/api/${path}`, { headers: { 'x-api-key': key } });
      const { code, scope } = (await response.json()) as { code?: string; scope?: string };
      return [response.status, code, scope];
    };
    const { id, key } = await make({ scopes: ['lists:write', 'lists:read', 'lists:read'] });
    const rotated = (await call('POST', `/${id}/rotate`, { overlap: 'day' })).body;
    for (const each of [key, rotated.key as string]) {
      deepStrictEqual(await status(each, 'shopping-lists/v1/current'), [200, undefined, undefined]);
      deepStrictEqual(await status(each, 'meal-plans/v1/next'), [403, 'missing-scope', 'plans:read']);
      deepStrictEqual(await status(each, 'recipes/v1/no'), [403, 'missing-scope', 'recipes:read']);
    }
    // The order is 401, 429, 402, 403.
    await setPremium({ store, actor: OPERATOR, nowMs: 0 }, family, 'none');
    deepStrictEqual(await status(key, 'meal-plans/v1/next'), [402, 'premium-required', undefined]);
    strictEqual((await call('POST', '', { name: 'x', scopes: [] })).status, 400);
    strictEqual((await call('POST', '', { name: 'x', scopes: ['plans:eat'] })).status, 400);
    const audit = await store.db
      .selectFrom('audit')
      .select('detail')
      .where('family_id', '=', family)
      .where('action', 'like', 'key.%')
      .execute();
    const scopes = audit.map(({ detail }) => (JSON.parse(detail) as { scopes?: string }).scopes);
    deepStrictEqual(scopes, ['lists:read lists:write', 'lists:read lists:write']);
  });

  test(`${kind}: shows a key once, accepts it immediately and stores only its hash`, async () => {
    const { call, make, read, store, unusable } = await familyWithKeys(service);
    const { id, key, ...rest } = await make();
    deepStrictEqual(rest, {});
    match(key, new RegExp(`^wf_${id}_[0-9A-Za-z]{38}$`));
    strictEqual(await read(key), 200);
    const { body } = await call('GET', '');
    deepStrictEqual(body.keys.map((shown: { id: string }) => shown.id).toSorted(), [id, unusable].toSorted());
    const fields = [
      'createdAt',
      'createdBy',
      'expiresAt',
      'id',
      'lastUsedAt',
      'name',
      'replacedBy',
      'revokedAt',
      'scopes',
    ];
    for (const shown of body.keys) deepStrictEqual(Object.keys(shown).toSorted(), fields);
    for (const text of [JSON.stringify(body), JSON.stringify(await dump(store)), service.log()]) {
      ok(!text.includes(key.slice(12)));
    }
  });

  test(`${kind}: a key works until it expires or is revoked`, async () => {
    const { make, read, call, prove } = await familyWithKeys(service);
    const expiresAt = instantText(service.clock.nowMs + DAY_MS);
    const [brief, lasting] = [await make({ expiresAt }), await make()];
    deepStrictEqual([await read(brief.key), await read(lasting.key)], [200, 200]);
    service.clock.nowMs += DAY_MS;
    deepStrictEqual([await read(brief.key), await read(lasting.key)], [401, 200]);
    strictEqual((await prove()).status, 204);
    strictEqual((await call('POST', `/${brief.id}/rotate`, { overlap: 'day' })).body.code, 'key-ended');
    strictEqual((await call('DELETE', `/${lasting.id}`)).status, 204);
    strictEqual(await read(lasting.key), 401);
    strictEqual((await call('DELETE', `/${lasting.id}`)).status, 204);
    strictEqual((await call('POST', `/${lasting.id}/rotate`, { overlap: 'none' })).status, 409);
    for (const wrong of ['tomorrow', '2027-01-01', 7, '+99999-01-01T00:00:00Z']) {
      strictEqual((await call('POST', '', { name: 'x', expiresAt: wrong })).status, 400, String(wrong));
    }
  });

  for (const [overlap, ms] of Object.entries({ none: 0, day: DAY_MS, week: 7 * DAY_MS })) {
    test(`${kind}: after a rotation with overlap ${overlap}, the old key works exactly that long`, async () => {
      const { make, read, call } = await familyWithKeys(service);
      const old = await make();
      const { status, body: fresh } = await call('POST', `/${old.id}/rotate`, { overlap });
      strictEqual(status, 200);
      strictEqual(await read(fresh.key), 200);
      strictEqual(await read(old.key), ms === 0 ? 401 : 200);
      const rotatedAtMs = service.clock.nowMs;
      if (ms > 0) {
        service.clock.nowMs = rotatedAtMs + ms - 60_000;
        strictEqual(await read(old.key), 200);
      }
      service.clock.nowMs = rotatedAtMs + ms + 60_000;
      strictEqual(await read(old.key), 401);
      strictEqual(await read(fresh.key), 200);
    });
  }

  test(`${kind}: a rotated key expires when the old one would have`, async () => {
    const { make, read, call } = await familyWithKeys(service);
    const old = await make({ expiresAt: instantText(service.clock.nowMs + DAY_MS) });
    const { body: fresh } = await call('POST', `/${old.id}/rotate`, { overlap: 'week' });
    service.clock.nowMs += DAY_MS;
    deepStrictEqual([await read(old.key), await read(fresh.key)], [401, 401]);
  });

  test(`${kind}: a key can be rotated once, and its successor does not end with it`, async () => {
    const { make, read, call, store, family } = await familyWithKeys(service);
    const old = await make();
    const rotate = (id: string, overlap: string) => call('POST', `/${id}/rotate`, { overlap });
    const replies = await Promise.all(['day', 'week', 'day'].map((overlap) => rotate(old.id, overlap)));
    const [first, ...others] = replies.toSorted((first, second) => first.status - second.status);
    strictEqual(first?.status, 200);
    others.push(await rotate(old.id, 'none'));
    for (const { status, body } of others) deepStrictEqual([status, body.code], [409, 'key-replaced']);
    strictEqual(await read(old.key), 200, 'a refused rotation does not end the overlap');
    // A replaced key is recognised without the audit log, which an operator may shorten.
    await store.db
      .transaction()
      .execute((tx) => tx.deleteFrom('audit').where('family_id', '=', family).execute());
    strictEqual((await rotate(old.id, 'day')).body.code, 'key-replaced');
    const { keys } = (await call('GET', '')).body;
    strictEqual(keys.find(({ id }: { id: string }) => id === old.id).replacedBy, first.body.id);
    const { status, body: second } = await rotate(first.body.id, 'day');
    strictEqual(status, 200);
    service.clock.nowMs += 8 * DAY_MS;
    deepStrictEqual(
      [await read(old.key), await read(first.body.key), await read(second.key)],
      [401, 401, 200],
    );
  });

  test(`${kind}: allows fifty active keys, also for concurrent requests and rotations`, async () => {
    const { make, call } = await familyWithKeys(service);
    // The family already has one key.
    for (let keys = 1; keys < 41; keys += 1) await make();
    // The changes of a family wait for each other, on a busy machine for longer than a request may.
    const makeOneOfMany = async () => {
      for (;;) {
        const reply = await call('POST', '', { name: 'one of many' });
        if (reply.status !== 503) return reply;
      }
    };
    const replies = await Promise.all(Array.from({ length: 20 }, makeOneOfMany));
    strictEqual(replies.filter(({ status }) => status === 200).length, 9);
    ok(replies.every(({ status, body }) => status === 200 || body.code === 'too-many'));
    const first = replies.find(({ status }) => status === 200)?.body;
    strictEqual((await call('POST', `/${first.id}/rotate`, { overlap: 'day' })).body.code, 'too-many');
    const rotated = await call('POST', `/${first.id}/rotate`, { overlap: 'none' });
    strictEqual(rotated.status, 200);
    strictEqual((await call('DELETE', `/${rotated.body.id}`)).status, 204);
    await make();
  });

  test(`${kind}: stores the last use to the minute, with one write for two hundred reads`, async (t) => {
    // Its own, because the clock is set.
    const service = await startService(t, { kind, config: CONFIG });
    const { make, read, call, store } = await familyWithKeys(service);
    const [{ id, key }, other] = [await make(), await make()];
    await countLastUses(store);
    // The service's clock continues from this moment; the reads take less than a minute.
    service.clock.nowMs = Date.parse('2026-11-12T10:20:00Z');
    const readOften = async () => {
      const statuses = await Promise.all(Array.from({ length: 100 }, () => read(key)));
      deepStrictEqual(new Set(statuses), new Set([200]));
    };
    const lastUseOf = async (wanted: string) => {
      const { body } = await call('GET', '');
      return body.keys.find((shown: { id: string }) => shown.id === wanted).lastUsedAt;
    };
    await readOften();
    await until('the last use is stored', async () => (await lastUseOf(id)) !== null);
    strictEqual(await lastUseOf(id), '2026-11-12T10:20:00.000Z');
    // The uses of another key are written after those of further reads would be.
    await readOften();
    strictEqual(await read(other.key), 200);
    await until('the last use of the other key is stored', async () => (await lastUseOf(other.id)) !== null);
    const { rows } = await sql<{ id: string }>`select id from last_uses`.execute(store.db);
    deepStrictEqual(
      rows.map((row) => row.id),
      [id, other.id],
    );
  });
}

/** Counts the writes with triggers in the database. */
async function countLastUses({ db, kind }: Store): Promise<void> {
  const statements = ['insert', 'update'].map((event) => {
    const trigger = `create trigger on_${event} after ${event} on key_uses for each row`;
    return kind === 'sqlite'
      ? `${trigger} begin insert into last_uses values (new.key_id); end`
      : `${trigger} execute function count_use()`;
  });
  if (kind === 'postgres') {
    const body = 'begin insert into last_uses values (new.key_id); return new; end';
    statements.unshift(`create function count_use() returns trigger language plpgsql as '${body}'`);
  }
  await db.transaction().execute(async (tx) => {
    for (const text of ['create table last_uses (id text)', ...statements]) await sql.raw(text).execute(tx);
  });
}
