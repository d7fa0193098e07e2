/**
 * Dishes: the properties of a recipe that the planner needs, computed once. Independent of any family: the
 * hard filter and the dish utility depend on the family.
 */
import { centsPerKg, type Prices } from '#domain/food/cost.ts';
import { costPerServing } from '#domain/recipe/cost.ts';
import { type Aisle, type Allergen, ALLERGENS, type Diet, DIETS, type Food } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { boughtGrams, usesOf } from '#domain/recipe/food-use.ts';
import { type Nutrition, nutritionPerServing } from '#domain/recipe/nutrition.ts';
import { gramsOfPiece, PARTS_OF, piecesForParts, piecesOf } from '#domain/food/whole-foods.ts';
import type { Slot } from '#domain/plan/plan.ts';
import { findGrams } from '#domain/quantity/quantity.ts';
import { add, type Fraction, fractionNumber, multiply, ZERO } from '#domain/quantity/fraction.ts';
import { type BookRecipe, type Variant, variantIngredients } from '#domain/recipe/book-recipe.ts';
import { allergensOf, dietsOf, dishFactsOf, fillsSlot, type Recipe } from '#domain/recipe/recipe.ts';
import { SEASONS } from '#domain/week/season.ts';
import { tagKey } from '#domain/recipe/recipe-note.ts';
import { normalize } from '#domain/text/unicode.ts';
import type { Tag } from '#domain/preferences/preferences.ts';
import { type DishTraits, traitsOf } from './dish-traits.ts';
import { readWords } from '#languages/words.ts';

export type Dish = DishTraits & {
  readonly id: string;
  readonly title: string;
  /** A rule about titles applies to these too. */
  readonly translatedTitles: readonly string[];
  /** The words by which dishes with similar titles are found. */
  readonly titleWords: readonly string[];
  /** In which it is a meal of its own; none for a side. */
  readonly slots: readonly Slot[];
  readonly activeMinutes: number;
  /** Minutes until the meal is on the table; waiting overnight or all day does not count. */
  readonly clockMinutes: number;
  readonly totalMinutes: number;
  readonly cuisine: string;
  readonly protein: string;
  /** The tags that the family gave it, as they are compared (`tagKey`). Absent means none. */
  readonly ownTags?: readonly string[] | undefined;
  /** Empty if the dish suits the whole year. */
  readonly seasons: readonly string[];
  readonly isReheatable: boolean;
  /** Whether its title says that it is made for people who avoid gluten. */
  readonly isGlutenFreeVersion: boolean;
  /** Days for which fresh meat or fish of the dish keeps; Infinity if it has none. */
  readonly freshDays: number;
  /** The foods to buy, without alternatives. Unique, sorted by food id. */
  readonly foods: readonly DishFood[];
  /** The same dish for eaters who do not eat one of its ingredients. */
  readonly variant?: DishVariant | undefined;
  /** Per serving, rounded to a whole cent. */
  readonly costCents: number;
  /** Per serving. */
  readonly nutrition: Nutrition;
} & DishContents;

/** What decides for whom a dish is. */
export type DishContents = {
  /** Whether every ingredient line was understood. If not, the dish may contain any food. */
  readonly isComplete: boolean;
  readonly allergens: readonly Allergen[];
  readonly breaks: readonly Diet[];
  /** All foods that its lines name, alternatives too, and their groups, as dislikes and rules name them. */
  readonly foodKeys: readonly string[];
};

export type DishVariant = DishContents & { readonly title: string; readonly foods: readonly DishFood[] };

export type DishFood = {
  readonly foodId: string;
  /** Per serving. */
  readonly grams: number;
  /** Assumed to be at home: neither bought nor counted. */
  readonly isStaple: boolean;
  /** Once opened or cut; Infinity if a rest of it need not be used soon. */
  readonly keepsDays: number;
  /** Pack sizes in grams, ascending; empty if the food is sold by weight. */
  readonly packs: readonly number[];
  readonly centsPerKg: number;
};

