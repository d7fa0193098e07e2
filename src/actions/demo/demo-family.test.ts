/** The demo family: it can sign in, has Premium, two plans, a kitchen and a key, and a random password. */
import { deepStrictEqual, notStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { mealsIn } from '#domain/plan/plan.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { Item } from '#domain/shopping-list/item.ts';
import { readMealWarnings } from '#queries/plan/warnings.ts';
import { OPERATOR } from '#storage/actor.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import type { Store } from '#storage/store.ts';
import { dump } from '#test/support/snapshot.ts';
import { AppClient, startService } from '#test/support/service.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { LIST, nextWeek, PANTRY, STARS, thisWeek } from './demo-content.ts';
import { type Demo, makeDemoFamily } from './demo-family.ts';

for (const kind of KINDS) {
  test(`${kind}: the demo family's sign-in and key work, and both weeks have a plan`, async (t) => {
    const service = await startService(t, { kind });
    const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
    const [demo] = await makeDemo(context, 'Pacific/Kiritimati');
    ok(demo);
    const { email, password } = demo;
    const browser = new AppClient(service);
    strictEqual((await browser.call('POST', '/app/api/sign-in', { email, password })).status, 200);
    const { family } = (await browser.call('GET', '/app/api/me')).body;
    deepStrictEqual(
      [family.timeZone, family.currency, family.hasPremium],
      ['Pacific/Kiritimati', 'EUR', true],
    );
    deepStrictEqual(family.openSteps, [], 'no hint at first steps');
    for (const [which, weekOf] of [
      ['current', '2026-11-09T00:00:00.000Z'],
      ['next', '2026-11-16T00:00:00.000Z'],
    ]) {
      const headers = { 'x-api-key': demo.key };
      const response = await fetch(`${service.url}/api/meal-plans/v1/${which}`, { headers });
      const { data } = (await response.json()) as { data: { weekOf: string; meals: object } };
      strictEqual(data.weekOf, weekOf);
      ok(Object.keys(data.meals).length === 7);
    }
  });

  test(`${kind}: the demo family has eaters, stars, a pantry, a recipe of its own and a list begun`, async (t) => {
    const service = await startService(t, { kind });
    const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
    const [demo] = await makeDemo(context, 'UTC');
    const browser = new AppClient(service);
    const read = async (path: string) => (await browser.call('GET', `/app/api/${path}`)).body;
    await browser.call('POST', '/app/api/sign-in', { email: demo?.email, password: demo?.password });
    const { eaters } = (await read('preferences')).preferences as Preferences;
    ok(eaters.some(({ allergens }) => allergens.length > 0) && eaters.some(({ dislikes }) => dislikes[0]));
    strictEqual((await read('me')).member.eaterId, eaters[0]?.id, 'the member is the first eater');
    deepStrictEqual(
      Object.keys((await read('stars')).stars).toSorted(),
      eaters.map(({ id }) => id).toSorted(),
    );
    const [own] = (await read('recipes?own=true&search=grandma')).recipes;
    deepStrictEqual([own.isComplete, own.diets.includes('vegetarian')], [true, true]);

    const { list, pantry } = await read('lists/2026-11-09');
    ok(pantry.length > 5);
    const items = list.aisles.flatMap((aisle: { items: Item[] }) => aisle.items) as Item[];
    const boughtOf = new Map(
      LIST.flatMap((operation) => (operation.kind === 'tick' ? [[operation.itemId, operation.bought]] : [])),
    );
    const ticked = items.filter(({ state }) => state === 'ticked');
    deepStrictEqual(ticked.map(({ id }) => id).toSorted(), [...boughtOf.keys()].toSorted());
    // A rest would be a second item of the same food, and too much would not be what the list says to buy.
    for (const { id, buys } of ticked) {
      ok(!items.some((item) => item.id.startsWith(`${id}:`)), `more of ${id} is needed`);
      deepStrictEqual(buys, boughtOf.get(id));
    }
    ok(items.some(({ name }) => name === 'toilet paper') && items.length > 40);
  });

  test(`${kind}: the dishes of the demo family exist under their titles and are for everyone`, async (t) => {
    const store = await freshStore(t, kind);
    await makeDemo(contextOf(store), 'UTC');
    const { id: family } = await store.db.selectFrom('families').select('id').executeTakeFirstOrThrow();
    const meals = [...mealsIn(thisWeek('own')), ...mealsIn(nextWeek())];
    for (const { recipeId, description, kind: how } of meals.filter((meal) => meal.recipeId !== 'own')) {
      strictEqual(recipeId && getRecipes().find(recipeId)?.title, how ? undefined : description);
    }
    for (const { recipeId } of STARS) ok(getRecipes().find(recipeId), recipeId);
    for (const { foodId } of PANTRY) ok(getFoods().find(foodId), foodId);
    deepStrictEqual((await readMealWarnings(store.db, family, meals)).warnings, {});
    ok(meals.filter(({ recipeId }) => recipeId).length > 18);
  });

  test(`${kind}: each demo family has its own password, and an unknown time zone becomes UTC`, async (t) => {
    const [one, two] = [await freshStore(t, kind), await freshStore(t, kind)];
    const [[first], [second]] = [
      await makeDemo(contextOf(one), 'Etc/Unknown'),
      await makeDemo(contextOf(two), 'Etc/Unknown'),
    ];
    ok(first && second);
    notStrictEqual(first.password, second.password);
    deepStrictEqual(await makeDemo(contextOf(one), 'UTC'), [], 'a database gets only one demo family');
    const zones = await one.db.selectFrom('families').select('time_zone').execute();
    deepStrictEqual(
      zones.map((row) => row.time_zone),
      ['UTC'],
    );
  });

  test(`${kind}: stores nothing if the demo family's credentials cannot be printed`, async (t) => {
    const store = await freshStore(t, kind);
    const before = await dump(store);
    await rejects(makeDemoFamily(contextOf(store), 'UTC', failToPrint), /cannot print/);
    deepStrictEqual(await dump(store), before);
    strictEqual((await makeDemo(contextOf(store), 'UTC')).length, 1, 'the next start creates it');
  });
}

const contextOf = (store: Store): ChangeContext => ({ store, actor: OPERATOR, nowMs: 0 });

function failToPrint(): never {
  throw new Error('cannot print');
}

/** Creates the demo family and returns those that were printed: one, or none if it exists. */
async function makeDemo(context: ChangeContext, zone: string): Promise<Demo[]> {
  const printed: Demo[] = [];
  strictEqual(await makeDemoFamily(context, zone, (demo) => printed.push(demo)), printed.length === 1);
  return printed;
}
