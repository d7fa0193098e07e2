/** A recipe as shown while cooking, in the reader's language, scaled to any number of servings. */
import { describeDish, describeVariant } from '#domain/dish-picture/describe-dish.ts';
import { type Cost, costPerServing, type Prices } from '#domain/food/cost.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { type Diet, DIETS, type Food } from '#domain/food/food.ts';
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
import { pluralOf, singularOf } from '#domain/quantity/unit-number.ts';
import { SIZES } from '#domain/quantity/unit.ts';
import type { BookLanguage, BookRecipe, Translation, Variant } from './book-recipe.ts';
import { type LineStatus, nameOfFood, statusOfLine } from './line-status.ts';
import { factsOf, type RecipeCard, type RecipeFacts } from './recipe-card.ts';
import type { RecipeSource } from './recipe-source.ts';
import { dietsOf, type Recipe } from './recipe.ts';

type IngredientView = LineStatus & {
  readonly text: string;
  readonly isUnderstood: boolean;
  readonly foodId?: string;
  /** The line, scaled. */
  readonly shown: string;
};

/** The same dish with other foods, in words. */
type VariantView = {
  readonly title: string;
  /** The foods that are left out. */
  readonly without: readonly string[];
  /** What takes their place, scaled. */
  readonly ingredients: readonly string[];
  readonly step: string;
  /** The diets that only the variant fits. */
  readonly diets: readonly Diet[];
  readonly picture: string;
};

/** What the book says about its own recipes. */
type BookFacts = Pick<BookRecipe, 'isForChildren' | 'freezes' | 'isForLunchbox'>;

export type RecipeView = Omit<Recipe, 'ingredients'> &
  RecipeFacts &
  Partial<BookFacts> &
  Pick<RecipeCard, 'own' | 'picture'> & {
    /** The servings that the lines are scaled to; `servings` is the recipe's own number. */
    readonly shownServings: number;
    readonly ingredients: readonly IngredientView[];
    readonly variant?: VariantView | undefined;
    /** Of one serving. */
    readonly nutrition: Nutrition;
    /** Of one serving, by the family's prices. */
    readonly cost: Cost;
    /** Only for the family's own recipes. */
    readonly source?: RecipeSource;
    readonly version?: number;
  };

type ViewOptions = {
  own: boolean;
  shownServings?: number | undefined;
  prices: Prices;
  language: BookLanguage;
  /** The words in that language, if the book has them. */
  translation?: Translation | undefined;
};

/** Nutrition, cost, allergens and diets are those of the recipe in every language: a German spoon is rounded. */
export function viewOf(
  recipe: Recipe | BookRecipe,
  { own, shownServings = recipe.servings, prices, language, translation }: ViewOptions,
  foods: FoodCatalogue,
): RecipeView {
  const { id, servings, activeMinutes, totalMinutes, meals, cuisine, protein, season, keeps } = recipe;
  const facts = { meals, cuisine, protein, season, keeps, activeMinutes, totalMinutes };
  const scale: Scale = { times: fraction(shownServings, servings), language, foods };
  const { title, ingredients, steps } = translation ?? recipe;
  const book = 'variant' in recipe ? recipe : undefined;
  return {
    id,
    title,
    own,
    ...facts,
    servings,
    shownServings,
    steps,
    ingredients: ingredients.map((line) => ({
      ...viewLine(line, scale),
      // The book's lines are understood by their markup; remarks in another language need not be.
      ...(translation ? {} : statusOfLine(line, foods)),
    })),
    ...('formerIds' in recipe && bookFactsOf(recipe)),
    ...(book?.variant && {
      variant: {
        ...viewVariant(translation?.variant ?? book.variant, scale),
        diets: newDietsOf(book, book.variant, foods),
        picture: describeVariant(book, book.variant, foods),
      },
    }),
    picture: describeDish(recipe, foods),
    nutrition: nutritionPerServing(recipe, foods),
    cost: costPerServing(recipe, foods, prices),
    ...factsOf(recipe, foods),
  };
}

function bookFactsOf({ isForChildren, freezes, isForLunchbox }: BookRecipe): BookFacts {
  return { isForChildren, freezes, isForLunchbox };
}

