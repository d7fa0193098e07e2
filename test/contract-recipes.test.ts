/** Reads of recipes and shopping lists through the public API, on both databases. */
import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { addRecipe, changeRecipe, removeRecipe } from '#actions/recipe/recipes.ts';
import { RECIPE } from './support/world.ts';
import { accepted } from './support/accepted.ts';
import { callApi, makeApiFamily, NEXT_WEEK, NOW, THIS_WEEK } from './support/api-family.ts';
import { type Service, startService } from './support/service.ts';
import { ONE_KIND } from './support/store.ts';
import { until } from './support/until.ts';

const RECIPES = '/api/recipes/v1';
const CURRENT = '/api/shopping-lists/v1/current';
const NEXT = '/api/shopping-lists/v1/next';
const LD = 'application/ld+json';

async function makeFamilyWithRecipe(service: Service, options: { premium?: string } = {}) {
  const apiFamily = await makeApiFamily(service, options);
  const own = accepted(await addRecipe(apiFamily.context, apiFamily.family, RECIPE));
  return { ...apiFamily, own, path: `${RECIPES}/${own.id}` };
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read any JSON response
const bodyOf = async (response: Response): Promise<any> => response.json();

for (const kind of ONE_KIND) {
  describe(`recipes and lists of the public API on ${kind}`, () => {
    test('returns recipes of the family and of the cookbook with exactly the specified fields', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { key, path, own } = await makeFamilyWithRecipe(service);
      const { data } = await bodyOf(await callApi(service, path, key));
      const { nutrition, ...rest } = data;
      deepStrictEqual(rest, {
        id: own.id,
        title: RECIPE.title,
        servings: 4,
        activeMinutes: 15,
        totalMinutes: 40,
        ingredients: [
          { text: '250 g red lentils', food: 'red-lentil', amount: 250, unit: 'g' },
          { text: '2 onions, diced', food: 'onion', amount: 2, unit: 'piece', preparation: 'diced' },
          { text: '1 l water', food: 'water', amount: 1, unit: 'l' },
          { text: 'salt to taste', food: 'salt', preparation: 'to taste' },
        ],
        steps: RECIPE.steps,
        meals: RECIPE.meals,
        course: 'main',
        cuisine: RECIPE.cuisine,
        protein: RECIPE.protein,
        keeps: RECIPE.keeps,
        isOwn: true,
        photo: null,
        allergens: { contains: [], mayContain: [], notSure: [] },
        diets:
          'vegetarian vegan pescatarian no-pork no-alcohol gluten-free dairy-free halal-style kosher-style'.split(
            ' ',
          ),
        isComplete: true,
      });
      ok(nutrition.energyKcal > 200 && nutrition.isAtLeast === false);
      deepStrictEqual(nutrition.atLeast, ['saltG'], 'salt to taste');
      const cookbook = await bodyOf(await callApi(service, `${RECIPES}/shakshuka`, key));
      deepStrictEqual(Object.keys(cookbook.data), Object.keys(data));
    });

    test('returns JSON-LD only if the Accept header prefers it', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { key, path } = await makeFamilyWithRecipe(service);
      const typeOf = async (accept: string | undefined) => {
        const response = await callApi(
          service,
          path,
          key,
          accept === undefined ? {} : { headers: { accept } },
        );
        strictEqual(response.status, 200);
        strictEqual(response.headers.get('vary'), 'X-API-Key, Accept');
        return (response.headers.get('content-type') ?? '').split(';')[0];
      };
      for (const accept of [
        LD,
        `text/html, ${LD};q=0.9`,
        `${LD}, */*;q=0.1`,
        `${LD}, application/json;q=0.9`,
      ]) {
        strictEqual(await typeOf(accept), LD, accept);
      }
      for (const accept of [
        undefined,
        '*/*',
        'application/json',
        `${LD};q=0`,
        `application/json, ${LD};q=0.5`,
        'nonsense',
      ]) {
        strictEqual(await typeOf(accept), 'application/json', String(accept));
      }
      const response = await callApi(service, path, key, { headers: { accept: LD } });
      const body = await bodyOf(response);
      deepStrictEqual(
        [body['@context'], body['@type'], body.name, body.totalTime, body.recipeYield],
        ['https://schema.org', 'Recipe', RECIPE.title, 'PT40M', '4 servings'],
      );
      deepStrictEqual(body.recipeIngredient, RECIPE.ingredients);
      // Salt to taste: the sodium is unknown, and schema.org has no "at least".
      ok(/^\d+ kcal$/.test(body.nutrition.calories) && !('sodiumContent' in body.nutrition));
      const plain = await callApi(service, path, key);
      notStrictEqual(response.headers.get('etag'), plain.headers.get('etag'));
      const seen = { accept: LD, 'if-none-match': response.headers.get('etag') ?? '' };
      strictEqual((await callApi(service, path, key, { headers: seen })).status, 304);
      strictEqual((await callApi(service, CURRENT, key)).headers.get('vary'), 'X-API-Key');
    });

    test('returns the same 404 for an unknown recipe, another family’s recipe and a malformed id', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const [one, two] = [await makeFamilyWithRecipe(service), await makeFamilyWithRecipe(service)];
      const bodies = new Set<string>();
      for (const id of [
        'no-such-recipe',
        two.own.id,
        '%00',
        'a%2Fb',
        'x'.repeat(500),
        '..%2f',
        "'--",
        'constructor',
      ]) {
        const response = await callApi(service, `${RECIPES}/${id}`, one.key);
        strictEqual(response.status, 404, id);
        strictEqual(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
        ok(response.headers.has('ratelimit'));
        bodies.add(await response.text());
      }
      strictEqual(bodies.size, 1);
      for (let round = 0; round < 2; round += 1)
        strictEqual((await callApi(service, two.path, two.key)).status, 200);
      strictEqual(
        (await callApi(service, two.path, one.key)).status,
        404,
        'also if it is cached for the other family',
      );
      for (const path of [`${RECIPES}/`, `${one.path}/`, `${one.path}/more`]) {
        strictEqual((await callApi(service, path, one.key)).status, 404, path);
      }
    });

    test('returns 401, 402, 405, 429 and 304 as for plans, and responds to HEAD and preflight requests', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW, config: { rateLimitPerMinute: 5 } });
      const { path } = await makeFamilyWithRecipe(service);
      const paths = [`${RECIPES}/shakshuka`, path, CURRENT, NEXT];
      const withoutPremium = await makeFamilyWithRecipe(service, { premium: 'none' });
      for (const each of paths) {
        for (const key of [undefined, 'nonsense'])
          strictEqual((await callApi(service, each, key)).status, 401, each);
        strictEqual((await callApi(service, each, withoutPremium.key)).status, 402, each);
        strictEqual((await callApi(service, each, withoutPremium.key, { method: 'POST' })).status, 405, each);
        strictEqual((await callApi(service, each, undefined, { method: 'OPTIONS' })).status, 204, each);
      }
      for (const each of ['shakshuka', 'own', CURRENT, NEXT]) {
        const { key, own, setPlan } = await makeFamilyWithRecipe(service);
        await setPlan(THIS_WEEK, { Monday: { dinner: { description: 'Soup', recipeId: own.id } } });
        const read =
          each === 'own' ? `${RECIPES}/${own.id}` : each === 'shakshuka' ? `${RECIPES}/${each}` : each;
        const get = await callApi(service, read, key);
        const head = await callApi(service, read, key, { method: 'HEAD' });
        strictEqual(await head.text(), '');
        for (const name of ['content-type', 'content-length', 'etag', 'vary']) {
          strictEqual(head.headers.get(name), get.headers.get(name), `${name} of ${each}`);
        }
        const seen = { 'If-None-Match': get.headers.get('etag') ?? '' };
        strictEqual((await callApi(service, read, key, { headers: seen })).status, 304, each);
        for (let more = 0; more < 2; more += 1)
          strictEqual((await callApi(service, read, key)).status, 200, each);
        strictEqual((await callApi(service, read, key)).status, 429, each);
      }
    });

    test('serves a changed recipe and its list at once, and a plan without a deleted recipe', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { context, family, key, own, path, setPlan } = await makeFamilyWithRecipe(service);
      await setPlan(THIS_WEEK, { Monday: { dinner: { description: 'Soup', recipeId: own.id } } });
      const text = async (each: string) => (await callApi(service, each, key)).text();
      for (let round = 0; round < 2; round += 1) {
        match(await text(path), /red lentils/);
        match(await text(CURRENT), /red lentils/);
      }
      const source = { ...RECIPE, ingredients: ['300 g green peas'] };
      accepted(await changeRecipe(context, family, { ...own, source }));
      match(await text(path), /green peas/);
      ok(!/lentils/.test(await text(CURRENT)) && /peas/.test(await text(CURRENT)));
      accepted((await removeRecipe(context, family, own.id)) ?? {});
      strictEqual((await callApi(service, path, key)).status, 404);
      match(await text('/api/meal-plans/v1/current'), /"dinner":\{"description":"Soup"\}/);
    });

    test('returns the lists of this and the next week by aisle, and null without a plan', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW });
      const { context, family, key, own, setPlan } = await makeFamilyWithRecipe(service);
      strictEqual(await (await callApi(service, CURRENT, key)).text(), '{"data":null}');
      await setPlan(NEXT_WEEK, { Friday: { dinner: { description: 'Soup night', recipeId: own.id } } });
      strictEqual(await (await callApi(service, CURRENT, key)).text(), '{"data":null}');
      await applyListOperations(context, family, NEXT_WEEK, [
        { opId: 'operation-1', kind: 'add', text: 'candles' },
        { opId: 'operation-2', kind: 'tick', itemId: 'added:operation-1', bought: {} },
      ]);
      const { data } = await bodyOf(await callApi(service, NEXT, key));
      strictEqual(data.weekOf, '2026-11-16T00:00:00.000Z');
      const soup = { day: 'Friday', slot: 'dinner', description: 'Soup night' };
      deepStrictEqual(data.aisles, [
        {
          aisle: 'legumes',
          items: [
            {
              id: 'food:red-lentil',
              name: 'red lentils',
              foodId: 'red-lentil',
              isTicked: false,
              buy: [{ packs: 1, amount: 500, unit: 'g' }],
              for: [soup],
            },
          ],
        },
        {
          aisle: 'other',
          items: [
            {
              id: 'added:operation-1',
              name: 'candles',
              isTicked: true,
              buy: [],
              for: [{ description: 'candles' }],
            },
          ],
        },
      ]);
      deepStrictEqual(data.probablyAtHome.map(({ id }: { id: string }) => id).toSorted(), [
        'food:onion',
        'food:salt',
      ]);
    });

    test('caches plans, lists and recipes at the same time', async (t) => {
      const service = await startService(t, { kind, nowMs: NOW, config: { rateLimitPerMinute: 0 } });
      const { key, path, setPlan } = await makeFamilyWithRecipe(service);
      await setPlan(THIS_WEEK, { Monday: { dinner: { description: 'Soup' } } });
      const reads = ['/api/meal-plans/v1/current', '/api/meal-plans/v1/next', CURRENT, NEXT, path];
      const misses = async () => {
        const text = await (await fetch(`${service.url}/metrics`)).text();
        return Number(/cache_misses_total (\d+)/.exec(text)?.[1]);
      };
      // On a busy machine a change notification may arrive late; the next read is then a cache miss.
      await until('all reads are served from the cache', async () => {
        const before = await misses();
        for (const read of reads) await callApi(service, read, key);
        return (await misses()) === before;
      });
    });
  });
}
