/** Recipes as ingredients of others: circles, what follows from a changed recipe, and the limits, on both databases. */
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { send } from '#test/support/clients/request.ts';
import { type Reply, startService } from '#test/support/service.ts';
import { KINDS } from '#test/support/store.ts';
import { allowedMs } from '#test/support/until.ts';
import { makeWorld, RECIPE, WEEK, week, type World } from '#test/support/world.ts';
import { refreshIndexes } from '#actions/recipe/recipe-indexes.ts';
import type { Store } from '#storage/store.ts';
import { deleteRecipe } from '#storage/tables/recipe/recipes.ts';
import { readBasis } from '#queries/plan/proposal-basis.ts';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { putMeal } from '#actions/plan/plans.ts';
import { OPERATOR } from '#storage/actor.ts';
import { accepted } from '#test/support/accepted.ts';

type Uses = Record<string, string>;

function sourceOf(title: string, ingredients: string[], uses: Uses = {}) {
  const references = Object.entries(uses).map(([line, recipeId]) => ({ line, recipeId }));
  return { ...RECIPE, title, servings: 4, ingredients: [...Object.keys(uses), ...ingredients], references };
}

/** As by key, which has defaults for the rest. */
function write(title: string, ingredients: string[], uses: Uses = {}) {
  const { servings, references, ingredients: lines } = sourceOf(title, ingredients, uses);
  return { title, servings, ingredients: lines, references };
}

