import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, sampleCatalogue } from '#test/support/sample-foods.ts';
import { getFoods } from '#cookbook/foods.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import {
  type Figure,
  FIGURES,
  NOTHING_KNOWN,
  type Nutrition,
  nutritionOfDay,
  nutritionPerServing,
  sumNutrition,
} from './nutrition.ts';

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
    atLeast: [],
  });
});

/** All figures of the sample foods are the same, so the amount that a serving may have decides. */
const least: { line: string; atLeast: readonly Figure[] }[] = [
  { line: "1 jar of grandma's green sauce", atLeast: FIGURES },
  { line: 'potatoes', atLeast: FIGURES },
  { line: '1 bunch potatoes', atLeast: FIGURES },
  { line: 'parsley', atLeast: [] },
  { line: '1 bunch parsley', atLeast: [] },
  { line: 'For the sauce:', atLeast: [] },
  { line: 'baking parchment', atLeast: [] },
  { line: 'salt and potatoes', atLeast: FIGURES },
  { line: '100 g potatoes or onions', atLeast: [] },
  { line: '2 cups water', atLeast: [] },
];
for (const { line, atLeast } of least) {
  test(`"${line}" makes ${atLeast.length} figures lower bounds`, () => {
    const recipe = dish('p', 2, '400 g potatoes', line);
    deepStrictEqual(nutritionPerServing(recipe, sampleCatalogue).atLeast, atLeast);
  });
}

const REAL: { line: string; atLeast: readonly Figure[] }[] = [
  { line: 'salt to taste', atLeast: ['saltG'] },
  { line: 'salt and pepper', atLeast: ['saltG'] },
  { line: 'freshly ground black pepper', atLeast: [] },
  { line: 'a few sprigs of parsley', atLeast: [] },
  { line: 'some cinnamon', atLeast: [] },
  { line: 'Salz, Pfeffer, Muskat', atLeast: ['saltG'] },
  { line: 'oil for frying', atLeast: ['energyKcal', 'fatG'] },
  { line: 'butter, for greasing', atLeast: ['energyKcal', 'fatG'] },
  { line: 'sugar to taste', atLeast: ['energyKcal', 'carbohydrateG'] },
  { line: 'soy sauce, to serve', atLeast: ['proteinG', 'saltG'] },
  { line: 'vinegar to taste', atLeast: [] },
  { line: 'ice cubes', atLeast: [] },
  { line: '200 ml coconut milk', atLeast: ['fibreG'] },
  { line: '2 tbsp soy sauce (or tamari)', atLeast: [] },
  { line: 'my secret powder', atLeast: FIGURES },
];
for (const { line, atLeast } of REAL) {
  test(`with the real foods "${line}" makes ${atLeast.join(', ') || 'nothing'} a lower bound`, () => {
    const ingredients = [parseIngredientLine(line, getFoods())];
    deepStrictEqual(nutritionPerServing({ ingredients, servings: 4 }, getFoods()).atLeast, atLeast);
  });
}

test('is a lower bound for a recipe without lines', () => {
  deepStrictEqual(nutritionPerServing(dish('p', 2), sampleCatalogue), NOTHING_KNOWN);
  deepStrictEqual(nutritionPerServing(dish('p', 2, 'For the sauce:'), sampleCatalogue), NOTHING_KNOWN);
});

/** The sample foods without figures of fibre. */
function withoutFibre(carbohydrateG: number): FoodCatalogue {
  const find = (id: string) => {
    const food = sampleCatalogue.find(id);
    return food && { ...food, per100G: { ...food.per100G, carbohydrateG, fibreG: undefined } };
  };
  return { ...sampleCatalogue, find };
}

test('a missing figure of fibre makes only the fibre a lower bound, unless there can be next to none', () => {
  const { fibreG, atLeast } = nutritionPerServing(dish('p', 2, '400 g potatoes'), withoutFibre(20));
  deepStrictEqual([fibreG, atLeast], [0, ['fibreG']]);
  deepStrictEqual(nutritionPerServing(dish('p', 2, '400 g potatoes'), withoutFibre(0)).atLeast, []);
  deepStrictEqual(nutritionPerServing(dish('p', 2, '400 g butter'), withoutFibre(20)).atLeast, []);
  deepStrictEqual(nutritionPerServing(dish('p', 2, '5 g potatoes'), withoutFibre(20)).atLeast, []);
});

test('adds one serving of each meal of a day; an unknown meal makes it a lower bound', () => {
  const potatoes = nutritionPerServing(dish('p', 2, '400 g potatoes'), sampleCatalogue);
  const find = (id: string) => (id === 'p' ? potatoes : undefined);
  const [cooked, typed] = [{ description: 'P', recipeId: 'p' }, { description: 'Toast' }];
  deepStrictEqual(nutritionOfDay([cooked], find), potatoes);
  deepStrictEqual(nutritionOfDay([{ ...cooked, servings: 12, kind: 'leftovers' }], find), potatoes);
  strictEqual(nutritionOfDay([cooked, cooked], find)?.energyKcal, 400);
  deepStrictEqual(nutritionOfDay([typed, cooked], find), { ...potatoes, atLeast: FIGURES });
  strictEqual(nutritionOfDay([{ ...cooked, sides: [cooked, cooked] }], find)?.energyKcal, 600);
  const forMia = { ...cooked, eaterIds: ['mia'] };
  deepStrictEqual(nutritionOfDay([{ ...cooked, sides: [forMia] }], find), potatoes);
  const out = { ...cooked, kind: 'eating-out' as const };
  deepStrictEqual(nutritionOfDay([cooked, out], find), { ...potatoes, atLeast: FIGURES });
  deepStrictEqual(nutritionOfDay([cooked, { ...cooked, recipeId: 'gone' }], find)?.atLeast, FIGURES);
  for (const unknown of [[], [typed], [out], [{ ...cooked, recipeId: 'gone' }]]) {
    strictEqual(nutritionOfDay(unknown, find), undefined);
  }
});

test('adds figures; a lower bound makes the sum of this figure one', () => {
  const one = nutritionPerServing(dish('p', 2, '400 g potatoes'), sampleCatalogue);
  const all = sumNutrition([one, one, one]);
  deepStrictEqual([all.energyKcal, all.saltG, all.atLeast], [600, 6, []]);
  deepStrictEqual(sumNutrition([one, NOTHING_KNOWN]), { ...one, atLeast: FIGURES });
  deepStrictEqual(sumNutrition([NOTHING_KNOWN, one]), { ...one, atLeast: FIGURES });
  deepStrictEqual(sumNutrition([]).atLeast, []);
  const salty: Nutrition = { ...one, atLeast: ['saltG'] };
  deepStrictEqual(sumNutrition([{ ...one, atLeast: ['fibreG'] }, salty]).atLeast, ['fibreG', 'saltG']);
});
