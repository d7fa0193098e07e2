/** The diets of the cookbook's dishes, checked by the words of their lines: a false "fits" is the worst defect. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { type Diet, DIETS } from '#domain/food/food.ts';
import { dietsOf, fillsSlot, type Recipe } from '#domain/recipe/recipe.ts';
import { getFoods } from './foods.ts';
import { getRecipes } from './recipes.ts';

const foods = getFoods();
const { recipes } = getRecipes();

/** The least number of dinners: a food that is no longer certain must not take dishes away unnoticed. */
const least: { diet: Diet; dinners: number }[] = [
  { diet: 'halal-style', dinners: 181 },
  { diet: 'kosher-style', dinners: 184 },
];
for (const { diet, dinners } of least) {
  test(`at least ${dinners} dinners fit ${diet}`, (context) => {
    const all = recipes.filter((recipe) => fillsSlot(recipe, 'dinner'));
    const fitting = all.filter((recipe) => fits(recipe, diet));
    const withMeat = fitting.filter((recipe) => !fits(recipe, 'pescatarian'));
    context.diagnostic(`${fitting.length} of ${all.length} dinners, ${withMeat.length} of them with meat`);
    ok(fitting.length >= dinners, `${fitting.length} dinners`);
  });
}

const PORK =
  /\b(pork|bacon|ham|lard|lardons|pancetta|guanciale|chorizo|salami|prosciutto|mortadella|sausages?|frankfurters?|gelatine?|marshmallows?)\b/i;
const ALCOHOL =
  /\b(wine|beer|cider|ale|stout|sherry|port|marsala|rum|brandy|cognac|vodka|whisky|sake|mirin|vanilla extract|Dijon)\b/i;
const SHELLFISH =
  /\b(prawns?|shrimps?|crab|lobster|crayfish|mussels?|clams?|scallops?|squid|octopus|oyster|seafood|surimi)\b/i;
const NO_SCALES = /\b(eels?|catfish|pangasius|monkfish|turbot|skate|shark|swordfish|sturgeon|caviar)\b/i;
const RENNET =
  /\b(Parmesan|Parmigiano|grana|pecorino|Gruyère|mountain cheese|manchego|gorgonzola|Roquefort|fontina|asiago|taleggio|gouda|Emmental|brie|camembert|provolone|pesto)\b/i;
/** A name with a forbidden word that is none of the forbidden foods. */
const HARMLESS =
  /\b(vegan|vegetarian|vegetable|lard-free|alcohol-free|turkey bacon|oyster mushrooms?|(rice|cider|rice wine) vinegar)\b/i;

const forbidden: [diet: Diet, kind: string, words: RegExp][] = [
  ['no-pork', 'pork', PORK],
  [
    'no-alcohol',
    'alcohol',
    /\b(?!Dijon)(wine|beer|cider|sherry|marsala|rum|brandy|sake|mirin|vanilla extract)\b(?! vinegar)/i,
  ],
  ['halal-style', 'pork', PORK],
  ['halal-style', 'alcohol', ALCOHOL],
  ['halal-style', 'shellfish', SHELLFISH],
  ['halal-style', 'fish without scales', NO_SCALES],
  ['halal-style', 'cheese with rennet', RENNET],
  ['kosher-style', 'pork', PORK],
  ['kosher-style', 'shellfish', SHELLFISH],
  ['kosher-style', 'fish without scales', NO_SCALES],
  ['kosher-style', 'rabbit or hare', /\b(rabbit|hare)\b/i],
  ['kosher-style', 'cheese with rennet', RENNET],
];
for (const [diet, kind, words] of forbidden) {
  test(`no dish that fits ${diet} has ${kind}`, (context) => {
    const named = recipes.filter((recipe) => linesWith(recipe, words).length > 0);
    context.diagnostic(`${named.length} dishes name ${kind}`);
    deepStrictEqual(
      named
        .filter((recipe) => fits(recipe, diet))
        .map((recipe) => `${recipe.id}: ${linesWith(recipe, words).join('; ')}`),
      [],
    );
  });
}

const MEAT = /\b(chicken|beef|turkey|lamb|veal|duck|goose|meat|mince|steaks?|meatballs?|bone broth)\b/i;
const DAIRY =
  /\b(milk|cream|butter|buttermilk|cheese|yogurt|feta|mozzarella|cheddar|halloumi|paneer|ricotta|mascarpone|crème fraîche|ghee|quark|skyr)\b/i;
const NEITHER =
  /\b(vegan|vegetarian|vegetable|plant|soy|coconut|oat|almond|peanut|cashew|cocoa|dairy-free|soy mince)\b|\b(butter beans?|butter lettuce|lamb's lettuce|beef tomato(es)?|butternut|cream of tartar|cream style)\b/i;

test('no dish that fits kosher-style has meat and dairy', (context) => {
  const named = recipes.filter((recipe) => mixesMeatAndDairy(recipe));
  context.diagnostic(`${named.length} dishes name both`);
  deepStrictEqual(
    named.filter((recipe) => fits(recipe, 'kosher-style')).map(({ id }) => id),
    [],
  );
});

test('a dish that is not sure about a diet does not fit it', () => {
  for (const recipe of recipes) {
    const { fits: fitting, breaks, mayBreak } = dietsOf(recipe, foods);
    for (const diet of DIETS) ok(!fitting.has(diet) || (!breaks.has(diet) && !mayBreak.has(diet)), recipe.id);
  }
});

function fits(recipe: Recipe, diet: Diet): boolean {
  return dietsOf(recipe, foods).fits.has(diet);
}

function linesWith(recipe: Recipe, words: RegExp): string[] {
  return recipe.ingredients
    .map(({ text }) => text)
    .filter((text) => words.test(text) && !HARMLESS.test(text));
}

function mixesMeatAndDairy({ ingredients }: Recipe): boolean {
  const animal = ingredients.map(({ text }) => text).filter((text) => !NEITHER.test(text));
  return animal.some((text) => MEAT.test(text)) && animal.some((text) => DAIRY.test(text));
}
