import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, sampleCatalogue } from '#test/support/sample-foods.ts';
import { NOTHING_KNOWN, nutritionOfDay, nutritionPerServing, sumNutrition } from './nutrition.ts';

test('divides the nutrition of the foods by the servings', () => {
  const recipe = dish('pan', 4, '400 g potatoes', '2 onions', '1 large onion', '2 oz bacon');
  const { energyKcal } = nutritionPerServing(recipe, sampleCatalogue);
  strictEqual(Math.round(energyKcal * 100), Math.round(((400 + 200 + 150 + 56.69904625) / 4) * 100));
  deepStrictEqual(nutritionPerServing(dish('p', 2, '400 g potatoes'), sampleCatalogue), {
    energyKcal: 200,
    proteinG: 20,
    fatG: 10,
    carbohydrateG: 40,
    fibreG: 4,
    saltG: 2,
    isAtLeast: false,
  });
});

const least = [
  ['a line was not understood', "1 jar of grandma's green sauce"],
  ['a line has no amount', 'salt to taste'],
  ['an amount has no weight', '1 bunch parsley'],
] as const;
for (const [why, line] of least) {
  test(`is a lower bound if ${why}`, () => {
    const { energyKcal, isAtLeast } = nutritionPerServing(
      dish('p', 2, '400 g potatoes', line),
      sampleCatalogue,
    );
    deepStrictEqual([energyKcal, isAtLeast], [200, true]);
  });
}

test('is a lower bound for a recipe without lines', () => {
  deepStrictEqual(nutritionPerServing(dish('p', 2), sampleCatalogue), NOTHING_KNOWN);
});

test('is a lower bound with a missing figure', () => {
  const foods = {
    ...sampleCatalogue,
    find: (id: string) => {
      const food = sampleCatalogue.find(id);
      return food && { ...food, per100G: { ...food.per100G, fibreG: undefined } };
    },
  };
  const { fibreG, isAtLeast } = nutritionPerServing(dish('p', 2, '400 g potatoes'), foods);
  deepStrictEqual([fibreG, isAtLeast], [0, true]);
});

test('adds one serving of each meal of a day; an unknown meal makes it a lower bound', () => {
  const potatoes = nutritionPerServing(dish('p', 2, '400 g potatoes'), sampleCatalogue);
  const find = (id: string) => (id === 'p' ? potatoes : undefined);
  const [cooked, typed] = [{ description: 'P', recipeId: 'p' }, { description: 'Toast' }];
  deepStrictEqual(nutritionOfDay([cooked], find), potatoes);
  deepStrictEqual(nutritionOfDay([{ ...cooked, servings: 12, kind: 'leftovers' }], find), potatoes);
  strictEqual(nutritionOfDay([cooked, cooked], find)?.energyKcal, 400);
  deepStrictEqual(nutritionOfDay([typed, cooked], find), { ...potatoes, isAtLeast: true });
  const out = { ...cooked, kind: 'eating-out' as const };
  deepStrictEqual(nutritionOfDay([cooked, out], find), { ...potatoes, isAtLeast: true });
  deepStrictEqual(nutritionOfDay([cooked, { ...cooked, recipeId: 'gone' }], find)?.isAtLeast, true);
  for (const unknown of [[], [typed], [out], [{ ...cooked, recipeId: 'gone' }]]) {
    strictEqual(nutritionOfDay(unknown, find), undefined);
  }
});

test('adds figures; one lower bound makes the sum a lower bound', () => {
  const one = nutritionPerServing(dish('p', 2, '400 g potatoes'), sampleCatalogue);
  const all = sumNutrition([one, one, one]);
  deepStrictEqual([all.energyKcal, all.saltG, all.isAtLeast], [600, 6, false]);
  deepStrictEqual(sumNutrition([one, NOTHING_KNOWN]), { ...one, isAtLeast: true });
  deepStrictEqual(sumNutrition([NOTHING_KNOWN, one]), { ...one, isAtLeast: true });
  strictEqual(sumNutrition([]).isAtLeast, false);
});
