/** Quotas of a family: nothing is added above a limit; a family above it keeps its data and can reduce it. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { MAX_BYTES, MAX_RECIPE_BYTES, MAX_STARS } from '#domain/family/quota.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { findCredentials } from '#storage/tables/account/members.ts';
import { insertRecipe } from '#storage/tables/recipe/recipes.ts';
import { accepted } from '#test/support/accepted.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, RECIPE, WEEK, week, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { type Reply, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { openSession } from '#actions/account/sign-in.ts';
import { replacePlan } from '#actions/plan/plans.ts';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';

const NEXT_WEEK = '2026-11-16';

for (const kind of KINDS) {
  describe(`${kind}: quotas`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store, clock } = service;
    const as = ({ owner }: World, method: string, path: string, body?: unknown): Promise<Reply> =>
      send(service, { method, path: `/app/api${path}`, token: owner.token, body });
    /** Stores a recipe that exceeds the quota, as an earlier release did. */
    const storeRecipe = async ({ family, version }: World, id: string, source: RecipeSource) => {
      const index = await indexRecipe(store.db, family, { id, version, source });
      await store.db.transaction().execute((tx) => insertRecipe(tx, family, { id, version, source }, index));
    };

    test('a recipe has at most 100 kB; a larger one can be shortened and deleted', async () => {
      const world = await makeWorld(service);
      const refused = await as(world, 'POST', '/recipes', recipeOf(MAX_RECIPE_BYTES + 10));
      deepStrictEqual([refused.status, refused.body.code], [409, 'recipe-too-long']);
      strictEqual((await as(world, 'POST', '/recipes', recipeOf(MAX_RECIPE_BYTES - 1_000))).status, 200);
      await storeRecipe(world, 'old', recipeOf(250_000));
      const change = async (source: RecipeSource) => {
        const { version } = (await as(world, 'GET', '/recipes/old')).body.recipe;
        const { status, body } = await as(world, 'PUT', '/recipes/old', { ...source, version });
        return [status, body.code];
      };
      deepStrictEqual(await change(recipeOf(260_000)), [409, 'recipe-too-long']);
      deepStrictEqual(await change(recipeOf(200_000)), [200, undefined]);
      deepStrictEqual(await change(recipeOf(2_000)), [200, undefined]);
      deepStrictEqual(await change(recipeOf(MAX_RECIPE_BYTES + 10)), [409, 'recipe-too-long']);
      strictEqual((await as(world, 'DELETE', '/recipes/old')).status, 204);
    });

    test('recipes: above the total limit nothing can be added, but recipes can be shortened and deleted', async () => {
      const world = await makeWorld(service);
      await storeRecipe(world, 'old', recipeOf(2_000));
      for (let at = 0; at < 5; at += 1) await storeRecipe(world, `big${at}`, recipeOf(MAX_BYTES.recipes / 5));
      const code = async (method: string, path: string, body?: unknown) => {
        const reply = await as(world, method, path, body);
        return reply.body?.code ?? reply.status;
      };
      strictEqual(await code('POST', '/recipes', RECIPE), 'quota-exceeded');
      strictEqual(await code('POST', `/recipes/${world.recipe}/copy`), 'quota-exceeded');
      const { version } = world;
      strictEqual(await code('PUT', '/recipes/old', { ...recipeOf(4_000), version }), 'quota-exceeded');
      strictEqual(await code('PUT', '/recipes/old', { ...recipeOf(1_000), version }), 200);
      strictEqual(await code('GET', '/recipes?own=true'), 200);
      strictEqual(await code('DELETE', '/recipes/big0'), 204);
      strictEqual(await code('POST', '/recipes', RECIPE), 200);
    });

    test('plans: above the limit meals can be shortened and removed, not added', async () => {
      const world = await makeWorld(service);
      const filler = JSON.stringify({ filler: 'x'.repeat(MAX_BYTES.plans) });
      await store.db.transaction().execute(async (tx) => {
        const row = { id: randomUUID(), version: 1, meals: filler, details: '{}' };
        await tx
          .insertInto('plans')
          .values({ family_id: world.family, week: '2017-01-02' as never, ...row })
          .execute();
      });
      const context = { store, actor: world.member.id, nowMs: service.clock.nowMs };
      const put = (at: string) =>
        replacePlan(
          context,
          { family: world.family, week: week(at), version: 'any' },
          { Monday: { dinner: { description: 'Pie' } } },
        );
      deepStrictEqual(await put(NEXT_WEEK), { refused: 'quota-exceeded' });
      accepted(await put(WEEK));
      const edit = (before: string, after: string) =>
        as(world, 'POST', '/changes', {
          id: randomUUID(),
          edits: [
            {
              week: WEEK,
              day: 'Monday',
              slot: 'dinner',
              before: { description: before },
              after: { description: after },
            },
          ],
        });
      strictEqual((await edit('Pie', 'Apple pie')).body.code, 'quota-exceeded');
      strictEqual((await edit('Pie', 'Pi')).status, 200);
    });

    test('stars: at the limit, existing ones can be changed and removed, not added', async () => {
      const world = await makeWorld(service);
      const rows = Array.from({ length: MAX_STARS - 1 }, (_, at) => [`recipe-${at}`]);
      await store.db.transaction().execute(async (tx) => {
        for (let at = 0; at < rows.length; at += 2_000) {
          const some = rows.slice(at, at + 2_000).map(([recipe_id = '']) => ({
            family_id: world.family,
            eater_id: 'anna',
            recipe_id,
            stars: 3,
          }));
          await tx.insertInto('stars').values(some).execute();
        }
      });
      const give = async (recipeId: string, stars: number | null) => {
        const reply = await as(world, 'PUT', '/stars', { eaterId: 'anna', recipeId, stars });
        return reply.body?.code ?? reply.status;
      };
      strictEqual(await give('shakshuka', 4), 'quota-exceeded');
      strictEqual(await give(world.recipe, 1), 204);
      strictEqual(Object.keys((await as(world, 'GET', '/stars')).body.stars.anna).length, MAX_STARS);
      strictEqual(await give(world.recipe, null), 204);
      strictEqual(await give('shakshuka', 4), 204);
    });

    test('a member has at most 50 sessions: the oldest ends first, with an audit line', async () => {
      const world = await makeWorld(service);
      const credentials = await findCredentials(store.db, world.owner.email);
      ok(credentials);
      const tokens: string[] = [];
      for (let at = 0; at < 51; at += 1) {
        const from = { device: '', address: '' };
        const arrival = { nowMs: clock.nowMs + 1_000 + at, from, isNewDevice: false };
        tokens.push(accepted(await openSession(store, credentials, arrival)).token);
      }
      const isSignedIn = async (token = '') =>
        (await send(service, { method: 'GET', path: '/app/api/me', token })).status === 200;
      deepStrictEqual(
        [
          await isSignedIn(world.owner.token),
          await isSignedIn(tokens[0]),
          await isSignedIn(tokens[1]),
          await isSignedIn(tokens[50]),
        ],
        [false, false, true, true],
      );
      strictEqual(await isSignedIn(world.member.token), true);
      const { audit = [] } = await dump(store, world.family);
      strictEqual(JSON.stringify(audit).split('member.sign-out-oldest').length - 1, 2);
    });

    test('stores the ids of the last 20,000 changes', async () => {
      const world = await makeWorld(service);
      const day = 86_400_000;
      const createdAt = (at: number) => new Date(clock.nowMs - 40 * day + at).toISOString();
      const ids = Array.from({ length: 20_000 }, () => randomUUID());
      await store.db.transaction().execute(async (tx) => {
        for (let at = 0; at < ids.length; at += 2_000) {
          const rows = ids
            .slice(at, at + 2_000)
            .map((id, index) => ({ family_id: world.family, id, created_at: createdAt(at + index) }));
          await tx.insertInto('changes').values(rows).execute();
        }
      });
      const sendChange = (id: string | undefined, before: object | null, after: object | null) => {
        const edits = [{ week: WEEK, day: 'Friday', slot: 'lunch', before, after }];
        return as(world, 'POST', '/changes', { id, edits });
      };
      const [pie, dal] = [{ description: 'Pie' }, { description: 'Dal' }];
      const made = randomUUID();
      strictEqual((await sendChange(made, null, pie)).status, 200);
      const { changes = [] } = await dump(store, world.family);
      strictEqual(changes.length, 20_000);
      // A change that is sent again is not applied again, although the slot has another meal now.
      strictEqual((await sendChange(randomUUID(), pie, dal)).status, 200);
      strictEqual((await sendChange(made, null, pie)).status, 200);
      strictEqual((await sendChange(ids.at(-1), null, pie)).status, 200);
      const { plan } = (await as(world, 'GET', `/plans/${WEEK}`)).body;
      deepStrictEqual(plan.meals.Friday, { lunch: dal });
    });

    test("updates the tags of the family's recipes when a recipe changes or is deleted", async () => {
      const world = await makeWorld(service);
      const cuisines = async (): Promise<string[]> =>
        (await as(world, 'GET', '/preferences')).body.tags.cuisines;
      ok((await cuisines()).includes('Home'));
      const changed = { ...RECIPE, cuisine: 'Martian', version: world.version };
      strictEqual((await as(world, 'PUT', `/recipes/${world.recipe}`, changed)).status, 200);
      const now = await cuisines();
      deepStrictEqual([now.includes('Home'), now.includes('Martian')], [false, true]);
      strictEqual((await as(world, 'DELETE', `/recipes/${world.recipe}`)).status, 204);
      ok(!(await cuisines()).includes('Martian'));
    });
  });
}

/** A recipe of this many bytes. */
function recipeOf(bytes: number): RecipeSource {
  const steps: string[] = [];
  let left = bytes - Buffer.byteLength(JSON.stringify({ ...RECIPE, steps }));
  while (left > 3) {
    const step = 'x'.repeat(Math.min(5_000, left - 3));
    steps.push(step);
    left -= step.length + 3;
  }
  return { ...RECIPE, steps };
}
