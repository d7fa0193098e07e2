import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, sampleCatalogue } from '#test/support/sample-foods.ts';
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { allergensOf, dietsOf, isFreeFrom, type Recipe } from './recipe.ts';
import { plainLine, withPreparation } from '#domain/ingredient-line/ingredient-line.ts';

function contains(recipe: Recipe): string[] {
  return [...allergensOf(recipe, sampleCatalogue).contains].toSorted();
}

test('contains the allergens of its foods, each once', () => {
  const recipe = dish(
    'pancakes',
    4,
    '200 g flour',
    '2 eggs',
    '300 ml milk',
    '1 tbsp butter',
    'salt to taste',
  );
  deepStrictEqual(contains(recipe), ['eggs', 'gluten', 'milk', 'wheat']);
  strictEqual(allergensOf(recipe, sampleCatalogue).isComplete, true);
});

test('fits the diets that none of its foods breaks', () => {
  const { fits, breaks } = dietsOf(
    dish('omelette', 2, '4 eggs', '1 onion', '1 tbsp olive oil'),
    sampleCatalogue,
  );
  deepStrictEqual([...breaks], ['vegan']);
  deepStrictEqual([...fits].toSorted(), [...DIETS].filter((diet) => diet !== 'vegan').toSorted());
});

test('pork breaks more than the diet that is named after it', () => {
  const { fits } = dietsOf(dish('pan', 2, '100 g bacon', '400 g potatoes'), sampleCatalogue);
  deepStrictEqual([...fits].toSorted(), ['dairy-free', 'gluten-free', 'no-alcohol']);
});

function isKosherStyle(...lines: string[]): boolean {
  return dietsOf(dish('stew', 2, ...lines), sampleCatalogue).fits.has('kosher-style');
}

test('meat with milk is not kosher-style, each alone is', () => {
  strictEqual(isKosherStyle('1 chicken', '400 g potatoes'), true);
  strictEqual(isKosherStyle('1 cup cream', '400 g potatoes'), true);
  strictEqual(isKosherStyle('1 chicken', '1 cup cream'), false);
  strictEqual(isKosherStyle('1 chicken', '1 tbsp olive oil or butter'), false);
  strictEqual(isKosherStyle('1 chicken', "1 jar of grandma's green sauce"), false);
});

test('claims no diet and no absence of an allergen with a line that was not understood', () => {
  const recipe = dish('riddle', 4, '400 g potatoes', "1 jar of grandma's green sauce");
  strictEqual(recipe.ingredients[1]?.understood, undefined);
  deepStrictEqual([...dietsOf(recipe, sampleCatalogue).fits], []);
  strictEqual(dietsOf(recipe, sampleCatalogue).isComplete, false);
  strictEqual(allergensOf(recipe, sampleCatalogue).isComplete, false);
  for (const allergen of ALLERGENS)
    strictEqual(isFreeFrom(recipe, allergen, sampleCatalogue), false, allergen);
});

test('returns the certain allergens and broken diets of an incomplete recipe', () => {
  const recipe = dish('riddle', 4, '100 g bacon', '1 cup cream', 'something else');
  deepStrictEqual(contains(recipe), ['milk']);
  deepStrictEqual([...dietsOf(recipe, sampleCatalogue).breaks].toSorted(), [
    'dairy-free',
    'halal-style',
    'kosher-style',
    'no-pork',
    'pescatarian',
    'vegan',
    'vegetarian',
  ]);
});

test('treats a food that the catalogue no longer has as not understood', () => {
  const recipe = dish('old', 4, '400 g potatoes');
  const [line] = recipe.ingredients;
  const gone = {
    ...recipe,
    ingredients: [{ text: 'x', understood: { ...line!.understood!, food: 'gone' } }],
  };
  strictEqual(allergensOf(gone, sampleCatalogue).isComplete, false);
  deepStrictEqual([...dietsOf(gone, sampleCatalogue).fits], []);
});

const mentioned = [
  { preparation: 'or butter', allergen: 'milk' },
  { preparation: 'softened, plus extra flour for the tin', allergen: 'wheat' },
  { preparation: 'dipped in Egg', allergen: 'eggs' },
  { preparation: 'with chopped almonds', allergen: 'nuts' },
] as const;
for (const { preparation, allergen } of mentioned) {
  test(`a food that is only mentioned counts: ${preparation}`, () => {
    const understood = withPreparation(plainLine('potato'), preparation, sampleCatalogue);
    const recipe = { ingredients: [{ text: '', understood }] };
    strictEqual(allergensOf(recipe, sampleCatalogue).contains.has(allergen), true);
    strictEqual(isFreeFrom(recipe, allergen, sampleCatalogue), false);
    strictEqual(
      dietsOf(recipe, sampleCatalogue).fits.has('vegan'),
      allergen === 'wheat' || allergen === 'nuts',
    );
  });
}

test('claims nothing for a recipe without lines', () => {
  strictEqual(isFreeFrom({ ingredients: [] }, 'milk', sampleCatalogue), false);
  deepStrictEqual([...dietsOf({ ingredients: [] }, sampleCatalogue).fits], []);
});
