/** The export of a large family: whole, of one moment, as fast as it is read, and for few at a time. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { indexRecipe } from '#queries/recipe-search.ts';
import { removeRecipe } from '#actions/recipes.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { insertRecipe } from '#storage/tables/recipes.ts';
import { makeWorld, RECIPE, type World } from '#test/support/world.ts';
import { send } from '#test/support/request.ts';
import { startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { Exports, JsonStream } from './exports.ts';

const EXPORT = '/app/api/family/export';
const RECIPES = 14;
const STEPS = Array.from({ length: 200 }, () => 'ä'.repeat(2_500));

for (const kind of KINDS) {
  describe(`${kind}: exports`, async () => {
    const service = await startService({ after }, { kind });
    const { store, clock } = service;

    /** With recipes of 1 MB, as an earlier release let them in: more than fits into the buffers on the way. */
    async function largeWorld(): Promise<World> {
      const world = await makeWorld(service);
      const source = { ...RECIPE, steps: STEPS };
      const index = await indexRecipe({ id: 'x', version: 1, source });
      await store.db.transaction().execute(async (tx) => {
        for (let at = 0; at < RECIPES; at += 1) {
          const id = `large${at + 10}`;
          await insertRecipe(tx, world.family, { id, version: 1, source }, index);
        }
      });
      return world;
    }

    /** The head of the answer; nothing of the rest is read until somebody reads it. */
    async function open({ owner }: World): Promise<IncomingMessage> {
      const headers = { cookie: `weekfare-session=${owner.token}` };
      const call = request(service.url + EXPORT, { headers, agent: false });
      call.end();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      return response;
    }

    /** The first piece is taken, and nothing more. */
    async function begin(exports: Exports, { family }: World) {
      const opened = await exports.open(store, family);
      ok(opened instanceof JsonStream);
      const soon = { signal: AbortSignal.timeout(20_000) };
      const ended = once(opened.stream, 'error', soon).then(([error]) => String(error), String);
      await once(opened.stream, 'readable');
      return { text: opened.stream, ended };
    }

    async function openExports(): Promise<number> {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      return Number(/^weekfare_exports (\d+)$/m.exec(metrics)?.[1]);
    }

    /** Snapshots that somebody still holds. */
    async function openSnapshots(): Promise<number> {
      if (kind === 'sqlite') return 0;
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(store.db);
      return Number(rows[0]?.count);
    }

    test('is one JSON document with everything as it was when the export began', async () => {
      const world = await largeWorld();
      const response = await open(world);
      match(String(response.headers['content-type']), /^application\/json/);
      const context = { store, actor: OPERATOR, nowMs: clock.nowMs };
      // It is still to come: the buffers on the way do not hold so much.
      strictEqual(await removeRecipe(context, world.family, `large${RECIPES + 9}`), undefined);
      const document = JSON.parse(await text(response));
      const large = document.recipes.filter(({ id }: { id: string }) => id.startsWith('large'));
      strictEqual(large.length, RECIPES);
      for (const { source } of large) deepStrictEqual(source.steps, STEPS);
      ok(document.audit.length > 0 && document.audit.every(({ action }: { action: string }) => action));
      await until('the snapshot is over', async () => (await openExports()) + (await openSnapshots()) === 0);
    });

    test('a family has one export at a time, the server three; a client that leaves makes room', async () => {
      const worlds = [await largeWorld(), await largeWorld(), await largeWorld()];
      const other = await makeWorld(service);
      const refuse = async ({ owner }: World) => {
        const refused = await send(service, { method: 'GET', path: EXPORT, token: owner.token });
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
      // Nobody reads, and everyone else is served.
      strictEqual(
        (await send(service, { method: 'GET', path: '/app/api/me', token: other.owner.token })).status,
        200,
      );
      for (const response of responses) response.destroy();
      await until('nothing is held', async () => (await openExports()) + (await openSnapshots()) === 0);
      const free = await send(service, { method: 'GET', path: EXPORT, token: other.owner.token });
      deepStrictEqual([free.status, free.body.family.id], [200, other.family]);
    });

    test('a client that reads nothing or takes too long is cut off, and the oldest export gives way', async () => {
      const world = await largeWorld();
      const stalled = await begin(new Exports({ stalledMs: 50 }), world);
      match(await stalled.ended, /Nobody reads/);
      const slow = await begin(new Exports({ maxMs: 50 }), world);
      match(await slow.ended, /too long/);
      const exports = new Exports({ fairMs: 0 });
      const first = await begin(exports, world);
      const others = [];
      for (let at = 0; at < 3; at += 1) others.push(await begin(exports, await largeWorld()));
      match(await first.ended, /gave way/);
      strictEqual(exports.size, 3);
      for (const { text: left } of others) left.destroy();
      await until('nothing is held', async () => exports.size + (await openSnapshots()) === 0);
    });

    test('exports that overlap for too long are followed by a pause, so that no snapshot is always held', async () => {
      const exports = new Exports({ maxMs: 100, stalledMs: 10_000 });
      const first = await begin(exports, await largeWorld());
      const busySinceMs = performance.now();
      await until('it took too long', () => performance.now() - busySinceMs > 110);
      match(await first.ended, /too long/);
      // The next may come only after the pause.
      const wait = await exports.open(store, (await largeWorld()).family);
      ok('waitSeconds' in wait && wait.waitSeconds >= 1, JSON.stringify(wait));
      await until('nothing is held', async () => exports.size + (await openSnapshots()) === 0);
    });

    test('a HEAD opens nothing that stays open', async () => {
      const { owner } = await makeWorld(service);
      const head = await send(service, { method: 'HEAD', path: EXPORT, token: owner.token });
      strictEqual(head.status, 200);
      await until('nothing is held', async () => (await openExports()) + (await openSnapshots()) === 0);
    });
  });
}
