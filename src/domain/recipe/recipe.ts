/**
 * Recipes: what one is, and what may be said of it. Allergens and diets are derived from the foods of its
 * lines and never typed. A line that was not understood could be anything: with one in it, what a recipe
 * contains is a least, and no diet that it fits, nor anything it is free from, is ever claimed.
 */
import type { Allergen, Diet, Food } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { DIETS } from '#domain/food/food.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import type { Slot } from '#domain/plan/plan.ts';

export const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;
export type Season = (typeof SEASONS)[number];

export type Recipe = {
  readonly id: string;
  readonly title: string;
  /** How many its amounts are for: a whole number, at least one. */
  readonly servings: number;
  readonly activeMinutes: number;
  /** With resting, soaking and baking. */
  readonly totalMinutes: number;
  /** What it is good for; at least one. */
  readonly meals: readonly Slot[];
  readonly cuisine: string;
  /** Where most of its protein comes from: `lentils`. */
  readonly protein: string;
  /** All four where it does not matter. */
  readonly season: readonly Season[];
  /** Whether it is still good the next day. */
  readonly keeps: boolean;
  readonly ingredients: readonly IngredientLine[];
  /** Paragraphs of plain text. */
  readonly steps: readonly string[];
};

/** What is in a recipe. Unless it is complete, there may be more. */
export type Allergens = { readonly contains: ReadonlySet<Allergen>; readonly isComplete: boolean };

/** What a recipe fits, which is nothing unless every line was understood, and what it breaks for certain. */
export type Diets = {
  readonly fits: ReadonlySet<Diet>;
  readonly breaks: ReadonlySet<Diet>;
  readonly isComplete: boolean;
};

type Ingredients = Pick<Recipe, 'ingredients'>;

export function allergensOf(recipe: Ingredients, foods: FoodCatalogue): Allergens {
  const { found, isComplete } = foodsOf(recipe, foods);
  return { contains: new Set(found.flatMap(({ allergens }) => [...allergens])), isComplete };
}

export function dietsOf(recipe: Ingredients, foods: FoodCatalogue): Diets {
  const { found, isComplete } = foodsOf(recipe, foods);
  const breaks = new Set(found.flatMap((food) => [...food.breaks]));
  return { fits: new Set(isComplete ? DIETS.filter((diet) => !breaks.has(diet)) : []), breaks, isComplete };
}

/** Safe to say only of a recipe that was understood to the last line. */
export function isFreeFrom(recipe: Ingredients, allergen: Allergen, foods: FoodCatalogue): boolean {
  const { contains, isComplete } = allergensOf(recipe, foods);
  return isComplete && !contains.has(allergen);
}

function foodsOf({ ingredients }: Ingredients, foods: FoodCatalogue): { found: Food[]; isComplete: boolean } {
  const found: Food[] = [];
  // Of a recipe that is only a title nobody knows what is in it.
  let isComplete = ingredients.length > 0;
  for (const { understood } of ingredients) {
    const food = understood && foods.find(understood.food);
    if (food) found.push(food, ...foodsNamedIn(understood.preparation, foods));
    else isComplete = false;
  }
  return { found, isComplete };
}

const LONGEST_NAME = 4;

/** "2 tbsp oil, or butter", "1 loaf pan, plus butter for greasing": what is only mentioned is eaten as well. */
function foodsNamedIn(text: string, foods: FoodCatalogue): Food[] {
  const words = text === '' ? [] : text.split(/[^\p{L}\p{M}'’-]+/u);
  return words.flatMap((_, start) =>
    Array.from({ length: Math.min(LONGEST_NAME, words.length - start) }, (_, more) =>
      foods.findByName(words.slice(start, start + more + 1).join(' ')),
    ).filter((food) => food !== undefined),
  );
}