/** A rest of these foods is used up soon; a rest of stock, oil or spices is not worth a thought. */
const SPOILING_AISLES = new Set<Aisle>(
  (['vegetables', 'fruit', 'herbs', 'bakery', 'dairy', 'eggs', 'plant', 'meat', 'fish'] as const).values(),
);
const SPOILING_DAYS = 7;
/** Fresh meat and fish; ham and smoked fish keep longer. */
const FRESH_DAYS = 3;
/** A dish that waits this long is started the day before or in the morning. */
const OVERNIGHT_MINUTES = 5 * 60;

const GLUTEN_FREE = /gluten.?fre/i;

const NO_PRICES: Prices = new Map();

type DishOptions = { readonly prices?: Prices; readonly translatedTitles?: readonly string[] };

export function dishOf(
  recipe: Recipe | BookRecipe,
  foods: FoodCatalogue,
  { prices = NO_PRICES, translatedTitles = [] }: DishOptions = {},
): Dish {
  const { activeMinutes, totalMinutes } = recipe;
  const bought = gramsPerServing(recipe, foods);
  const fresh = bought
    .filter(([{ aisle }]) => aisle === 'meat' || aisle === 'fish')
    .map(([food]) => food.keepsDays);
  return {
    ...traitsOf(recipe, bought),
    ...contentsOf(recipe, foods),
    id: recipe.id,
    title: recipe.title,
    translatedTitles,
    titleWords: titleWordsOf(recipe.title),
    slots: recipe.meals.filter((slot) => fillsSlot(recipe, slot)),
    activeMinutes,
    clockMinutes: totalMinutes - activeMinutes >= OVERNIGHT_MINUTES ? activeMinutes : totalMinutes,
    totalMinutes,
    cuisine: recipe.cuisine,
    protein: recipe.protein,
    seasons: SEASONS.every((season) => recipe.season.includes(season)) ? [] : recipe.season,
    isReheatable: recipe.keeps,
    isGlutenFreeVersion: GLUTEN_FREE.test(recipe.title),
    freshDays: Math.min(Infinity, ...fresh.filter((days) => days <= FRESH_DAYS)),
    foods: bought.map((food) => dishFood(food, prices)),
    ...('variant' in recipe &&
      recipe.variant && { variant: variantOf(recipe, recipe.variant, foods, prices) }),
    costCents: costPerServing(recipe, foods, prices).costCents,
    nutrition: nutritionPerServing(recipe, foods),
  };
}

function variantOf(recipe: BookRecipe, variant: Variant, foods: FoodCatalogue, prices: Prices): DishVariant {
  const ingredients = variantIngredients(recipe, variant);
  const bought = gramsPerServing({ ...recipe, ingredients }, foods);
  return {
    title: variant.title,
    ...contentsOf({ ingredients }, foods),
    foods: bought.map((food) => dishFood(food, prices)),
  };
}

function contentsOf(recipe: Pick<Recipe, 'ingredients'>, foods: FoodCatalogue): DishContents {
  const { contains, mayContain, isComplete } = allergensOf(recipe, foods);
  const { breaks, mayBreak } = dietsOf(recipe, foods);
  return {
    isComplete,
    // What only some brands contain counts as contained.
    allergens: ALLERGENS.filter((allergen) => contains.has(allergen) || mayContain.has(allergen)),
    breaks: DIETS.filter((diet) => breaks.has(diet) || mayBreak.has(diet)),
    foodKeys: foods.withGroups(dishFactsOf(recipe, foods).foodIds),
  };
}

/** The same dish as the lines of this recipe say, which have its foods and amounts. */
export function withContentsOf(dish: Dish, recipe: BookRecipe, foods: FoodCatalogue): Dish {
  const { variant } = recipe;
  return {
    ...dish,
    ...contentsOf(recipe, foods),
    ...(dish.variant &&
      variant && {
        variant: {
          ...dish.variant,
          ...contentsOf({ ingredients: variantIngredients(recipe, variant) }, foods),
        },
      }),
  };
}

/** Words that say nothing about a dish. */
const COMMON_WORDS = readWords('dishes').set('common in titles');

