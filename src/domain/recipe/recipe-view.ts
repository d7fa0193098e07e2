/** A recipe as it is read while cooking, for any number of servings. */
import { type Cost, costPerServing, type Prices } from '#domain/food/cost.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Food } from '#domain/food/food.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { type Nutrition, nutritionPerServing } from '#domain/food/nutrition.ts';
import {
  type Fraction,
  ONE,
  ZERO,
  compare,
  fraction,
  fractionNumber,
  multiply,
} from '#domain/quantity/fraction.ts';
import { NUMBERS, parseNumber } from '#domain/quantity/number.ts';
import { factsOf, type RecipeCard } from './recipe-card.ts';
import type { RecipeSource } from './recipe-source.ts';
import type { Recipe } from './recipe.ts';

type IngredientView = {
  readonly text: string;
  readonly isUnderstood: boolean;
  readonly foodId?: string;
  /** The line for so many servings. */
  readonly shown: string;
};

export type RecipeView = Omit<Recipe, 'ingredients'> &
  Pick<RecipeCard, 'own' | 'allergens' | 'diets' | 'isComplete'> & {
    /** How many the lines are shown for; `servings` is what the recipe itself says. */
    readonly shownServings: number;
    readonly ingredients: readonly IngredientView[];
    /** Of one serving. */
    readonly nutrition: Nutrition;
    /** Of one serving, by the family's prices. */
    readonly cost: Cost;
    /** Of the family's own only: what was typed, and the version it has. */
    readonly source?: RecipeSource;
    readonly version?: number;
  };

type ViewOptions = { own: boolean; shownServings?: number | undefined; prices: Prices };

export function viewOf(
  recipe: Recipe,
  { own, shownServings = recipe.servings, prices }: ViewOptions,
  foods: FoodCatalogue,
): RecipeView {
  const times = fraction(shownServings, recipe.servings);
  return {
    ...recipe,
    own,
    shownServings,
    ingredients: recipe.ingredients.map((line) => viewLine(line, times, foods)),
    nutrition: nutritionPerServing(recipe, foods),
    cost: costPerServing(recipe, foods, prices),
    ...factsOf(recipe, foods),
  };
}

function viewLine(line: IngredientLine, times: Fraction, foods: FoodCatalogue): IngredientView {
  const { text, understood } = line;
  return {
    text,
    isUnderstood: understood !== undefined,
    ...(understood && { foodId: understood.food }),
    shown: compare(times, ONE) === 0 ? text : scaledText(line, times, foods),
  };
}

/**
 * In the words that were typed. Where it is not plain which number is the amount, nothing is guessed: the
 * line stays as it is and says how many times it is needed.
 */
function scaledText({ text, understood }: IngredientLine, times: Fraction, foods: FoodCatalogue): string {
  if (understood && !understood.quantity) return text;
  const numbers = [...text.matchAll(NUMBERS)];
  const [number] = numbers;
  const amount = number && parseNumber(number[0]);
  const isPlain = amount && understood?.quantity && compare(amount, understood.quantity.amount) === 0;
  if (!isPlain || numbers.length > 1) return `${text} (× ${amountText(times)})`;
  const scaled = multiply(amount, times);
  const rest = text.slice(number.index + number[0].length);
  const food = foods.find(understood.food);
  const isCounted = understood.quantity?.unit === 'piece';
  const named = food && isCounted ? inNumber(rest, food, compare(scaled, ONE) > 0) : rest;
  return `${text.slice(0, number.index)}${amountText(scaled)}${named}`;
}

/** One onion, two onions. */
function inNumber(text: string, { names }: Food, isPlural: boolean): string {
  for (const { singular, plural } of [...names.en, ...names.de]) {
    const [from, to] = isPlural ? [singular, plural] : [plural, singular];
    const whole = new RegExp(`(?<![\\p{L}])${RegExp.escape(from)}(?![\\p{L}])`, 'iu');
    if (whole.test(text)) return text.replace(whole, to);
  }
  return text;
}

const SMALL_PARTS = new Set([2n, 3n, 4n, 8n]);

/** `1 1/2`, or a decimal where nobody would say the fraction. */
export function amountText(amount: Fraction): string {
  const { numerator, denominator } = amount;
  if (denominator === 1n) return `${numerator}`;
  const whole = numerator / denominator;
  if (SMALL_PARTS.has(denominator) && whole < 20n) {
    const part = `${numerator % denominator}/${denominator}`;
    return whole === 0n ? part : `${whole} ${part}`;
  }
  const number = fractionNumber(amount);
  const shown = number >= 100 ? Math.round(number) : Number(number.toPrecision(3));
  return compare(amount, ZERO) > 0 && shown === 0 ? 'a little' : `${shown}`;
}
