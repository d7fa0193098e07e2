/** Menus: what is saved, what becomes of deleted recipes, limits, and what a menu is for those who eat in a week. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MAX_BYTES, MAX_MENUS } from '#domain/family/quota.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { measureMenus, saveMenu } from '#storage/tables/plan/menus.ts';
import { savePreferences } from '#storage/tables/plan/preferences.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { makeWorld, WEEK, type World } from '#test/support/world.ts';

/** A dish of the cookbook with chicken, and a variant with tofu. */
const KATSU = 'chicken-katsu-with-cabbage';

for (const kind of KINDS) {
  describe(`menus, ${kind}`, async () => {
    const service = await startService({ after, before }, { kind });
    const as = async ({ member }: World, method: string, path: string, body?: unknown) =>
      send(service, { method, path: `/app/api${path}`, token: member.token, body });
    const menusOf = async (world: World) => (await as(world, 'GET', '/menus')).body.menus;

    test('a menu has dishes and no people, and a deleted recipe is a text', async () => {
      const [world, stranger] = [await makeWorld(service), await makeWorld(service)];
      const meals = {
        Monday: {
          dinner: {
            description: 'Soup',
            recipeId: world.recipe,
            servings: 3,
            exceptEaters: ['anna'],
            generated: true,
            sides: [
              { description: 'Bread', recipeId: stranger.recipe, servings: 2 },
              { description: 'Rice', eaterIds: ['anna'] },
            ],
          },
        },
        Tuesday: { dinner: { description: 'Rest', kind: 'leftovers' } },
      };
      const added = await as(world, 'POST', '/menus', { name: 'Winter', meals });
      strictEqual(added.status, 200);
      const dinner = { description: 'Soup', recipeId: world.recipe, sides: [{ description: 'Bread' }] };
      const saved = {
        Monday: { dinner },
        Tuesday: { dinner: { description: 'Rest', kind: 'leftovers' } },
      };
      deepStrictEqual(added.body.meals, saved);
      strictEqual((await as(world, 'DELETE', `/recipes/${world.recipe}`)).status, 204);
      const [, winter] = await menusOf(world);
      const { recipeId: _deleted, ...text } = dinner;
      deepStrictEqual(winter, { ...added.body, meals: { ...saved, Monday: { dinner: text } } });
    });

    test('the limits are a number of menus and their bytes', async () => {
      const world = await makeWorld(service);
      const fill = async (count: number, name: string) =>
        service.store.db.transaction().execute(async (tx) => {
          for (let at = 0; at < count; at += 1)
            await saveMenu(tx, world.family, { id: `${name[0]}${at}`, version: 1, name, meals: {} });
        });
      const add = async () => (await as(world, 'POST', '/menus', { name: 'More', meals: {} })).status;
      await fill(MAX_MENUS - 2, 'usual');
      strictEqual(await add(), 200);
      strictEqual(await add(), 409);
      const other = await makeWorld(service);
      await service.store.db
        .transaction()
        .execute((tx) =>
          saveMenu(tx, other.family, { id: 'x', version: 1, name: 'x'.repeat(MAX_BYTES.menus), meals: {} }),
        );
      ok((await measureMenus(service.store.db, other.family)).bytes > MAX_BYTES.menus);
      strictEqual((await as(other, 'POST', '/menus', { name: 'More', meals: {} })).status, 409);
    });

    test('dishes get the servings of those who eat, and the variants that help them', async () => {
      const world = await makeWorld(service);
      const eater = { diets: [], allergens: [], dislikes: [] };
      const preferences: Preferences = {
        ...DEFAULT_PREFERENCES,
        eaters: [
          { ...eater, id: 'ann', name: 'Ann' },
          { ...eater, id: 'mia', name: 'Mia', diets: ['vegetarian'] },
        ],
        slotSettings: {
          Tuesday: { dinner: { away: ['mia'] } },
          Friday: { dinner: { away: ['ann', 'mia'] } },
        },
      };
      await service.store.db
        .transaction()
        .execute((tx) =>
          savePreferences(tx, world.family, { version: 2, preferences, dueAt: null, language: 'en' }),
        );
      const dinner = { description: 'Katsu', recipeId: KATSU };
      const meals = {
        Monday: { dinner },
        Tuesday: { dinner },
        Thursday: { dinner: { description: 'Rest', kind: 'leftovers' } },
        Friday: { dinner: { description: 'Toast' } },
      };
      const { id } = (await as(world, 'POST', '/menus', { name: 'Winter', meals })).body;
      const { status, body } = await as(world, 'GET', `/menus/${id}/weeks/${WEEK}`);
      strictEqual(status, 200);
      const [monday, tuesday, thursday, friday] = body.meals;
      deepStrictEqual(monday.meal, {
        ...dinner,
        servings: 2,
        variant: { eaterIds: ['mia'], servings: 1 },
      });
      deepStrictEqual(monday.offers[0].names, ['Mia']);
      deepStrictEqual([tuesday.meal, tuesday.offers], [{ ...dinner, servings: 1 }, [null]]);
      deepStrictEqual(thursday.meal, meals.Thursday.dinner);
      deepStrictEqual([friday.meal, friday.isNobody], [meals.Friday.dinner, true]);
      ok(Object.hasOwn(body.warnings, KATSU));
    });
  });
}
