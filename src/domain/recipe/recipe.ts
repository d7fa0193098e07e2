/**
 * Recipes, and the allergens and diets that follow from their foods. A line that was not understood could be
 * anything: a recipe with one has at least the allergens found, fits no diet and is free from nothing.
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
  /** A whole number, at least one. */
  readonly servings: number;
  readonly activeMinutes: number;
  /** Including resting, soaking and baking. */
  readonly totalMinutes: number;
  /** Suitable slots; at least one. */
  readonly meals: readonly Slot[];
  readonly cuisine: string;
  /** The main source of protein: `lentils`. */
  readonly protein: string;
  /** All four for a recipe of the whole year. */
  readonly season: readonly Season[];
  /** Whether leftovers are good the next day. */
  readonly keeps: boolean;
  readonly ingredients: readonly IngredientLine[];
  /** Paragraphs of plain text. */
  readonly steps: readonly string[];
};

/** Unless complete, there may be more. */
export type Allergens = { readonly contains: ReadonlySet<Allergen>; readonly isComplete: boolean };

/** `fits` is empty unless every line was understood; `breaks` is certain. */
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

/** False unless every line was understood. */
export function isFreeFrom(recipe: Ingredients, allergen: Allergen, foods: FoodCatalogue): boolean {
  const { contains, isComplete } = allergensOf(recipe, foods);
  return isComplete && !contains.has(allergen);
}

function foodsOf({ ingredients }: Ingredients, foods: FoodCatalogue): { found: Food[]; isComplete: boolean } {
  const found: Food[] = [];
  // A recipe without lines contains unknown foods.
  let isComplete = ingredients.length > 0;
  for (const { understood } of ingredients) {
    const food = understood && foods.find(understood.food);
    if (food) found.push(food, ...foodsNamedIn(understood.preparation, foods));
    else isComplete = false;
  }
  return { found, isComplete };
}

const MAX_NAME_WORDS = 4;

/** Foods that a preparation mentions are eaten as well: "2 tbsp oil, or butter". */
function foodsNamedIn(text: string, foods: FoodCatalogue): Food[] {
  const words = text === '' ? [] : text.split(/[^\p{L}\p{M}'’-]+/u);
  return words.flatMap((_, start) =>
    Array.from({ length: Math.min(MAX_NAME_WORDS, words.length - start) }, (_, more) =>
      foods.findByName(words.slice(start, start + more + 1).join(' ')),
    ).filter((food) => food !== undefined),
  );
}
