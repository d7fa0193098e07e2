/** Rejected dishes: remembered with their date, forgotten with stars, with the recipe and above the limit. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getRecipes } from '#cookbook/recipes.ts';
import { MAX_REJECTED_DISHES } from '#domain/family/quota.ts';
import { OPERATOR } from '#storage/actor.ts';
import {
  findRejectedOn,
  readAllRejectedDishes,
  saveRejectedDish,
} from '#storage/tables/plan/rejected-dishes.ts';
import { readAllStars, saveStar } from '#storage/tables/recipe/stars.ts';
import { dump } from '#test/support/snapshot.ts';
import { EATER, makeWorld, REJECTED_ON, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { rejectDish } from './rejected-dishes.ts';

/** A dish that others were merged into. */
function mergedDish(): { id: string; former: string } {
  const merged = getRecipes().recipes.find(({ formerIds }) => formerIds.length > 0);
  return { id: merged?.id ?? '', former: merged?.formerIds[0] ?? '' };
}

for (const kind of KINDS) {
  describe(`${kind}: rejected`, async () => {
    const service = await startService({ after, before }, { kind });
    const { store, clock } = service;
    const call = async ({ member }: World, method: string, path: string, body?: unknown) =>
      (await send(service, { method, path: `/app/api${path}`, token: member.token, body })).status;
    const refuse = (world: World, recipeId: string) => call(world, 'PUT', '/rejected-dishes', { recipeId });
    const rejected = async ({ family }: World) =>
      Object.fromEntries(
        (await Array.fromAsync(readAllRejectedDishes(store.db, family)))
          .flat()
          .map(({ recipeId, rejectedOn }) => [recipeId, rejectedOn]),
      );

    test('remembers the date in the time zone of the family, and the last one counts', async () => {
      const world = await makeWorld(service);
      const owner = { method: 'PATCH', path: '/app/api/family', token: world.owner.token };
      await send(service, { ...owner, body: { timeZone: 'Pacific/Kiritimati' } });
      strictEqual(await refuse(world, 'shakshuka'), 204);
      const today = Temporal.Instant.fromEpochMilliseconds(clock.nowMs)
        .toZonedDateTimeISO('Pacific/Kiritimati')
        .toPlainDate();
      deepStrictEqual(await rejected(world), { [world.recipe]: REJECTED_ON, shakshuka: today.toString() });
      strictEqual(await refuse(world, world.recipe), 204);
      strictEqual((await rejected(world))[world.recipe], today.toString());
    });

    test('refusing a dish twice on a day changes nothing, and the audit log does not name the dish', async () => {
      const world = await makeWorld(service);
      strictEqual(await refuse(world, 'shakshuka'), 204);
      const before = await dump(store, world.family);
      strictEqual(await refuse(world, 'shakshuka'), 204);
      deepStrictEqual(await dump(store, world.family), before);
      const lines = before.audit as { action: string; actor: string; detail: string }[];
      deepStrictEqual(
        lines.filter(({ action }) => action === 'dish.reject').map(({ actor, detail }) => [actor, detail]),
        [[world.member.id, '{}']],
      );
    });

    test('refuses an unknown recipe, an invalid id and anyone who is not a member', async () => {
      const [world, other] = [await makeWorld(service), await makeWorld(service)];
      const before = await dump(store, world.family);
      strictEqual(await refuse(world, 'no-such-recipe'), 404);
      strictEqual(await refuse(world, other.recipe), 404);
      strictEqual(await refuse(world, ''), 400);
      strictEqual(await call(world, 'PUT', '/rejected-dishes', {}), 400);
      const context = { store, actor: OPERATOR, nowMs: clock.nowMs };
      const outcome = await rejectDish(context, world.family, { recipeId: 'shakshuka' });
      deepStrictEqual(outcome, { refused: 'not-found' });
      deepStrictEqual(await dump(store, world.family), before);
    });

    test('stars for a dish remove its rejected; removing stars does not', async () => {
      const world = await makeWorld(service);
      const give = (recipeId: string, stars: number | null) =>
        call(world, 'PUT', '/stars', { eaterId: EATER, recipeId, stars });
      await refuse(world, 'shakshuka');
      strictEqual(await give('shakshuka', null), 204);
      deepStrictEqual(Object.keys(await rejected(world)).toSorted(), [world.recipe, 'shakshuka'].toSorted());
      strictEqual(await give('shakshuka', 4), 204);
      deepStrictEqual(await rejected(world), { [world.recipe]: REJECTED_ON });
    });

    test('counts a dish that was merged into another as that one', async () => {
      const [world, { id, former }] = [await makeWorld(service), mergedDish()];
      const { family, member } = world;
      strictEqual(await refuse(world, former), 204);
      strictEqual(typeof (await rejected(world))[id], 'string');
      await store.db.transaction().execute(async (tx) => {
        await saveRejectedDish(tx, family, {
          recipeId: former,
          rejectedOn: REJECTED_ON,
          createdBy: member.id,
        });
        await saveStar(tx, family, { eaterId: EATER, recipeId: former, stars: 2 });
      });
      const stars = async () => {
        const path = '/app/api/stars';
        return (await send(service, { method: 'GET', path, token: member.token })).body.stars[EATER];
      };
      deepStrictEqual(await stars(), { [world.recipe]: 5, [id]: 2 });
      strictEqual(await call(world, 'PUT', '/stars', { eaterId: EATER, recipeId: id, stars: 4 }), 204);
      deepStrictEqual(await stars(), { [world.recipe]: 5, [id]: 4 });
      deepStrictEqual(await rejected(world), { [world.recipe]: REJECTED_ON });
      strictEqual(await call(world, 'PUT', '/stars', { eaterId: EATER, recipeId: former, stars: null }), 204);
      const rows = (await Array.fromAsync(readAllStars(store.db, family))).flat();
      deepStrictEqual(
        rows.map(({ recipeId }) => recipeId),
        [world.recipe],
      );
    });

    test('deleting a recipe deletes its rejected', async () => {
      const world = await makeWorld(service);
      await refuse(world, 'shakshuka');
      strictEqual(await call(world, 'DELETE', `/recipes/${world.recipe}`), 204);
      deepStrictEqual(Object.keys(await rejected(world)), ['shakshuka']);
    });

    test(`a family has at most ${MAX_REJECTED_DISHES} rejected; the oldest are forgotten, never the new one`, async () => {
      const world = await makeWorld(service);
      const { family, member } = world;
      const today = Temporal.Instant.fromEpochMilliseconds(clock.nowMs).toString().slice(0, 10);
      await store.db.transaction().execute(async (tx) => {
        for (let at = 1; at < MAX_REJECTED_DISHES; at += 1) {
          const recipeId = `zz-${String(at).padStart(4, '0')}`;
          await saveRejectedDish(tx, family, { recipeId, rejectedOn: today, createdBy: member.id });
        }
      });
      strictEqual(Object.keys(await rejected(world)).length, MAX_REJECTED_DISHES);
      strictEqual(await refuse(world, 'shakshuka'), 204);
      strictEqual(await findRejectedOn(store.db, family, world.recipe), undefined, 'the oldest');
      strictEqual(await refuse(world, 'borscht-with-white-beans'), 204);
      const left = Object.keys(await rejected(world));
      strictEqual(left.length, MAX_REJECTED_DISHES);
      for (const id of ['shakshuka', 'borscht-with-white-beans', 'zz-0999'])
        strictEqual(left.includes(id), id !== 'shakshuka');
    });
  });
}