function lines(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${at + 1} g pixie dust ${at}`);
}

for (const kind of KINDS) {
  describe(`${kind}: recipes as ingredients`, async () => {
    const service = await startService({ after, before }, { kind, config: { premium: 'everyone' } });
    const { store } = service;
    const as = ({ owner }: World, method: string, path: string, body?: unknown): Promise<Reply> =>
      send(service, { method, path: `/app/api${path}`, token: owner.token, body });
    const add = async (world: World, ...source: Parameters<typeof sourceOf>): Promise<string> => {
      const { body, status } = await as(world, 'POST', '/recipes', sourceOf(...source));
      strictEqual(status, 200, JSON.stringify(body));
      return body.recipe.id;
    };
    const read = async (world: World, id: string) => (await as(world, 'GET', `/recipes/${id}`)).body.recipe;
    const change = async (
      world: World,
      id: string,
      ...source: Parameters<typeof sourceOf>
    ): Promise<Reply> => {
      const { version } = await read(world, id);
      return as(world, 'PUT', `/recipes/${id}`, { ...sourceOf(...source), version });
    };
    /** From the stored cards. */
    const isFoundAsVegan = async (world: World, title: string): Promise<boolean> => {
      const { body } = await as(world, 'GET', `/recipes?own=true&diet=vegan&search=${title}`);
      return body.recipes.some((card: { title: string }) => card.title === title);
    };

    test('shows the line with its recipe, and counts what that one contains', async () => {
      const world = await makeWorld(service);
      const dough = await add(world, 'Dough', ['500 g flour', '200 ml milk']);
      const pizza = await add(world, 'Pizza', ['2 onions'], { 'half a batch dough': dough });
      const shown = await read(world, pizza);
      deepStrictEqual(shown.ingredients[0].recipe, { id: dough, title: 'Dough', servings: 2 });
      deepStrictEqual([shown.ingredients.length, shown.isComplete], [2, true]);
      ok(shown.allergens.includes('milk') && shown.allergens.includes('wheat'));
      const doubled = await as(world, 'GET', `/recipes/${pizza}?servings=8`);
      deepStrictEqual(
        [doubled.body.recipe.ingredients[0].shown, doubled.body.recipe.ingredients[0].recipe.servings],
        ['1 batch dough', 4],
      );
    });

    test('refuses a circle of one, two and three recipes', async () => {
      const world = await makeWorld(service);
      const [one, two] = [await add(world, 'One', ['1 egg']), await add(world, 'Two', ['1 egg'])];
      const three = await add(world, 'Three', ['1 egg'], { '1 batch two': two });
      const refused = async (id: string, uses: Uses) =>
        (await change(world, id, 'Changed', ['1 egg'], uses)).body.code;
      strictEqual(await refused(one, { 'all of it': one }), 'recipe-circle');
      strictEqual(await refused(two, { three }), 'recipe-circle');
      strictEqual((await change(world, two, 'Two', ['1 egg'], { one })).status, 200);
      strictEqual(await refused(one, { three }), 'recipe-circle');
      strictEqual(await refused(one, { 'no recipe': 'nonexistent' }), 'sub-recipe-unknown');
    });

    test('of two changes at once that make a circle together, one is refused', async () => {
      for (let round = 0; round < 5; round += 1) {
        const world = await makeWorld(service);
        const [one, two] = [await add(world, 'One', ['1 egg']), await add(world, 'Two', ['1 egg'])];
        const replies = await Promise.all([
          change(world, one, 'One', ['1 egg'], { two }),
          change(world, two, 'Two', ['1 egg'], { one }),
        ]);
        const codes = replies.map(({ status, body }): string => (status === 200 ? 'saved' : body.code));
        deepStrictEqual(new Set(codes), new Set(['recipe-circle', 'saved']));
      }
    });

    test('refuses a sixth level', async () => {
      const world = await makeWorld(service);
      let last = await add(world, 'Level 0', ['1 egg']);
      for (let level = 1; level <= 5; level += 1)
        last = await add(world, `Level ${level}`, ['1 egg'], { part: last });
      ok((await read(world, last)).isComplete);
      const { body } = await as(world, 'POST', '/recipes', sourceOf('Level 6', ['1 egg'], { part: last }));
      strictEqual(body.code, 'recipe-too-nested');
    });

    test('a change of a recipe changes what others contain, also in the search, two levels up', async () => {
      const world = await makeWorld(service);
      const dough = await add(world, 'Dough', ['500 g flour']);
      const base = await add(world, 'Base', ['1 onion'], { '1 batch dough': dough });
      await add(world, 'Topped', ['2 onions'], { '1 batch base': base });
      ok(await isFoundAsVegan(world, 'Topped'));
      const basis = await readBasis(store.db, world.family, week(WEEK));
      strictEqual((await change(world, dough, 'Dough', ['500 g flour', '100 g butter'])).status, 200);
      strictEqual(await isFoundAsVegan(world, 'Topped'), false);
      notStrictEqual(await readBasis(store.db, world.family, week(WEEK)), basis);
      strictEqual((await change(world, dough, 'Dough', ['500 g flour'])).status, 200);
      ok(await isFoundAsVegan(world, 'Topped'));
    });

    test('an answer to a line of the other recipe counts here too', async () => {
      const world = await makeWorld(service);
      const dough = await add(world, 'Dough', ['500 g flour', '1 tsp pixie dust']);
      const pizza = await add(world, 'Pizza', ['2 onions'], { '1 batch dough': dough });
      strictEqual(await isFoundAsVegan(world, 'Pizza'), false);
      strictEqual(
        (await as(world, 'PUT', '/lines', { line: '1 tsp pixie dust', foodId: 'butter' })).status,
        204,
      );
      ok((await read(world, pizza)).allergens.includes('milk'));
      strictEqual((await as(world, 'PUT', '/lines', { line: '1 tsp pixie dust', foodId: null })).status, 204);
      ok(await isFoundAsVegan(world, 'Pizza'));
    });

    test('a line whose recipe is deleted could contain anything, and stays so when the recipe is saved', async () => {
      const world = await makeWorld(service);
      const dough = await add(world, 'Oil', ['500 g flour']);
      const pizza = await add(world, 'Pizza', ['2 onions'], { '50 g olive oil': dough });
      ok(await isFoundAsVegan(world, 'Pizza'));
      strictEqual((await as(world, 'DELETE', `/recipes/${dough}`)).status, 204);
      strictEqual(await isFoundAsVegan(world, 'Pizza'), false);
      const shown = await read(world, pizza);
      deepStrictEqual([shown.isComplete, shown.unsureLines, shown.diets], [false, 1, []]);
      deepStrictEqual(shown.ingredients[0].recipe, { id: dough });
      strictEqual(shown.ingredients[0].question.canBeAnswered, false);
      const { references: _, ...body } = sourceOf('Pizza', ['2 onions'], { '50 g olive oil': dough });
      const saved = await as(world, 'PUT', `/recipes/${pizza}`, { ...body, version: shown.version });
      strictEqual(saved.body.recipe.isComplete, false);
      const copy = (await as(world, 'POST', `/recipes/${pizza}/copy`)).body.recipe;
      deepStrictEqual([copy.isComplete, copy.source.references], [false, shown.source.references]);
      const unlinked = { ...body, references: [], version: saved.body.recipe.version };
      strictEqual((await as(world, 'PUT', `/recipes/${pizza}`, unlinked)).body.recipe.isComplete, true);
    });

    test('an index that was computed before the other recipe was deleted is not stored', async () => {
      const world = await makeWorld(service);
      const dough = await add(world, 'Dough', ['500 g flour']);
      const pizza = await add(world, 'Pizza', ['2 onions'], { '1 batch dough': dough });
      await store.db
        .transaction()
        .execute((tx) => tx.updateTable('recipes').set({ catalogue: '' }).where('id', '=', pizza).execute());
      // The other recipe is deleted after the index was computed and before it is stored.
      const db = new Proxy(store.db, {
        get: (target, name) =>
          name === 'transaction'
            ? () => ({
                async execute(work: Parameters<ReturnType<Store['db']['transaction']>['execute']>[0]) {
                  await target.transaction().execute((tx) => deleteRecipe(tx, world.family, dough));
                  return target.transaction().execute(work);
                },
              })
            : Reflect.get(target, name).bind(target),
      });
      await refreshIndexes({ ...store, db }, world.family, [pizza]);
      const [row] = await store.db
        .selectFrom('recipes')
        .select('catalogue')
        .where('id', '=', pizza)
        .execute();
      strictEqual(row?.catalogue, '', 'the index is made again later');
      strictEqual(await isFoundAsVegan(world, 'Pizza'), false);
    });

    test('by key, a recipe is written and read with the recipes that its lines stand for', async () => {
      const world = await makeWorld(service);
      const context = { store, actor: OPERATOR, nowMs: service.clock.nowMs };
      const scopes = ['recipes:read', 'recipes:write'] as const;
      const { key } = accepted(
        await addApiKey(context, world.family, { name: 'x', expiresAt: null, scopes: [...scopes] }),
      );
      const byKey = (method: string, path: string, body?: unknown): Promise<Reply> =>
        send(service, { method, path: `/api/recipes/v1${path}`, body, headers: { 'x-api-key': key } });
      const dough = (await byKey('POST', '', write('Dough', ['500 g flour']))).body.data.id;
      const made = await byKey('POST', '', write('Pizza', ['2 onions'], { '1 batch dough': dough }));
      const pizza = made.body.data;
      deepStrictEqual(pizza.ingredients[0], { text: '1 batch dough', recipeId: dough });
      deepStrictEqual([pizza.isComplete, pizza.allergens.contains.includes('wheat')], [true, true]);
      const { references: _, ...unlinked } = write('Pizza', ['3 onions'], { '1 batch dough': dough });
      const changed = (await byKey('PUT', `/${pizza.id}`, unlinked)).body.data;
      strictEqual(changed.ingredients[0].recipeId, dough);
      const circle = await byKey('PUT', `/${dough}`, write('Dough', ['1 egg'], { '1 pizza': pizza.id }));
      deepStrictEqual([circle.status, circle.body.code], [409, 'recipe-circle']);
      const etag = (await byKey('GET', `/${pizza.id}`)).headers.get('etag');
      await change(world, dough, 'Dough', ['500 g flour', '100 g butter']);
      const now = await byKey('GET', `/${pizza.id}`);
      ok(now.body.data.allergens.contains.includes('milk'));
      notStrictEqual(now.headers.get('etag'), etag);
    });

    test('300 lines, of which 30 are recipes of 20 lines, are read and saved within the work of a request', async () => {
      const world = await makeWorld(service);
      const uses: Uses = {};
      for (let at = 0; at < 30; at += 1)
        uses[`${at + 1} servings part`] = await add(world, `Part ${at}`, lines(20));
      const startMs = performance.now();
      const large = await add(world, 'Large', lines(270), uses);
      const shown = await read(world, large);
      ok(performance.now() - startMs < allowedMs(400));
      deepStrictEqual([shown.ingredients.length, shown.unsureLines], [300, 870]);
      const longer = await change(world, uses['1 servings part'] ?? '', 'Part 0', lines(300));
      strictEqual(longer.status, 200);
      // Beyond the limit of 600 lines none of them is understood.
      strictEqual((await read(world, large)).unsureLines, 300);
      const other = await as(world, 'POST', '/recipes', sourceOf('Other', ['1 egg'], uses));
      strictEqual(other.body.code, 'recipe-too-nested');
    });

    test('the shopping list requires what the other recipe is made of', async () => {
      const world = await makeWorld(service);
      const dough = await add(world, 'Dough', ['500 g flour', '200 g butter']);
      const pizza = await add(world, 'Pizza', ['300 g mushrooms'], { '2 servings dough': dough });
      const meal = { description: 'Pizza', recipeId: pizza, servings: 8 };
      const context = { store, actor: OPERATOR, nowMs: service.clock.nowMs };
      const target = { family: world.family, week: week(WEEK), version: 'any' } as const;
      accepted(await putMeal(context, target, { day: 'Monday', slot: 'dinner' }, meal));
      const { body } = await as(world, 'GET', `/lists/${WEEK}`);
      const items = [
        ...body.list.probablyAtHome,
        ...body.list.aisles.flatMap(({ items }: never) => items),
      ] as {
        foodId?: string;
        amountText?: string;
        for: { description?: string }[];
      }[];
      const butter = items.find(({ foodId }) => foodId === 'butter');
      deepStrictEqual(
        butter?.for.map(({ description }) => description),
        ['Pizza'],
      );
      ok(JSON.stringify(butter).includes('200'), JSON.stringify(butter));
    });
  });
}
