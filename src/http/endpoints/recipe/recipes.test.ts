/** Recipes of the cookbook in the language of the request, and dishes that have a former id. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ResponseOf } from '#http/app-api.ts';
import { putMeal } from '#actions/plan/plans.ts';
import { setPremium } from '#actions/account/families.ts';
import { makeApiFamily, callApi, NOW, THIS_WEEK } from '#test/support/api-family.ts';
import { type AppClient, sendEdits, signUp, startService } from '#test/support/service.ts';

type RecipesResponse = ResponseOf<'GET /app/api/recipes'>;

const SOUP = {
  title: 'Soup',
  servings: 4,
  activeMinutes: 10,
  totalMinutes: 30,
  meals: ['dinner'],
  cuisine: '',
  protein: '',
  keeps: false,
  ingredients: ['For the soup:', '1 l water', '2 onions'],
  steps: ['Cook it.'],
};

const service = await startService({ after, before }, { nowMs: NOW, config: { premium: 'everyone' } });

async function titlesOf(browser: AppClient, search: string, language: string): Promise<string[]> {
  const query = new URLSearchParams({ search, language, limit: '100' });
  const { status, body } = await browser.call('GET', `/app/api/recipes?${query.toString()}`);
  strictEqual(status, 200, JSON.stringify(body));
  return (body as RecipesResponse).recipes.map(({ title }) => title);
}

describe('the cookbook in German', async () => {
  const { browser } = await signUp(service);
  const read = async (path: string) => (await browser.call('GET', `/app/api/recipes/${path}`)).body.recipe;

  const found: [search: string, title: RegExp][] = [
    ['Kartoffelpuffer', /^Kartoffelpuffer mit /],
    ['Linsen', /Linsen/],
    ['Hähnchen', /^Hähnchen/],
    ['potato pancakes', /^Kartoffelpuffer mit /],
    ['suppe', /\p{Ll}suppe/u],
  ];
  for (const [search, title] of found) {
    test(`"${search}" finds a recipe`, async () => {
      const titles = await titlesOf(browser, search, 'de');
      ok(
        titles.some((shown) => title.test(shown)),
        titles.join(', '),
      );
    });
  }

  test('the list is sorted by German titles, page by page', async () => {
    const all: string[] = [];
    for (let after = ''; ;) {
      const path = `/app/api/recipes?language=de&limit=100${after && `&after=${after}`}`;
      const { body } = await browser.call('GET', path);
      all.push(...(body as RecipesResponse).recipes.map(({ title }) => title));
      if (body.next === null) break;
      after = body.next;
    }
    strictEqual(new Set(all).size, all.length);
    ok(all.some((title) => title.startsWith('Ä')) && all.length > 400);
    const first = all.map((title) => title.normalize('NFKD').charAt(0).toLowerCase());
    deepStrictEqual(first, first.toSorted());
  });

  test('a recipe has German lines and steps, and the figures of the English one', async () => {
    const [german, english] = [
      await read('spaghetti-bolognese?language=de&servings=8'),
      await read('spaghetti-bolognese?servings=8'),
    ];
    const lines = german.ingredients.map(({ shown }: { shown: string }) => shown);
    ok(lines.includes('4 EL Olivenöl') && lines.includes('4 Zehen Knoblauch, zerdrückt'), lines.join('\n'));
    match(german.steps[0], /^Das Olivenöl in einem weiten Topf erhitzen\./);
    for (const figure of ['nutrition', 'cost', 'allergens', 'diets', 'isComplete', 'cuisine', 'season'])
      deepStrictEqual(german[figure], english[figure], figure);
    ok(german.ingredients.every((line: object) => !('question' in line)));
  });

  test('a variant and what the book knows are shown, in both languages', async () => {
    const [german, english] = [
      await read('spaghetti-bolognese?language=de&servings=2'),
      await read('spaghetti-bolognese'),
    ];
    strictEqual(german.variant.title, 'mit Linsen');
    deepStrictEqual(german.variant.ingredients.slice(1), [
      '125 ml Gemüsebrühe',
      '20 g vegetarischer Hartkäse, gerieben',
    ]);
    deepStrictEqual(german.variant.without, ['Rinderhackfleisch', 'Rinderbrühe', 'Parmesankäse']);
    match(german.variant.step, /^Das Anbraten entfällt/);
    strictEqual(english.variant.title, 'with lentils');
    // The step that fries the mince.
    match(english.steps[english.variant.atStep], /mince/);
    strictEqual(german.variant.atStep, english.variant.atStep);
    strictEqual(english.variant.ingredients[1], '250 ml vegetable stock');
    ok(german.variant.diets.includes('vegetarian') && !german.diets.includes('vegetarian'));
    const { freezes, isForChildren, isForLunchbox } = german;
    deepStrictEqual([freezes, isForChildren, isForLunchbox], [true, true, true]);
    ok(!('formerIds' in german) && !('dishFamily' in german));
  });

  test('the amounts are for those who get the dish and those who get its variant', async () => {
    const recipe = await read('chicken-katsu-with-cabbage?servings=4&variantServings=1');
    const amounts = recipe.ingredients.map(
      ({ shown, forServings }: { shown: string; forServings?: number }) => [shown, forServings],
    );
    const of = (food: string) => amounts.find(([shown]: [string]) => shown.includes(food));
    deepStrictEqual(of('chicken'), ['375 g chicken breasts', 3]);
    deepStrictEqual(of('rice'), ['280 g Japanese rice', undefined]);
    match(recipe.variant.ingredients[0], /^125 g firm tofu/);
    strictEqual(recipe.variant.servings, 1);
    // Everyone gets the variant: the lines of the dish are for nobody.
    const all = await read('chicken-katsu-with-cabbage?servings=2&variantServings=5');
    deepStrictEqual([all.variant.servings, all.variant.ingredients[0].slice(0, 5)], [2, '250 g']);
    strictEqual(
      all.ingredients.find(({ text }: { text: string }) => text.includes('chicken')).forServings,
      0,
    );
    // Without a meal, all lines are for all servings.
    const plain = await read('chicken-katsu-with-cabbage');
    ok(!('servings' in plain.variant) && plain.variant.ingredients[0].startsWith('500 g'));
    ok(!plain.ingredients.some((line: object) => 'forServings' in line));
  });

  test('a copy is in the language of the page', async () => {
    const path = '/app/api/recipes/spaghetti-bolognese/copy?language=de';
    const { status, body } = await browser.call('POST', path);
    strictEqual(status, 200, JSON.stringify(body));
    strictEqual(body.recipe.source.ingredients[0], '2 EL Olivenöl');
    strictEqual(body.recipe.source.cuisine, 'Italian');
    strictEqual((await read(`${body.recipe.id}?language=en`)).steps.length, body.recipe.steps.length);
  });

  test('an own recipe is shown as it was typed', async () => {
    const source = { title: 'Suppe', servings: 2, activeMinutes: 1, totalMinutes: 1, meals: ['lunch'] };
    const lines = { cuisine: '', protein: '', keeps: false, ingredients: ['2 onions'], steps: ['Cook.'] };
    const { body } = await browser.call('POST', '/app/api/recipes', { ...source, ...lines });
    const { ingredients } = await read(`${body.recipe.id}?language=de&servings=3`);
    strictEqual(ingredients[0].shown, '3 onions');
  });

  test('a recipe is a file for other apps, of the cookbook in the language of the page', async () => {
    const file = (id: string, query: string) => browser.call('GET', `/app/api/recipes/${id}/file?${query}`);
    const book = await file('spaghetti-bolognese', 'format=json-ld&language=de');
    deepStrictEqual(
      [book.headers.get('content-type'), book.headers.get('content-disposition')],
      ['application/ld+json; charset=utf-8', 'attachment; filename="recipe.json"'],
    );
    deepStrictEqual([book.body.inLanguage, book.body.recipeIngredient[0]], ['de', '2 EL Olivenöl']);
    const { body: added } = await browser.call('POST', '/app/api/recipes', SOUP);
    const own = await file(added.recipe.id, 'format=cooklang');
    strictEqual(own.headers.get('content-disposition'), 'attachment; filename="recipe.cook"');
    match(own.body, /^---\ntitle: Soup\n[^]*== For the soup ==\n\n@water\{1%l\},\n@onions\{2\}\n/);
    strictEqual((await file(added.recipe.id, 'format=pdf')).status, 400);
    strictEqual((await file('no-such-recipe', 'format=cooklang')).status, 404);
  });

  test('a language without translations is refused', async () => {
    strictEqual((await browser.call('GET', '/app/api/recipes?language=fr')).status, 400);
  });

  test('a proposal and its alternatives have German titles', async () => {
    const week = '2026-11-16';
    const propose = async (language: string) => {
      const path = `/app/api/weeks/${week}/proposal?language=${language}`;
      const { status, body } = await browser.call('POST', path, {});
      strictEqual(status, 200, JSON.stringify(body));
      return body.proposal.meals as { day: string; slot: string; recipeId: string; title: string }[];
    };
    const [german, english] = [await propose('de'), await propose('en')];
    deepStrictEqual(
      german.map(({ recipeId }) => recipeId),
      english.map(({ recipeId }) => recipeId),
    );
    for (const { recipeId, title } of german)
      strictEqual(title, (await read(`${recipeId}?language=de`)).title);
    const meals = german.map(({ day, slot, recipeId }) => ({ day, slot, recipeId }));
    const { body } = await browser.call('POST', `/app/api/weeks/${week}/alternatives?language=de`, {
      place: { day: 'Monday', slot: 'dinner' },
      meals,
    });
    ok(body.alternatives.length > 0);
    for (const { recipeId, title } of body.alternatives)
      strictEqual(title, (await read(`${recipeId}?language=de`)).title);
  });
});

describe('a dish that was merged into another', async () => {
  const [FORMER, CURRENT] = ['shakshuka-with-feta', 'shakshuka'];
  const { browser } = await signUp(service);
  const place = { week: THIS_WEEK, day: 'Monday', slot: 'dinner' };
  const meal = { description: 'Shakshuka with feta', recipeId: FORMER, servings: 4 };
  const saveEaters = async () => {
    const { version, preferences } = (await browser.call('GET', '/app/api/preferences')).body;
    const mia = { id: 'mia', name: 'Mia', diets: [], allergens: ['eggs'], dislikes: [] };
    const body = { version, preferences: { ...preferences, eaters: [mia] } };
    const reply = await browser.call('PUT', '/app/api/preferences', body);
    strictEqual(reply.status, 200, JSON.stringify(reply.body));
  };
  const stars = async () => (await browser.call('GET', '/app/api/stars')).body.stars.mia;
  const giveStars = async (recipeId: string, count: number | null) => {
    const body = { eaterId: 'mia', recipeId, stars: count };
    const reply = await browser.call('PUT', '/app/api/stars', body);
    strictEqual(reply.status, 204, JSON.stringify(reply.body));
  };

  test('its page shows the dish', async () => {
    const { status, body } = await browser.call('GET', `/app/api/recipes/${FORMER}?language=de`);
    strictEqual(status, 200);
    deepStrictEqual([body.recipe.id, body.recipe.title], [CURRENT, 'Shakshuka']);
  });

  test('a plan keeps the former id and its description; list, nutrition and warnings use the dish', async () => {
    await saveEaters();
    await sendEdits(browser, [{ ...place, before: null, after: meal }]);
    const { plan } = (await browser.call('GET', `/app/api/plans/${THIS_WEEK}`)).body;
    deepStrictEqual(plan.meals.Monday.dinner, meal);
    const { list } = (await browser.call('GET', `/app/api/lists/${THIS_WEEK}?language=de`)).body;
    ok(JSON.stringify(list).includes('"foodId":"egg"'));
    const { nutrition } = (await browser.call('GET', `/app/api/nutrition?recipes=${FORMER}`)).body;
    ok(nutrition[FORMER].energyKcal > 100);
    const meals = [{ description: 'x', recipeId: FORMER }];
    const { warnings } = (await browser.call('POST', '/app/api/warnings', { meals })).body;
    strictEqual(warnings[FORMER][0].eaterId, 'mia');
  });

  test('stars for the former id count for the dish', async () => {
    await giveStars(FORMER, 4);
    deepStrictEqual(await stars(), { [CURRENT]: 4 });
    await giveStars(CURRENT, 2);
    deepStrictEqual(await stars(), { [CURRENT]: 2 });
    await giveStars(FORMER, null);
    strictEqual((await stars())?.[CURRENT], undefined);
  });

  test('stars that were stored under the former id count until somebody gives others', async () => {
    const { family } = (await browser.call('GET', '/app/api/me')).body;
    const values = { family_id: family.id, eater_id: 'mia', recipe_id: FORMER, stars: 5 };
    await service.store.db.transaction().execute((tx) => tx.insertInto('stars').values(values).execute());
    deepStrictEqual(await stars(), { [CURRENT]: 5 });
    await giveStars(CURRENT, 1);
    deepStrictEqual(await stars(), { [CURRENT]: 1 });
    await giveStars(CURRENT, null);
    strictEqual((await stars())?.[CURRENT], undefined);
  });

  test('the public API returns the dish in English, and the plan with the former id', async () => {
    const { key, family, context } = await makeApiFamily(service);
    await setPremium(context, family, 'forever');
    const response = await callApi(service, `/api/recipes/v1/${FORMER}`, key);
    strictEqual(response.status, 200);
    const { data } = (await response.json()) as { data: { id: string; title: string } };
    deepStrictEqual([data.id, data.title], [CURRENT, 'Shakshuka']);
    const target = { family, week: THIS_WEEK, version: 'any' } as const;
    await putMeal(context, target, { day: 'Monday', slot: 'dinner' }, meal);
    const plan = await callApi(service, '/api/meal-plans/v1/current', key);
    const { description, recipeId } = meal;
    match(await plan.text(), new RegExp(`"dinner":${JSON.stringify({ description, recipeId })}`));
  });
});

describe('what the source of an imported recipe says', async () => {
  const { browser } = await signUp(service);
  const about = {
    notes: ['Keeps well.'],
    source: 'https://soup.example/',
    nutrition: { calories: '200 kcal' },
  };
  const body = { ...SOUP, about };
  const own = (await browser.call('POST', '/app/api/recipes', body)).body.recipe;
  const save = async (sent: object, version: number) =>
    (await browser.call('PUT', `/app/api/recipes/${own.id}`, { ...sent, version })).body.recipe;

  test('is stored, survives a change by an app that does not know it, and is copied', async () => {
    deepStrictEqual(own.source, body);
    const changed = await save({ ...SOUP, title: 'Another soup' }, own.version);
    deepStrictEqual(changed.source, { ...body, title: 'Another soup' });
    const copy = (await browser.call('POST', `/app/api/recipes/${own.id}/copy`)).body.recipe;
    deepStrictEqual(copy.source.about, about);
    const emptied = await save({ ...SOUP, about: {} }, changed.version);
    deepStrictEqual(emptied.source.about, {});
  });

  const wrong: [field: string, about: object][] = [
    ['about.picture.address', { picture: { address: 'javascript:alert(1)' } }],
    ['about.language', { language: 'x'.repeat(40) }],
    [
      'about.nutrition',
      { nutrition: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [name(at), '1 g'])) },
    ],
    ['about.notes.0', { notes: [''] }],
  ];
  for (const [field, part] of wrong) {
    test(`${field} is refused`, async () => {
      const reply = await browser.call('POST', '/app/api/recipes', { ...SOUP, about: part });
      deepStrictEqual([reply.status, reply.body.errors[0].field], [400, field]);
    });
  }
});

/** Only letters. */
function name(at: number): string {
  return `n${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))}`;
}

