/** A recipe as shown while cooking, scaled to any number of servings. */
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
import { type LineStatus, statusOfLine } from './line-status.ts';
import { factsOf, type RecipeCard, type RecipeFacts } from './recipe-card.ts';
import type { RecipeSource } from './recipe-source.ts';
import type { Recipe } from './recipe.ts';

type IngredientView = LineStatus & {
  readonly text: string;
  readonly isUnderstood: boolean;
  readonly foodId?: string;
  /** The line, scaled. */
  readonly shown: string;
};

export type RecipeView = Omit<Recipe, 'ingredients'> &
  RecipeFacts &
  Pick<RecipeCard, 'own'> & {
    /** The servings that the lines are scaled to; `servings` is the recipe's own number. */
    readonly shownServings: number;
    readonly ingredients: readonly IngredientView[];
    /** Of one serving. */
    readonly nutrition: Nutrition;
    /** Of one serving, by the family's prices. */
    readonly cost: Cost;
    /** Only for the family's own recipes. */
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
    ...statusOfLine(line, foods),
  };
}

/** Retains the typed words. If it is ambiguous which number is the amount, appends the factor instead. */
function scaledText(line: IngredientLine, times: Fraction, foods: FoodCatalogue): string {
  const { text, understood, isHarmless } = line;
  if (isHarmless || (understood && !understood.quantity)) return text;
  const numbers = [...text.matchAll(NUMBERS)];
  const [number] = numbers;
  const amount = number && parseNumber(number[0]);
  const isAmount = amount && understood?.quantity && compare(amount, understood.quantity.amount) === 0;
  if (!isAmount || numbers.length > 1) return `${text} (× ${amountText(times)})`;
  const scaled = multiply(amount, times);
  const rest = text.slice(number.index + number[0].length);
  const food = foods.find(understood.food);
  const isCounted = understood.quantity?.unit === 'piece';
  const named = food && isCounted ? inNumber(rest, food, compare(scaled, ONE) > 0) : rest;
  return `${text.slice(0, number.index)}${amountText(scaled)}${named}`;
}

/** Replaces the food's name by its singular or plural. */
function inNumber(text: string, { names }: Food, isPlural: boolean): string {
  for (const { singular, plural } of [...names.en, ...names.de]) {
    const [from, to] = isPlural ? [singular, plural] : [plural, singular];
    const whole = new RegExp(`(?<![\\p{L}])${RegExp.escape(from)}(?![\\p{L}])`, 'iu');
    if (whole.test(text)) return text.replace(whole, to);
  }
  return text;
}

const SMALL_PARTS = new Set([2n, 3n, 4n, 8n]);

/** `1 1/2`, or a decimal if the fraction is unusual. */
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
