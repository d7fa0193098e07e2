/**
 * Dishes: the properties of a recipe that the planner needs, computed once. Independent of any family: the
 * hard filter and the dish utility depend on the family.
 */
import { costPerServing, type Prices } from '#domain/food/cost.ts';
import { type Allergen, ALLERGENS, type Diet, DIETS, type Food } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { boughtGrams, usesOf } from '#domain/food/food-use.ts';
import { type Nutrition, nutritionPerServing } from '#domain/food/nutrition.ts';
import type { Slot } from '#domain/plan/plan.ts';
import { findGrams } from '#domain/quantity/quantity.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { allergensOf, dietsOf, dishFactsOf, type Recipe, SEASONS } from '#domain/recipe/recipe.ts';
import { normalize } from '#domain/text/unicode.ts';
import type { Tag } from '#domain/preferences/preferences.ts';

export type Dish = {
  readonly id: string;
  readonly title: string;
  readonly slots: readonly Slot[];
  readonly totalMinutes: number;
  readonly cuisine: string;
  readonly protein: string;
  /** Empty if the dish suits the whole year. */
  readonly seasons: readonly string[];
  readonly isReheatable: boolean;
  /** Whether every ingredient line was understood. If not, the dish may contain any food. */
  readonly isComplete: boolean;
  readonly allergens: readonly Allergen[];
  readonly breaks: readonly Diet[];
  /** The foods to buy, without alternatives. Unique, sorted by food id. */
  readonly foods: readonly DishFood[];
  /** All foods that its lines name, alternatives too, and their groups, as dislikes and rules name them. */
  readonly foodKeys: readonly string[];
  /** Per serving, rounded to a whole cent. */
  readonly costCents: number;
  /** Per serving. */
  readonly nutrition: Nutrition;
};

export type DishFood = {
  readonly foodId: string;
  /** Per serving. */
  readonly grams: number;
  /** Assumed to be at home: neither bought nor counted. */
  readonly isStaple: boolean;
  /** Spoils within five days after opening. */
  readonly isPerishable: boolean;
  /** Pack sizes in grams, ascending; empty if the food is sold by weight. */
  readonly packs: readonly number[];
};

/** Shelf life after opening. */
const PERISHABLE_DAYS = 5;

const NO_PRICES: Prices = new Map();

export function dishOf(recipe: Recipe, foods: FoodCatalogue, prices = NO_PRICES): Dish {
  const { contains, mayContain, isComplete } = allergensOf(recipe, foods);
  const { breaks, mayBreak } = dietsOf(recipe, foods);
  return {
    id: recipe.id,
    title: recipe.title,
    slots: recipe.meals,
    totalMinutes: recipe.totalMinutes,
    cuisine: recipe.cuisine,
    protein: recipe.protein,
    seasons: SEASONS.every((season) => recipe.season.includes(season)) ? [] : recipe.season,
    isReheatable: recipe.keeps,
    isComplete,
    // What only some brands contain counts as contained.
    allergens: ALLERGENS.filter((allergen) => contains.has(allergen) || mayContain.has(allergen)),
    breaks: DIETS.filter((diet) => breaks.has(diet) || mayBreak.has(diet)),
    foods: gramsPerServing(recipe, foods).map(dishFood),
    foodKeys: foods.withGroups(dishFactsOf(recipe, foods).foodIds),
    costCents: costPerServing(recipe, foods, prices).costCents,
    nutrition: nutritionPerServing(recipe, foods),
  };
}

/** As bought, sorted by food id; 0 grams if a line has no known quantity. */
function gramsPerServing({ ingredients, servings }: Recipe, foods: FoodCatalogue): [Food, number][] {
  const sums = new Map<Food, number>();
  for (const use of ingredients.flatMap((line) => usesOf(line, foods))) {
    const grams = boughtGrams(use);
    sums.set(use.food, (sums.get(use.food) ?? 0) + (grams ? fractionNumber(grams) / servings : 0));
  }
  return [...sums].toSorted(([one], [other]) => (one.id < other.id ? -1 : 1));
}

function dishFood([food, grams]: [Food, number]): DishFood {
  const packs = food.loose ? [] : food.packs.flatMap((pack) => findGrams(pack, food.weights) ?? []);
  return {
    foodId: food.id,
    grams,
    // A food with price 0, such as tap water, is a staple.
    isStaple: food.staple || food.pricePerKg === 0,
    isPerishable: food.keepsDays <= PERISHABLE_DAYS,
    packs: packs.map(fractionNumber).toSorted((one, other) => one - other),
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
  if (kind === 'diet') return ({ isComplete, breaks }) => isComplete && !breaks.includes(value as Diet);
  if (kind === 'food' || kind === 'group') {
    const foodKey = kind === 'group' ? tag : value;
    return ({ foodKeys }) => foodKeys.includes(foodKey);
  }
  const word = '[\\p{L}\\p{M}\\p{N}]';
  const whole = new RegExp(`(?<!${word})${RegExp.escape(normalize(value, 'NFC'))}(?!${word})`, 'iu');
  return ({ title }) => whole.test(normalize(title, 'NFC'));
}
