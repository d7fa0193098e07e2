/** Every operation of the client against the real service. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { addApiKey } from '../../src/actions/keys-and-links/api-keys.ts';
import { setPhoto } from '../../src/actions/recipe/photos.ts';
import { SCOPES } from '../../src/domain/family/scopes.ts';
import { accepted } from '../../test/support/accepted.ts';
import { countChanges, makeApiFamily, NEXT_WEEK, NOW, THIS_WEEK } from '../../test/support/api-family.ts';
import { makePhoto } from '../../test/support/photos.ts';
import { startService } from '../../test/support/service.ts';
import { createClient, ProblemError, type ShoppingList } from './client.ts';
import { OPERATIONS } from './operations.ts';

const service = await startService({ after, before }, { nowMs: NOW });

// One family, since its password takes longer to hash than all tests; each test uses another part of its data.
const { context, family, key: displayKey } = await makeApiFamily(service);
const { key } = accepted(await addApiKey(context, family, { name: 'all', expiresAt: null, scopes: SCOPES }));

/** A client, and the statuses of the responses that it gets. */
function prepare() {
  const statuses: number[] = [];
  const send: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    statuses.push(response.status);
    return response;
  };
  return { client: createClient({ url: service.url, apiKey: key, fetch: send }), statuses };
}

const namesOf = ({ aisles, probablyAtHome }: ShoppingList) =>
  [...aisles.flatMap(({ items }) => items), ...probablyAtHome].map(({ name }) => name);

