/**
 * Guards RULES_VERSION: stored recipe indexes and open proposals are recomputed only when it or a food file
 * changes, so a change of the rules without a new version would leave wrong indexes in the database. The
 * corpus is fixed: rules-corpus.txt has one ingredient line per row. Existing lines never change; a new line is
 * added at the end, together with a new version.
 */
import { notStrictEqual, ok } from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { lazyFoodsHash } from '#cookbook/catalogue-version.ts';
import { getFoods } from '#cookbook/foods.ts';
import { CORPUS_HASH, RULES_VERSION } from '#cookbook/rules-version.ts';
import { costPerServing } from '#domain/recipe/cost.ts';
import { nutritionPerServing } from '#domain/recipe/nutrition.ts';
import { type IngredientLine, parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { fractionText } from '#domain/quantity/fraction.ts';
import { findGrams } from '#domain/quantity/quantity.ts';
import { cardOf } from '#domain/recipe-view/recipe-card.ts';
import { wordsOf } from '#domain/recipe/recipe-search-words.ts';
import { recipeFrom } from '#domain/recipe/recipe-source.ts';

const LINES_PER_RECIPE = 8;
const LINES = readFileSync(new URL('rules-corpus.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const foods = getFoods();

type Parse = (text: string) => IngredientLine;
const parse: Parse = (text) => parseIngredientLine(text, foods);

/** The version is part of the hash: the hash that a failure suggests is right only together with the version. */
function corpusHash(version: number, parseLine = parse, foodsHash = lazyFoodsHash.get()): string {
  const facts = Array.from({ length: Math.ceil(LINES.length / LINES_PER_RECIPE) }, (_, at) =>
    factsOf(LINES.slice(at * LINES_PER_RECIPE, (at + 1) * LINES_PER_RECIPE), parseLine),
  );
  return hash('sha256', JSON.stringify([version, foodsHash, facts]), 'base64url').slice(0, 16);
}

/** What is stored for a recipe with these lines, and what the planner and the shopping list compute from it. */
function factsOf(ingredients: string[], parseLine: Parse) {
  const source = {
    title: ingredients[0] ?? '',
    servings: 3,
    activeMinutes: 10,
    totalMinutes: 20,
    meals: [],
    cuisine: '',
    protein: '',
    keeps: false,
    ingredients,
    steps: [],
  };
  const recipe = recipeFrom('recipe', source, { lines: ingredients.map(parseLine), find: () => null }, foods);
  return {
    lines: recipe.ingredients.map(parsedValues),
    words: Object.values(wordsOf(recipe, foods)),
    card: cardOf(recipe, true, foods),
    cost: Object.values(costPerServing(recipe, foods, new Map())),
    nutrition: Object.values(nutritionPerServing(recipe, foods)),
  };
}

function parsedValues({ understood }: IngredientLine) {
  if (!understood) return null;
  const { food, quantity, preparation } = understood;
  const grams = quantity && findGrams(quantity, foods.find(food)?.weights ?? { pieceGrams: new Map() });
  return [
    food,
    quantity && [fractionText(quantity.amount), quantity.unit],
    grams && fractionText(grams),
    preparation,
  ];
}

test('CORPUS_HASH matches RULES_VERSION, the parsed corpus and the food files', () => {
  const next = RULES_VERSION + 1;
  ok(
    CORPUS_HASH === corpusHash(RULES_VERSION),
    `The parsed corpus or a food file changed: raise RULES_VERSION to ${next} in ` +
      `src/cookbook/rules-version.ts and set CORPUS_HASH to '${corpusHash(next)}'.`,
  );
});

const planted: [string, string][] = [
  ['one line of the corpus is parsed differently', corpusHash(RULES_VERSION, parseLastLineWrongly)],
  ['a food file changes', corpusHash(RULES_VERSION, parse, 'another')],
  ['only the version is raised', corpusHash(RULES_VERSION + 1)],
];
for (const [what, changed] of planted) {
  test(`the corpus hash changes when ${what}`, () => notStrictEqual(changed, corpusHash(RULES_VERSION)));
}

/** Parses the last line of the corpus differently from the real parser. */
function parseLastLineWrongly(text: string): IngredientLine {
  const line = parse(text);
  if (text !== LINES.at(-1) || !line.understood) return line;
  return { ...line, understood: { ...line.understood, preparation: '' } };
}
