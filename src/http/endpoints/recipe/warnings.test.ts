/** Warnings about meals: a disliked food group means each of its foods, in recipes and in typed text. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Meal } from '#domain/plan/plan.ts';
import { warningsOfMeal } from '#domain/preferences/warnings.ts';
import { signUp, startService } from '#test/support/service.ts';

const service = await startService({ after, before });

test('warns about all foods of a group that an eater never eats, and names the group', async () => {
  const { browser } = await signUp(service);
  const { version, preferences } = (await browser.call('GET', '/app/api/preferences')).body;
  const dislikes = [
    { foodId: 'group:mushrooms', isHard: true },
    { foodId: 'group:fish', isHard: false },
  ];
  const eaters = [{ id: 'mia', name: 'Mia', diets: [], allergens: [], dislikes }];
  await browser.call('PUT', '/app/api/preferences', { version, preferences: { ...preferences, eaters } });

  const meals = [
    { description: 'Risotto', recipeId: 'mushroom-risotto-with-lemon' },
    { description: 'Pfifferlinge auf Toast' },
    { description: 'Portobello burger' },
    { description: 'Lachs mit Reis' },
  ];
  const { status, body } = await browser.call('POST', '/app/api/warnings', { meals });
  strictEqual(status, 200);
  const reasons = [{ kind: 'disliked', food: { en: 'mushrooms', de: 'Pilze' } }];
  const warnings = [{ eaterId: 'mia', name: 'Mia', reasons }];
  deepStrictEqual(body.warnings, {
    'mushroom-risotto-with-lemon': warnings,
    'Pfifferlinge auf Toast': warnings,
    'Portobello burger': warnings,
  });
});

test('warns of a dish that a plan names by a former id', async () => {
  const { browser } = await signUp(service);
  const { version, preferences } = (await browser.call('GET', '/app/api/preferences')).body;
  const dislikes = [{ foodId: 'beetroot', isHard: true }];
  const eaters = [{ id: 'mia', name: 'Mia', diets: [], allergens: [], dislikes }];
  await browser.call('PUT', '/app/api/preferences', { version, preferences: { ...preferences, eaters } });
  const meals = [{ description: 'Soup', recipeId: 'quick-borscht' }];
  const { body } = await browser.call('POST', '/app/api/warnings', { meals });
  strictEqual(warningsOfMeal(meals[0] as Meal, body.warnings).length, 1);
  ok(Object.hasOwn(body.warnings, 'quick-borscht'));
  const { nutrition } = (await browser.call('GET', '/app/api/nutrition?recipes=quick-borscht')).body;
  deepStrictEqual(Object.keys(nutrition), ['quick-borscht']);
});

test('says separately whom the variant of a dish is for', async () => {
  const { browser } = await signUp(service);
  const { version, preferences } = (await browser.call('GET', '/app/api/preferences')).body;
  const eaters = [
    { id: 'mia', name: 'Mia', diets: ['vegetarian'], allergens: [], dislikes: [] },
    { id: 'ben', name: 'Ben', diets: [], allergens: ['soy'], dislikes: [] },
    { id: 'ada', name: 'Ada', diets: ['vegetarian'], allergens: ['eggs'], dislikes: [] },
  ];
  await browser.call('PUT', '/app/api/preferences', { version, preferences: { ...preferences, eaters } });
  // With chicken and eggs, and soy sauce; the variant with tofu.
  const recipeId = 'chicken-katsu-with-cabbage';
  const dish = { description: 'Katsu', recipeId };
  const { body } = await browser.call('POST', '/app/api/warnings', { meals: [dish] });
  const warned = (meal: Meal) => warningsOfMeal(meal, body.warnings).map(({ eaterId }) => eaterId);
  deepStrictEqual(warned(dish), ['mia', 'ben', 'ada']);
  const variant = { eaterIds: ['mia', 'ada'], servings: 2 };
  const atTable = warningsOfMeal({ ...dish, variant }, body.warnings);
  deepStrictEqual(
    atTable.map(({ eaterId, reasons }) => [eaterId, ...reasons]),
    [
      ['ben', { kind: 'contains', allergen: 'soy' }],
      ['ada', { kind: 'contains', allergen: 'eggs' }],
    ],
  );

  const german = await browser.call('POST', '/app/api/warnings?language=de', { meals: [dish] });
  deepStrictEqual(
    [body.variantNames.titles, german.body.variantNames.titles],
    [{ [recipeId]: 'with tofu' }, { [recipeId]: 'mit Tofu' }],
  );
  deepStrictEqual(german.body.variantNames.eaters, { mia: 'Mia', ben: 'Ben', ada: 'Ada' });
});

test('a recipe that is for all with its variant fits the family, never one with an allergen', async () => {
  const { browser } = await signUp(service);
  const search = async (query = '') =>
    (await browser.call('GET', `/app/api/recipes?search=katsu+cabbage&fits=true${query}`)).body.recipes;
  const setEaters = async (allergens: string[]) => {
    const { version, preferences } = (await browser.call('GET', '/app/api/preferences')).body;
    const eaters = [
      { id: 'mia', name: 'Mia', diets: ['vegetarian'], allergens: [], dislikes: [] },
      { id: 'ben', name: 'Ben', diets: [], allergens, dislikes: [] },
    ];
    await browser.call('PUT', '/app/api/preferences', { version, preferences: { ...preferences, eaters } });
  };
  await setEaters([]);
  const [english] = await search();
  deepStrictEqual(english.variantOffer, {
    title: 'with tofu',
    eaterIds: ['mia'],
    servings: 1,
    names: ['Mia'],
    warnings: [],
  });
  strictEqual((await search('&language=de'))[0].variantOffer.title, 'mit Tofu');
  const { recipe } = (await browser.call('GET', `/app/api/recipes/${english.id}?language=de`)).body;
  deepStrictEqual(recipe.variantOffer, { ...english.variantOffer, title: 'mit Tofu' });
  // Worcestershire sauce has fish; the variant has none, but it is cooked beside it.
  await setEaters(['fish']);
  deepStrictEqual(await search(), []);
});
