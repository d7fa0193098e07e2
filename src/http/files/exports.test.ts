/** The export of a large family: complete, a consistent snapshot, with back-pressure, and few at a time. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import { removeRecipe } from '#actions/recipe/recipes.ts';
import { OPERATOR } from '#storage/actor.ts';
import { insertRecipe } from '#storage/tables/recipe/recipes.ts';
import { unpack } from '#test/support/exports/unpack.ts';
import { makeWorld, RECIPE, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { Download } from './download.ts';
import { Exports } from './exports.ts';

const EXPORT = '/app/api/family/export';
const RECIPES = 14;
/** Random, since other texts would be compressed to almost nothing; and one word each, since words are indexed. */
const STEPS = Array.from({ length: 200 }, () => randomBytes(2_500).toString('base64').replaceAll(/\W/g, 'x'));

for (const kind of KINDS) {
  describe(`${kind}: exports`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store, clock } = service;
    // An unread response of a test that failed would keep the process alive.
    const opened: IncomingMessage[] = [];
    after(() => {
      for (const response of opened) response.destroy();
    });

    /** Families with recipes of 1 MB, as an earlier release accepted: more than the socket buffers hold. */
    const largeWorlds = new Map<number, Promise<World>>();
    const largeWorld = (number: number) => largeWorlds.getOrInsertComputed(number, makeLargeWorld);
    async function makeLargeWorld(): Promise<World> {
      const world = await makeWorld(service);
      const source = { ...RECIPE, steps: STEPS };
      const index = await indexRecipe(store.db, world.family, { id: 'x', version: 1, source });
      await store.db.transaction().execute(async (tx) => {
        for (let at = 0; at < RECIPES; at += 1) {
          const id = `large${at + 10}`;
          await insertRecipe(tx, world.family, { id, version: 1, source }, index);
        }
      });
      return world;
    }

    /** Reads the head of the response; the body is not read until the test reads it. */
    async function open({ owner }: World): Promise<IncomingMessage> {
      const headers = { cookie: `weekfare-session=${owner.token}`, 'sec-fetch-site': 'same-origin' };
      const call = request(service.url + EXPORT, { method: 'POST', headers, agent: false });
      call.end();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      opened.push(response);
      return response;
    }

    /** Reads the first chunk and nothing more. */
    async function start(exports: Exports, { family }: World) {
      const opened = await exports.open(store, family, clock.nowMs);
      ok(opened instanceof Download && typeof opened.content === 'object');
      const timeout = { signal: AbortSignal.timeout(20_000) };
      const ended = once(opened.content, 'error', timeout).then(([error]) => String(error), String);
      // A limit may end it before its first piece.
      await once(opened.content, 'readable').catch(() => {});
      return { unread: opened.content, ended };
    }

    async function openExports(): Promise<number> {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/^weekfare_exports (\d+)$/m.exec(metrics)?.[1]);
    }

    /** Transactions with a snapshot that are still open. */
    async function openSnapshots(): Promise<number> {
      if (kind === 'sqlite') return 0;
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(store.db);
      return Number(rows[0]?.count);
    }

    test('is one zip file with the state at the start of the export', async () => {
      const world = await largeWorld(1);
      const response = await open(world);
      strictEqual(response.headers['content-type'], 'application/zip');
      const context = { store, actor: OPERATOR, nowMs: clock.nowMs };
      // This recipe has not been sent yet: the buffers do not hold so much.
      strictEqual(await removeRecipe(context, world.family, `large${RECIPES + 9}`), undefined);
      const files = await unpack(await buffer(response));
      const large = Object.values(files).filter(({ steps }) => steps?.length === STEPS.length);
      strictEqual(large.length, RECIPES);
      for (const { steps } of large) deepStrictEqual(steps, STEPS);
      const { audit } = files['account.json'];
      ok(audit.length > 0 && audit.every(({ action }: { action: string }) => action));
      await until(
        'the snapshot is released',
        async () => (await openExports()) + (await openSnapshots()) === 0,
      );
    });

    test('allows one export per family and three per server; a client that disconnects frees its place', async () => {
      const worlds = [await largeWorld(2), await largeWorld(3), await largeWorld(4)];
      const other = await makeWorld(service);
      const refuse = async ({ owner }: World) => {
        const refused = await send(service, { method: 'POST', path: EXPORT, token: owner.token });
        deepStrictEqual([refused.status, refused.body.code], [503, 'export-busy']);
        const wait = Number(refused.headers.get('retry-after'));
        ok(wait >= 1 && wait <= 60, `Retry-After: ${wait}`);
      };
      const responses: IncomingMessage[] = [];
      for (const world of worlds) {
        responses.push(await open(world));
        await refuse(world);
      }
      strictEqual(await openExports(), 3);
      await refuse(other);
      // Unread exports do not block other requests.
      strictEqual(
        (await send(service, { method: 'GET', path: '/app/api/me', token: other.owner.token })).status,
        200,
      );
      for (const response of responses) response.destroy();
      await until(
        'all snapshots are released',
        async () => (await openExports()) + (await openSnapshots()) === 0,
      );
      const free = await send(service, { method: 'POST', path: EXPORT, token: other.owner.token });
      deepStrictEqual([free.status, free.body['account.json'].family.id], [200, other.family]);
    });

    test('ends an export that is not read or takes too long, and the oldest one for a new export', async () => {
      const world = await largeWorld(1);
      const stalled = await start(new Exports({ stalledMs: 50 }), world);
      match(await stalled.ended, /does not read/);
      const slow = await start(new Exports({ maxMs: 50 }), world);
      match(await slow.ended, /too long/);
      const exports = new Exports({ fairMs: 0 });
      const first = await start(exports, world);
      const others = [];
      for (const number of [2, 3, 4]) others.push(await start(exports, await largeWorld(number)));
      match(await first.ended, /another one waits/);
      strictEqual(exports.size, 3);
      for (const { unread } of others) unread.destroy();
      await until('all snapshots are released', async () => exports.size + (await openSnapshots()) === 0);
    });

    test('pauses after exports that overlap for too long, so that there is not always an open snapshot', async () => {
      const exports = new Exports({ maxMs: 100, stalledMs: 10_000 });
      const [world, next] = [await largeWorld(1), await makeWorld(service)];
      const first = await start(exports, world);
      const busySinceMs = performance.now();
      await until('the time is over', () => performance.now() - busySinceMs > 110);
      match(await first.ended, /too long/);
      // The next export is allowed only after the pause.
      const wait = await exports.open(store, next.family, clock.nowMs);
      ok('waitSeconds' in wait && wait.waitSeconds >= 1, JSON.stringify(wait));
      await until('all snapshots are released', async () => exports.size + (await openSnapshots()) === 0);
    });
  });
}
