/**
 * Dishes: what the planner needs to know of a recipe, worked out once. Knows no family: who may eat a dish,
 * and who likes it, is decided elsewhere.
 */
import { costPerServing, type Prices } from '#domain/food/cost.ts';
import { type Allergen, ALLERGENS, type Diet, DIETS, type Food } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { type Nutrition, nutritionPerServing } from '#domain/food/nutrition.ts';
import type { Slot } from '#domain/plan/plan.ts';
import { findGrams } from '#domain/quantity/quantity.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { allergensOf, dietsOf, type Recipe, SEASONS } from '#domain/recipe/recipe.ts';
import { normalize } from '#domain/text/unicode.ts';
import type { Tag } from '#domain/preferences/preferences.ts';

export type Dish = {
  readonly id: string;
  readonly title: string;
  readonly slots: readonly Slot[];
  readonly totalMinutes: number;
  readonly cuisine: string;
  readonly protein: string;
  /** Empty where it is for the whole year. */
  readonly seasons: readonly string[];
  readonly keeps: boolean;
  /** Whether every line was understood; if not, nothing it is free from can be claimed. */
  readonly isComplete: boolean;
  readonly allergens: readonly Allergen[];
  readonly breaks: readonly Diet[];
  /** Each food once, in order of its id. */
  readonly foods: readonly DishFood[];
  /** In whole cents. */
  readonly costCents: number;
  /** Of one serving, as all of these. */
  readonly nutrition: Nutrition;
};

export type DishFood = {
  readonly foodId: string;
  readonly grams: number;
  /** Neither bought nor counted: at hand in every kitchen. */
  readonly isStaple: boolean;
  /** Keeps at most five days once opened. */
  readonly isPerishable: boolean;
  /** What a shop sells, in grams, smallest first; none where it is sold by weight. */
  readonly packs: readonly number[];
};

/** Once opened. */
const PERISHABLE_DAYS = 5;

const NO_PRICES: Prices = new Map();

export function dishOf(recipe: Recipe, foods: FoodCatalogue, prices = NO_PRICES): Dish {
  const { contains, isComplete } = allergensOf(recipe, foods);
  const { breaks } = dietsOf(recipe, foods);
  return {
    id: recipe.id,
    title: recipe.title,
    slots: recipe.meals,
    totalMinutes: recipe.totalMinutes,
    cuisine: recipe.cuisine,
    protein: recipe.protein,
    seasons: SEASONS.every((season) => recipe.season.includes(season)) ? [] : recipe.season,
    keeps: recipe.keeps,
    isComplete,
    allergens: ALLERGENS.filter((allergen) => contains.has(allergen)),
    breaks: DIETS.filter((diet) => breaks.has(diet)),
    foods: gramsPerServing(recipe, foods).map(dishFood),
    costCents: costPerServing(recipe, foods, prices).costCents,
    nutrition: nutritionPerServing(recipe, foods),
  };
}

/** Each food once, by id; nothing where nobody knows how much it is. */
function gramsPerServing({ ingredients, servings }: Recipe, foods: FoodCatalogue): [Food, number][] {
  const sums = new Map<Food, number>();
  for (const { understood } of ingredients) {
    const food = understood && foods.find(understood.food);
    if (!food) continue;
    const grams = understood.quantity && findGrams(understood.quantity, food.weights);
    sums.set(food, (sums.get(food) ?? 0) + (grams ? fractionNumber(grams) / servings : 0));
  }
  return [...sums].toSorted(([one], [other]) => (one.id < other.id ? -1 : 1));
}

function dishFood([food, grams]: [Food, number]): DishFood {
  const packs = food.loose ? [] : food.packs.flatMap((pack) => findGrams(pack, food.weights) ?? []);
  return {
    foodId: food.id,
    grams,
    // What costs nothing runs from the tap.
    isStaple: food.staple || food.pricePerKg === 0,
    isPerishable: food.keepsDays <= PERISHABLE_DAYS,
    packs: packs.map(fractionNumber).toSorted((one, other) => one - other),
  };
}

export function hasTag(dish: Dish, tag: Tag): boolean {
  return tagTest(tag)(dish);
}

/** For whoever asks of many dishes. Capitals do not matter; of a title only whole words count. */
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
  const word = '[\\p{L}\\p{M}\\p{N}]';
  const whole = new RegExp(`(?<!${word})${RegExp.escape(normalize(value, 'NFC'))}(?!${word})`, 'iu');
  return ({ title }) => whole.test(normalize(title, 'NFC'));
}