type Scale = { readonly times: Fraction; readonly language: BookLanguage; readonly foods: FoodCatalogue };

/** The diets that only the variant fits. */
function newDietsOf(recipe: Recipe, { without, ingredients }: Variant, foods: FoodCatalogue): Diet[] {
  const others = recipe.ingredients.filter(({ understood }) => !without.includes(understood?.food ?? ''));
  const { fits } = dietsOf({ ingredients: [...others, ...ingredients] }, foods);
  const before = dietsOf(recipe, foods).fits;
  return DIETS.filter((diet) => fits.has(diet) && !before.has(diet));
}

function viewVariant(
  { title, without, ingredients, step }: Variant,
  scale: Scale,
): Omit<VariantView, 'diets' | 'picture'> {
  return {
    title,
    without: without.map((id) => nameOfFood(id, scale.foods)[scale.language]),
    ingredients: ingredients.map((line) => scaledText(line, scale)),
    step,
  };
}

function viewLine(line: IngredientLine, scale: Scale): IngredientView {
  const { text, understood } = line;
  return {
    text,
    isUnderstood: understood !== undefined,
    ...(understood && { foodId: understood.food }),
    shown: scaledText(line, scale),
  };
}

/** Retains the typed words. If it is ambiguous which number is the amount, appends the factor instead. */
function scaledText(line: IngredientLine, { times, language, foods }: Scale): string {
  const { text, understood, isHarmless } = line;
  if (compare(times, ONE) === 0) return text;
  if (isHarmless || (understood && !understood.quantity)) return text;
  const numbers = [...text.matchAll(NUMBERS)];
  const [number] = numbers;
  const amount = number && parseNumber(number[0]);
  const isAmount = amount && understood?.quantity && compare(amount, understood.quantity.amount) === 0;
  if (!isAmount || numbers.length > 1) return `${text} (× ${amountText(times, language)})`;
  const scaled = multiply(amount, times);
  const rest = text.slice(number.index + number[0].length);
  const { unit } = understood.quantity ?? {};
  const food = unit === 'piece' || (unit && SIZES.has(unit)) ? foods.find(understood.food) : undefined;
  const isPlural = compare(scaled, ONE) > 0;
  const named = food ? withFoodInNumber(rest, food, isPlural) : withUnitInNumber(rest, isPlural);
  return `${text.slice(0, number.index)}${amountText(scaled, language)}${named}`;
}

/** Replaces the unit, the first word, by its singular or plural. */
function withUnitInNumber(text: string, isPlural: boolean): string {
  return text.replace(/^ (\p{L}+)/u, (_, word: string) => ` ${isPlural ? pluralOf(word) : singularOf(word)}`);
}

/** Replaces the food's name by its singular or plural. */
function withFoodInNumber(text: string, { names }: Food, isPlural: boolean): string {
  for (const { singular, plural } of [...names.en, ...names.de]) {
    const [from, to] = isPlural ? [singular, plural] : [plural, singular];
    const whole = new RegExp(`(?<![\\p{L}])${RegExp.escape(from)}(?![\\p{L}])`, 'iu');
    if (whole.test(text)) return text.replace(whole, to);
  }
  return text;
}

const SMALL_PARTS = new Set([2n, 3n, 4n, 8n]);

/** `1 1/2`, or a decimal if the fraction is unusual. */
export function amountText(amount: Fraction, language: BookLanguage): string {
  const { numerator, denominator } = amount;
  if (denominator === 1n) return `${numerator}`;
  const whole = numerator / denominator;
  if (SMALL_PARTS.has(denominator) && whole < 20n) {
    const part = `${numerator % denominator}/${denominator}`;
    return whole === 0n ? part : `${whole} ${part}`;
  }
  const number = fractionNumber(amount);
  const shown = number >= 100 ? Math.round(number) : Number(number.toPrecision(3));
  if (compare(amount, ZERO) > 0 && shown === 0) return LITTLE[language];
  return new Intl.NumberFormat(language, { useGrouping: false, maximumSignificantDigits: 15 }).format(shown);
}

const LITTLE: { readonly [language in BookLanguage]: string } = { en: 'a little', de: 'etwas' };
