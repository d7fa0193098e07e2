/** What is inferred about recipes that families have written. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { fillsSlot, type Recipe } from '#domain/recipe/recipe.ts';
import { SEASONS } from '#domain/week/season.ts';
import { type Dish, dishOf } from './dish.ts';

const foods = getFoods();

function own(title: string, ...lines: string[]): Dish {
  const recipe: Recipe = {
    id: 'own',
    title,
    servings: 1,
    activeMinutes: 20,
    totalMinutes: 30,
    meals: ['dinner'],
    course: 'main',
    cuisine: '',
    protein: '',
    season: SEASONS,
    keeps: false,
    ingredients: lines.map((line) => parseIngredientLine(line, foods)),
    steps: [],
  };
  return dishOf(recipe, foods);
}

const titles: [string, Dish['form']][] = [
  ['Chicken noodle soup', 'soup'],
  ['Kartoffelsuppe', 'soup'],
  ['Nudelsalat', 'salad'],
  ['Chilli con carne', 'stew'],
  ['Vegetable lasagne', 'bake'],
  ['Gemüseauflauf', 'bake'],
  ['Spaghetti bolognese', 'pasta'],
  ['Fish tacos', 'wrap'],
  ['Mushroom risotto', 'rice'],
  ['Pancakes', 'pancakes'],
  ['What Grandmother cooked', ''],
];
for (const [title, form] of titles) {
  test(`the form of "${title}" is ${form || 'unknown'}`, () => {
    strictEqual(own(title).form, form);
  });
}

const starches: [string, string[], Dish['starch']][] = [
  ['the one with the most grams', ['200 g potatoes', '60 g rice'], 'potatoes'],
  ['none for a little of it', ['30 g rice'], ''],
  ['none for rice vinegar', ['100 ml rice vinegar'], ''],
  ['pasta', ['100 g spaghetti'], 'pasta'],
  ['sweet potatoes, which are no potatoes', ['200 g sweet potatoes'], 'sweet-potatoes'],
];
for (const [what, lines, starch] of starches) {
  test(`the starch of an own recipe: ${what}`, () => {
    strictEqual(own('Dinner', ...lines).starch, starch);
  });
}

const kinds: [string, string[], Dish['mainKind']][] = [
  ['meat', ['150 g minced beef', '100 g spaghetti'], 'meat'],
  ['fish', ['150 g salmon fillet'], 'fish'],
  ['a little bacon', ['10 g bacon', '200 g potatoes'], 'plants'],
  ['fish sauce as a seasoning', ['1 tsp fish sauce', '100 g rice'], 'plants'],
  ['vegetables', ['200 g potatoes', '2 eggs'], 'plants'],
];
for (const [what, lines, mainKind] of kinds) {
  test(`a recipe with ${what} counts as ${mainKind}`, () => {
    strictEqual(own('Dinner', ...lines).mainKind, mainKind);
  });
}

test('the main food gives the most protein and is no staple', () => {
  strictEqual(
    own('Dinner', '150 g chicken breast', '100 g rice', '1 tbsp olive oil').mainFood,
    'chicken-breast',
  );
  strictEqual(own('Dinner').mainFood, '');
});

function freshDays(line: string): number {
  return own('Dinner', line, '200 g potatoes').freshDays;
}

test('fresh meat and fish keep for a few days, others do not matter', () => {
  ok(freshDays('150 g salmon fillet') <= 3);
  ok(freshDays('150 g minced beef') <= 3);
  strictEqual(freshDays('50 g bacon'), Infinity);
  strictEqual(freshDays('1 lettuce'), Infinity);
});

test('what cannot be inferred is unknown', () => {
  const { dishFamily, isForChildren, isFamiliar, freezes } = own('Lasagne', '100 g spaghetti');
  deepStrictEqual([dishFamily, isForChildren, isFamiliar, freezes], ['', undefined, undefined, false]);
});

test('recipes of the book say what they are', () => {
  for (const recipe of getRecipes().recipes) {
    const { form, starch, mainFood, dishFamily, freezes } = dishOf(recipe, foods);
    deepStrictEqual(
      [form, starch, mainFood, dishFamily, freezes],
      [recipe.form, recipe.starch, recipe.mainFood, recipe.dishFamily, recipe.freezes],
    );
  }
});

test('the inferred form of most recipes of the book is the one that they say', () => {
  const { recipes } = getRecipes();
  const inferred = recipes.map(({ title, form }) => ({ form, found: own(title).form }));
  const known = inferred.filter(({ found }) => found !== '');
  ok(known.length > recipes.length / 3, `${known.length} of ${recipes.length}`);
  ok(known.filter(({ form, found }) => form === found).length > 0.6 * known.length);
});

test('a dish with sugar and without vegetables, meat and fish is sweet', () => {
  strictEqual(own('Milchreis', '80 g rice', '250 ml milk', '20 g sugar').isSweet, true);
  strictEqual(own('Tomato sauce', '400 g tomatoes', '10 g sugar').isSweet, false);
  strictEqual(own('Honey chicken', '200 g chicken breast', '20 g honey').isSweet, false);
  strictEqual(own('Macaroni cheese', '100 g macaroni', '60 g cheddar', '2 g sugar').isSweet, false);
});

test('few main meals of the book are sweet', () => {
  const sweet = getRecipes()
    .recipes.filter((recipe) => fillsSlot(recipe, 'lunch') || fillsSlot(recipe, 'dinner'))
    .filter((recipe) => dishOf(recipe, foods).isSweet);
  deepStrictEqual(sweet.map(({ id }) => id).toSorted(), [
    'kaiserschmarrn',
    'lazy-quark-dumplings',
    'rice-pudding-with-cherries',
  ]);
});
