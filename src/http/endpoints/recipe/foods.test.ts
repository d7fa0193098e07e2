/** The names of foods and food groups, as pages that choose foods get them. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { NamedFood } from '#http/endpoints/recipe/foods.ts';
import { signUp, startService } from '#test/support/service.ts';

const service = await startService({ after, before });

async function readFoods(language: string): Promise<ResponseOf<'GET /app/api/foods'>> {
  const { browser } = await signUp(service);
  const { status, body } = await browser.call('GET', `/app/api/foods?language=${language}`);
  strictEqual(status, 200);
  return body;
}

function idsOf(named: readonly NamedFood[], name: string): string[] {
  return named.filter(({ names }) => names.includes(name)).map(({ id }) => id);
}

test('returns all food groups with their title, and all foods, in the language', async () => {
  const german = await readFoods('de');
  strictEqual(german.groups.length, getFoods().groups.length);
  strictEqual(german.foods.length, getFoods().foods.length);
  deepStrictEqual(idsOf(german.groups, 'Pilze'), ['group:mushrooms']);
  deepStrictEqual(idsOf(german.groups, 'Fisch'), ['group:fish']);
  deepStrictEqual(idsOf(german.groups, 'scharf'), ['group:spicy']);
  deepStrictEqual(idsOf(german.foods, 'Champignons'), ['mushroom']);
  strictEqual(german.groups.find(({ id }) => id === 'group:mushrooms')?.title, 'Alle Pilze');

  const english = await readFoods('en');
  deepStrictEqual(idsOf(english.groups, 'seafood'), ['group:seafood']);
  strictEqual(english.groups.find(({ id }) => id === 'group:mushrooms')?.title, 'All mushrooms');
  ok(idsOf(english.groups, 'Pilze').length === 0);
});