describe('typing errors, tags and earlier meals', async () => {
  const { browser } = await signUp(service);
  const add = async (title: string) =>
    (await browser.call('POST', '/app/api/recipes', { ...SOUP, title })).body.recipe.id as string;
  const search = async (query: string) =>
    (await browser.call('GET', `/app/api/recipes?own=true&${query}`)).body;
  const oven = await add('Omas Ofenkartoffeln');
  const pie = await add('Shepherd’s pie');
  await add('Pie of the day');
  await browser.call('POST', '/app/api/recipe-notes', { recipeId: oven, addTags: ['Für Gäste'] });
  const friday = { description: 'Friday feast', recipeId: pie };
  const edit = { week: THIS_WEEK, day: 'Friday', slot: 'dinner', before: null, after: friday } as const;
  await sendEdits(browser, [edit]);

  const cases: [query: string, titles: string[]][] = [
    ['search=kartofel', ['Omas Ofenkartoffeln']],
    ['search=sheperds', ['Shepherd’s pie']],
    ['search=pie', ['Pie of the day', 'Shepherd’s pie']],
    ['search=gast', ['Omas Ofenkartoffeln']],
    ['search=gasste', ['Omas Ofenkartoffeln']],
    ['search=friday+feast', ['Shepherd’s pie']],
    ['search=fridey', ['Shepherd’s pie']],
    ['tag=f%C3%BCr+g%C3%A4ste', ['Omas Ofenkartoffeln']],
    ['tag=nothing', []],
    ['search=xqzvbn', []],
  ];
  for (const [query, expected] of cases) {
    test(`"${query}" finds ${expected.length}`, async () => {
      const { recipes } = (await search(query)) as RecipesResponse;
      deepStrictEqual(
        recipes.map(({ title }) => title),
        expected,
      );
    });
  }

  test('only a whole title is the same title', async () => {
    deepStrictEqual((await search('search=SHEPHERDS+pie')).sameTitle, []);
    deepStrictEqual((await search('search=shepherd%27s%20PIE')).sameTitle, [pie]);
    deepStrictEqual((await search('search=shepherd%27s%20pi')).sameTitle, []);
    deepStrictEqual((await search('search=%21')).sameTitle, []);
  });

  test('pages of matches with typing errors do not repeat', async () => {
    const first = await search('search=kartofeln&limit=1');
    deepStrictEqual([first.recipes.length, first.next], [1, null]);
    const { body } = await browser.call('GET', '/app/api/recipes?search=chiken&limit=2');
    const next = (await browser.call('GET', `/app/api/recipes?search=chiken&limit=2&after=${body.next}`))
      .body;
    const ids = [...body.recipes, ...next.recipes].map(({ id }: { id: string }) => id);
    strictEqual(new Set(ids).size, 4);
  });

  test('an earlier meal is found by its text', async () => {
    const { body } = await browser.call('GET', '/app/api/earlier-meals?search=freiday');
    deepStrictEqual(body.meals, [friday]);
  });
});
