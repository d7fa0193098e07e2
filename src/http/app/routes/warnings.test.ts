/** Warnings about meals: a disliked food group means each of its foods, in recipes and in typed text. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signUp, startService } from '#test/support/service.ts';

const service = await startService({ after, before });

test('warns about all foods of a group that an eater never eats, and names the group', async () => {
  const { browser } = await signUp(service);
  const { version, wishes } = (await browser.call('GET', '/app/api/wishes')).body;
  const dislikes = [
    { foodId: 'group:mushrooms', isHard: true },
    { foodId: 'group:fish', isHard: false },
  ];
  const eaters = [{ id: 'mia', name: 'Mia', diets: [], allergens: [], dislikes }];
  await browser.call('PUT', '/app/api/wishes', { version, wishes: { ...wishes, eaters } });

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
  const { version, wishes } = (await browser.call('GET', '/app/api/wishes')).body;
  const dislikes = [{ foodId: 'beetroot', isHard: true }];
  const eaters = [{ id: 'mia', name: 'Mia', diets: [], allergens: [], dislikes }];
  await browser.call('PUT', '/app/api/wishes', { version, wishes: { ...wishes, eaters } });
  const meals = [{ description: 'Soup', recipeId: 'quick-borscht' }];
  const { body } = await browser.call('POST', '/app/api/warnings', { meals });
  deepStrictEqual(Object.keys(body.warnings), ['quick-borscht']);
  const { nutrition } = (await browser.call('GET', '/app/api/nutrition?recipes=quick-borscht')).body;
  deepStrictEqual(Object.keys(nutrition), ['quick-borscht']);
});
