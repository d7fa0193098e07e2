/** A family's own prices, on both databases: stored, used, removed, and without effect on other families. */
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PricedFood } from '#domain/shopping-list/cost.ts';
import { makeWorld, WEEK, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';

for (const kind of KINDS) {
  describe(`${kind}: prices`, async () => {
    const service = await startService({ after, before }, { kind });
    const as = ({ owner }: World, method: string, path: string, body?: unknown) =>
      send(service, { method, path: `/app/api${path}`, token: owner.token, body });
    const price = (world: World, food: string, centsPerKg: unknown) =>
      as(world, 'PUT', `/prices/${food}`, { centsPerKg });
    const cost = async (world: World, recipe: string) =>
      (await as(world, 'GET', `/recipes/${recipe}`)).body.recipe.cost;
    /** Milk is on the list of every world. */
    const milk = async (world: World) => {
      const { body } = await as(world, 'GET', `/lists/${WEEK}/costs`);
      const { body: list } = await as(world, 'GET', `/lists/${WEEK}`);
      deepStrictEqual(body.cost, list.cost);
      return { ...body.cost, food: (body.foods as PricedFood[]).find(({ foodId }) => foodId === 'milk') };
    };

    test("the cost of a list uses the family's price while there is one, else the catalogue's", async () => {
      const world = await makeWorld(service);
      const rough = await milk(world);
      deepStrictEqual([rough.food?.isOwn, rough.food?.name, rough.isAtLeast], [false, 'milk', false]);
      ok(rough.costCents > 0);
      strictEqual((await price(world, 'milk', 2 * rough.food.centsPerKg)).status, 204);
      const own = await milk(world);
      deepStrictEqual([own.food?.isOwn, own.costCents], [true, own.food?.costCents]);
      ok(Math.abs(own.costCents - 2 * rough.costCents) <= 1);
      strictEqual((await price(world, 'milk', 0)).status, 204);
      strictEqual((await milk(world)).costCents, 0);
      strictEqual((await as(world, 'DELETE', '/prices/milk')).status, 204);
      deepStrictEqual(await milk(world), rough);
      strictEqual((await as(world, 'DELETE', '/prices/milk')).status, 404);
    });

    test('a price as on the shelf counts per kilogram and is shown as typed', async () => {
      const world = await makeWorld(service);
      const typed = { cents: 129, per: '1 l' };
      strictEqual((await as(world, 'PUT', '/prices/milk', typed)).status, 204);
      const { food } = await milk(world);
      const litre = food?.amounts.find(({ per }: { per: string }) => per === '1 l');
      deepStrictEqual([food?.offer, food?.isOwn], [typed, true]);
      strictEqual(food?.centsPerKg, Math.round(129_000 / (litre?.grams ?? 0)));
      const { body } = await as(world, 'POST', '/family/export');
      deepStrictEqual(
        body['prices.json'].find(({ foodId }: { foodId: string }) => foodId === 'milk'),
        { foodId: 'milk', centsPerKg: food?.centsPerKg, offer: typed },
      );
      strictEqual((await price(world, 'milk', 300)).status, 204);
      strictEqual((await milk(world)).food?.offer, undefined);
      for (const [wrong, status] of [
        [{ cents: 1, per: '1 parsec' }, 404],
        [{ cents: -1, per: '1 l' }, 400],
        [{ cents: 1, per: 'x'.repeat(41) }, 400],
        [{ cents: 1 }, 400],
        [{ cents: 1, per: '1 l', centsPerKg: 1 }, 400],
      ] as const)
        strictEqual((await as(world, 'PUT', '/prices/milk', wrong)).status, status, JSON.stringify(wrong));
      strictEqual((await milk(world)).food?.centsPerKg, 300);
    });

    test('the cost of a recipe is per serving, at the prices of the family that reads it', async () => {
      const [world, other] = [await makeWorld(service), await makeWorld(service)];
      const before = await cost(world, world.recipe);
      deepStrictEqual(before.isAtLeast, false, 'salt to taste costs next to nothing');
      const cookbook = await cost(other, 'shakshuka');
      for (const food of ['red-lentil', 'egg']) await price(world, food, 50_000);
      const after = await cost(world, world.recipe);
      // 250 g of lentils for four at 500.00 per kilogram.
      ok(after.costCents > 3_000 && before.costCents < 300, JSON.stringify([before, after]));
      notStrictEqual((await cost(world, 'shakshuka')).costCents, cookbook.costCents);
      deepStrictEqual(await cost(other, 'shakshuka'), cookbook);
    });

    test('refuses an invalid price or an unknown food, and stores nothing', async () => {
      const world = await makeWorld(service);
      for (const wrong of [-1, 1.5, '3', null, undefined, 4_000_001, Number.NaN]) {
        strictEqual((await price(world, 'milk', wrong)).status, 400, String(wrong));
      }
      strictEqual((await as(world, 'PUT', '/prices/milk', { centsPerKg: 1, currency: 'EUR' })).status, 400);
      for (const none of ['moon-dust', 'x'.repeat(64)])
        strictEqual((await price(world, none, 100)).status, 404);
      for (const wrong of ['Milk', 'x'.repeat(65), '%00'])
        strictEqual((await price(world, wrong, 1)).status, 400);
      strictEqual((await milk(world)).food?.isOwn, false);
    });
  });
}
