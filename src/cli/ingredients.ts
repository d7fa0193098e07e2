/** ingredients read, recipe check: what the parser understands of lines, without a database. */
import { createInterface } from 'node:readline';
import { getFoods } from '#cookbook/foods.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { boughtGrams, usesOf } from '#domain/recipe/food-use.ts';
import { type Allergen, ALLERGENS, type Diet, DIETS } from '#domain/food/food.ts';
import { type IngredientLine, parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { findGrams } from '#domain/quantity/quantity.ts';
import { unitKind } from '#domain/quantity/unit.ts';
import { allergensOf, dietsOf } from '#domain/recipe/recipe.ts';
import { plainCommand, type Terminal } from './command.ts';

export const ingredientCommands = [
  plainCommand({
    name: 'ingredients read',
    summary: 'Parses ingredient lines from standard input, and prints one JSON object for each.',
    example: 'ingredients read < lines.txt',
    options: {},
    async run({ terminal }) {
      for (const text of await readLines(terminal)) {
        await terminal.write(`${JSON.stringify(describeLine(parse(text)))}\n`);
      }
      return {};
    },
  }),

  plainCommand({
    name: 'recipe check',
    summary:
      'Parses the lines of one recipe from standard input, and prints its allergens and diets as JSON.',
    example: 'recipe check < lines.txt',
    options: {},
    async run({ terminal }) {
      const ingredients = (await readLines(terminal)).map((text) => parse(text));
      await terminal.write(`${JSON.stringify(describeRecipe(ingredients))}\n`);
      return {};
    },
  }),
];

async function readLines({ input }: Terminal): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input })) if (line.trim() !== '') lines.push(line);
  return lines;
}

function parse(text: string): IngredientLine {
  return parseIngredientLine(text, getFoods());
}

function describeLine(line: IngredientLine) {
  const foods = getFoods();
  const { text, understood, isHarmless = false } = line;
  const quantity = understood?.quantity;
  return {
    line: text,
    understood: understood !== undefined || isHarmless,
    food: understood?.food ?? null,
    amount: quantity ? fractionNumber(quantity.amount) : null,
    unit: quantity?.unit ?? null,
    ...describeWeights(line, foods),
    alternatives: understood?.alternatives ?? [],
    also: understood?.also.map((extra) => extra.food) ?? [],
    allergens: describeAllergens([line]),
  };
}

/** `grams` as written or as in the table of household weights; `boughtGrams` with peel and bones, of whole cans. */
function describeWeights(line: IngredientLine, foods: FoodCatalogue) {
  const { quantity, packs } = line.understood ?? {};
  const [use] = usesOf(line, foods);
  const bought = use && boughtGrams(use);
  const isWritten = quantity && unitKind(quantity.unit) === 'mass' && use?.bought?.unit === quantity.unit;
  const grams = isWritten ? findGrams(quantity, use.food.weights) : use?.eatenGrams;
  return {
    packs: packs ? { count: fractionNumber(packs.count), unit: packs.unit ?? null } : null,
    grams: grams ? fractionNumber(grams) : null,
    boughtGrams: bought ? fractionNumber(bought) : null,
    edibleGrams: use?.eatenGrams ? fractionNumber(use.eatenGrams) : null,
  };
}

function describeRecipe(ingredients: readonly IngredientLine[]) {
  const { fits, breaks, mayBreak, isComplete } = dietsOf({ ingredients }, getFoods());
  const isBroken = (diet: Diet): boolean => breaks.has(diet);
  const isUnsure = (diet: Diet): boolean => !breaks.has(diet) && (mayBreak.has(diet) || !isComplete);
  return {
    lines: ingredients.length,
    notUnderstood: ingredients.filter((line) => !line.understood && !line.isHarmless).map(({ text }) => text),
    allergens: describeAllergens(ingredients),
    diets: {
      holds: DIETS.filter((diet) => fits.has(diet)),
      fails: DIETS.filter((diet) => isBroken(diet)),
      notSure: DIETS.filter((diet) => isUnsure(diet)),
    },
  };
}

/** A harmless line contains nothing, for sure. */
function describeAllergens(ingredients: readonly IngredientLine[]) {
  const { contains, mayContain, isComplete } = allergensOf({ ingredients }, getFoods());
  const isKnown = isComplete || ingredients.every(({ isHarmless }) => isHarmless);
  const isUnsure = (allergen: Allergen): boolean =>
    !isKnown && !contains.has(allergen) && !mayContain.has(allergen);
  return {
    contains: ALLERGENS.filter((allergen) => contains.has(allergen)),
    mayContain: ALLERGENS.filter((allergen) => mayContain.has(allergen)),
    notSure: ALLERGENS.filter((allergen) => isUnsure(allergen)),
  };
}