describe('the client', () => {
  test('reads and changes plans, under the condition of an ETag', async () => {
    const { client, statuses } = prepare();
    const empty = await client.getMealPlan({ weekOf: NEXT_WEEK });
    deepStrictEqual([empty.data, typeof empty.etag], [null, 'string']);
    const dinner = { weekOf: NEXT_WEEK, day: 'Monday', slot: 'dinner', ifMatch: empty.etag } as const;
    const meal = { description: 'Shakshuka', recipeId: 'shakshuka' };
    const put = await client.putMeal({ ...dinner, body: { ...meal, servings: 3 } });
    deepStrictEqual(put.data?.meals, { Monday: { dinner: { ...meal, servings: 3 } } });
    await rejects(client.putMeal({ ...dinner, body: meal }), { status: 412, code: 'precondition-failed' });

    // The week of a plan is an instant; it serves as a parameter too.
    const again = await client.getMealPlan({ weekOf: put.data.weekOf });
    deepStrictEqual(again, put);
    const next = await client.getNextMealPlan();
    deepStrictEqual(next.data?.meals, { Monday: { dinner: meal } });
    deepStrictEqual(await client.getNextMealPlan(), next);
    deepStrictEqual(statuses.slice(-2), [200, 304], 'the second one comes from memory');
    strictEqual((await client.getCurrentMealPlan()).data, null);

    const edits = [
      { weekOf: NEXT_WEEK, day: 'Monday', slot: 'dinner', meal: null },
      { weekOf: THIS_WEEK, day: 'Friday', slot: 'lunch', meal: { description: 'Soup' } },
    ] as const;
    const edited = await client.editMealPlans({
      body: { edits: [...edits], ifMatch: { [NEXT_WEEK]: put.etag ?? '' } },
    });
    deepStrictEqual(
      edited.data.map(({ meals }) => meals),
      [{ Friday: { lunch: { description: 'Soup' } } }, {}],
    );
    const range = await client.listMealPlans({ from: THIS_WEEK, to: NEXT_WEEK });
    deepStrictEqual(range.data, edited.data);
    const deleted = await client.deleteMeal({ weekOf: THIS_WEEK, day: 'Friday', slot: 'lunch' });
    deepStrictEqual(deleted.data?.meals, {});
  });

  test('reads and changes shopping lists', async () => {
    const { client } = prepare();
    const added = await client.addItems({ weekOf: 'current', body: { lines: ['2 onions', 'a/b c? 100 %'] } });
    deepStrictEqual(namesOf(added.data), ['onions', 'a/b c? 100 %']);
    const items = added.data.aisles.flatMap((aisle) => aisle.items);
    for (const { id } of items) {
      const tick = { weekOf: added.data.weekOf, itemId: id, body: { isTicked: true } };
      const { data } = await client.tickItem(tick);
      ok(data.aisles.flatMap((aisle) => aisle.items).find((item) => item.id === id)?.isTicked);
    }
    const removed = await client.removeItem({ weekOf: 'current', itemId: items[1]?.id ?? '' });
    deepStrictEqual(namesOf(removed.data), ['onions']);
    deepStrictEqual((await client.getCurrentShoppingList()).data, removed.data);
    deepStrictEqual((await client.getShoppingList({ weekOf: THIS_WEEK })).data, removed.data);
    strictEqual((await client.getNextShoppingList()).data?.weekOf, `${NEXT_WEEK}T00:00:00.000Z`);
  });

  test('finds, reads, adds, imports, changes and deletes recipes, and reads their photos', async () => {
    const { client } = prepare();
    const found = await client.searchRecipes({ search: 'shakshuka', limit: 1, own: false, meal: 'dinner' });
    deepStrictEqual([found.data.length, found.data[0]?.isOwn], [1, false]);
    const page = await client.searchRecipes({ limit: 2 });
    const next = await client.searchRecipes({ limit: 2, after: page.next ?? undefined });
    strictEqual(new Set([...page.data, ...next.data].map(({ id }) => id)).size, 4);

    const soup = { title: 'Lentil soup', servings: 4, ingredients: ['250 g red lentils'] };
    const { data: recipe } = await client.addRecipe({ body: soup });
    const { large } = accepted(await setPhoto(context, family, recipe.id, makePhoto(1)));
    for (const hash of [undefined, large]) {
      const { data: photo } = await client.getRecipePhoto({ recipeId: recipe.id, hash });
      ok(makePhoto(1).large.bytes.equals(Buffer.from(await photo.arrayBuffer())));
      strictEqual(photo.type, 'image/jpeg');
    }
    const { etag } = await client.getRecipe({ recipeId: recipe.id });
    const changed = await client.putRecipe({
      recipeId: recipe.id,
      ifMatch: etag,
      body: { ...soup, servings: 2 },
    });
    strictEqual(changed.data.servings, 2);
    const text = 'Pancakes\nServes 2\nIngredients\n250 g flour\n2 eggs\nMethod\nFry them.';
    const imported = await client.importRecipe({ body: { text } });
    strictEqual(imported.data.title, 'Pancakes');
    strictEqual((await client.deleteRecipe({ recipeId: recipe.id })).data, null);
    await rejects(client.getRecipe({ recipeId: recipe.id }), { status: 404, code: 'not-found' });
  });

  test('reads and changes the pantry', async () => {
    const { client } = prepare();
    const { etag } = await client.getPantry();
    const { data } = await client.addToPantry({
      ifMatch: etag,
      body: { lines: ['500 g flour', '2 onions'] },
    });
    deepStrictEqual(data.map(({ foodId }) => foodId).toSorted(), ['onion', 'plain-flour']);
    const put = await client.putPantryFood({
      foodId: 'plain-flour',
      body: { quantity: '1 kg', bestBefore: '2027-01-31' },
    });
    const flour = { foodId: 'plain-flour', name: 'plain flour', quantity: '1 kg', bestBefore: '2027-01-31' };
    deepStrictEqual(
      put.data.find(({ foodId }) => foodId === 'plain-flour'),
      flour,
    );
    deepStrictEqual((await client.deletePantryFood({ foodId: 'onion' })).data, [flour]);
  });

  test('changes nothing twice if the response to a change is lost', async () => {
    let lost = 0;
    const client = createClient({
      url: service.url,
      apiKey: key,
      fetch: async (...request) => {
        const response = await fetch(...request);
        if (lost > 0) return response;
        lost += 1;
        throw new TypeError('The connection was lost.');
      },
    });
    const before = await countChanges(service, family);
    const { data } = await client.addToPantry({ body: { lines: ['2 lemons'] } });
    strictEqual(data.find(({ foodId }) => foodId === 'lemon')?.quantity, '2');
    strictEqual(lost, 1);
    strictEqual((await countChanges(service, family)) - before, 1);
  });

  test('throws the problems of the service', async () => {
    const display = createClient({ url: service.url, apiKey: displayKey });
    const error = await display.getPantry().catch((caught: unknown) => caught);
    ok(error instanceof ProblemError);
    deepStrictEqual([error.status, error.code, error.problem.scope], [403, 'missing-scope', 'pantry:read']);
    const stranger = createClient({ url: service.url, apiKey: 'wf_nobody' });
    await rejects(stranger.getCurrentMealPlan(), { status: 401, code: 'invalid-api-key' });
  });

  test('is tested here with every operation', () => {
    const source = readFileSync(import.meta.filename, 'utf8');
    const untested = Object.keys(OPERATIONS).filter((name) => !source.includes(`await client.${name}(`));
    deepStrictEqual(untested, []);
  });
});