function titleWordsOf(title: string): string[] {
  const words = normalize(title, 'NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return [...new Set(words.filter((word) => word.length > 2 && !COMMON_WORDS.has(word)))];
}

/** As bought, sorted by food id: lemons for their juice. 0 grams if a line has no known quantity. */
function gramsPerServing(
  { ingredients, servings }: Pick<Recipe, 'ingredients' | 'servings'>,
  foods: FoodCatalogue,
): [Food, number][] {
  const sums = new Map<Food, Fraction>();
  for (const use of ingredients.flatMap((line) => usesOf(line, foods))) {
    sums.set(use.food, add(sums.get(use.food) ?? ZERO, boughtGrams(use) ?? ZERO));
  }
  for (const whole of PARTS_OF.keys()) buyWhole(sums, whole, foods);
  return [...sums]
    .map(([food, grams]): [Food, number] => [food, fractionNumber(grams) / servings])
    .toSorted(([first], [second]) => (first.id < second.id ? -1 : 1));
}

/** Replaces the parts of a food by whole pieces, by the rule of the shopping list. */
function buyWhole(sums: Map<Food, Fraction>, wholeId: string, foods: FoodCatalogue): void {
  const whole = foods.find(wholeId);
  const ofPiece = whole && gramsOfPiece(whole);
  const partIds = PARTS_OF.get(wholeId) ?? [];
  const parts = [...sums].filter(([{ id }]) => partIds.includes(id));
  if (!ofPiece || parts.length === 0) return;
  const usedWhole = sums.get(whole) ?? ZERO;
  const pieces = piecesForParts(
    parts.map(([food, grams]) => ({ id: food.id, pieces: piecesOf(food, grams) })),
    piecesOf(whole, usedWhole),
  );
  for (const [food] of parts) sums.delete(food);
  sums.set(whole, add(usedWhole, multiply(pieces, ofPiece)));
}

function dishFood([food, grams]: [Food, number], prices: Prices): DishFood {
  const spoils = SPOILING_AISLES.has(food.aisle) && food.keepsDays <= SPOILING_DAYS;
  // What is sold by weight is bought as needed, but nobody buys a third of a lemon.
  const loose = PARTS_OF.has(food.id) ? [gramsOfPiece(food)].filter((grams) => grams !== undefined) : [];
  const packs = food.loose ? loose : food.packs.flatMap((pack) => findGrams(pack, food.weights) ?? []);
  return {
    foodId: food.id,
    grams,
    // A food with price 0, such as tap water, is a staple.
    isStaple: food.staple || food.pricePerKg === 0,
    keepsDays: spoils ? food.keepsDays : Infinity,
    packs: packs.map(fractionNumber).toSorted((first, second) => first - second),
    centsPerKg: centsPerKg(food, prices),
  };
}

export function hasTag(dish: Dish, tag: Tag): boolean {
  return tagTest(tag)(dish);
}

/** Compiled once for many dishes. Ignores case; a title must contain the text as whole words. */
export function tagTest(tag: Tag): (dish: Dish) => boolean {
  const kind = tag.slice(0, tag.indexOf(':'));
  const value = tag
    .slice(kind.length + 1)
    .trim()
    .toLowerCase();
  if (value === '') return () => false;
  if (kind === 'protein') return ({ protein }) => protein.toLowerCase() === value;
  if (kind === 'cuisine') return ({ cuisine }) => cuisine.toLowerCase() === value;
  if (kind === 'tag') return ({ ownTags = [] }) => ownTags.includes(tagKey(value));
  if (kind === 'diet') return ({ isComplete, breaks }) => isComplete && !breaks.includes(value as Diet);
  if (kind === 'food' || kind === 'group') {
    const foodKey = kind === 'group' ? tag : value;
    return ({ foodKeys }) => foodKeys.includes(foodKey);
  }
  const word = '[\\p{L}\\p{M}\\p{N}]';
  const whole = new RegExp(`(?<!${word})${RegExp.escape(normalize(value, 'NFC'))}(?!${word})`, 'iu');
  return ({ title, translatedTitles }) =>
    [title, ...translatedTitles].some((title) => whole.test(normalize(title, 'NFC')));
}
