/**
 * Recipes, and the allergens and diets that follow from their foods. A line that was not understood, or that names
 * something unknown, could be anything: a recipe with one has at least the allergens found, fits no diet and is free
 * from nothing.
 */
import type { Allergen, Diet, Food } from '#domain/food/food.ts';
import { type DishFacts, dishDiets, factsOfFoods } from '#domain/food/dish-facts.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { DIETS } from '#domain/food/food.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { isUnclear } from '#domain/ingredient-line/line-answers.ts';
import { brandsOfLine, foodIdsOf } from '#domain/ingredient-line/line-foods.ts';
import type { Slot } from '#domain/plan/plan.ts';
import type { Season } from '#domain/week/season.ts';
import type { Course } from './course.ts';
import type { RecipeAbout } from './recipe-about.ts';

export type Recipe = {
  readonly id: string;
  readonly title: string;
  /** A whole number, at least one. */
  readonly servings: number;
  readonly activeMinutes: number;
  /** Including resting, soaking and baking. */
  readonly totalMinutes: number;
  /** Suitable slots, alone or beside a main dish. */
  readonly meals: readonly Slot[];
  readonly course: Course;
  readonly cuisine: string;
  /** The main source of protein: `lentils`. */
  readonly protein: string;
  /** All four for a recipe of the whole year. */
  readonly season: readonly Season[];
  /** Whether leftovers are good the next day. */
  readonly keeps: boolean;
  /** What goes into it: of a line that stands for another recipe the lines of that one (sub-recipes.ts). */
  readonly ingredients: readonly IngredientLine[];
  /** The lines as they are written, if some stand for other recipes. */
  readonly written?: readonly IngredientLine[] | undefined;
  /** The recipes that it uses, at all levels. */
  readonly usedRecipes?: readonly string[] | undefined;
  /** Paragraphs of plain text. */
  readonly steps: readonly string[];
  /** What the source of an imported recipe says. */
  readonly about?: RecipeAbout | undefined;
};

/** `mayContain`: in some brands. Unless complete, there may be more. */
export type Allergens = {
  readonly contains: ReadonlySet<Allergen>;
  readonly mayContain: ReadonlySet<Allergen>;
  readonly isComplete: boolean;
};

/** `fits` is empty unless complete; `breaks` is certain, `mayBreak` depends on the brand. */
export type Diets = {
  readonly fits: ReadonlySet<Diet>;
  readonly breaks: ReadonlySet<Diet>;
  readonly mayBreak: ReadonlySet<Diet>;
  readonly isComplete: boolean;
};

type Ingredients = Pick<Recipe, 'ingredients'>;

/** Whether the recipe is a meal of its own in the slot: a piece of cake is a snack, but no dinner. */
export function fillsSlot({ course, meals }: Pick<Recipe, 'course' | 'meals'>, slot: Slot): boolean {
  const isSnack = slot === 'snack' && (course === 'dessert' || course === 'drink');
  return meals.includes(slot) && (course === 'main' || isSnack);
}

export function allergensOf(recipe: Ingredients, foods: FoodCatalogue): Allergens {
  const { found, isComplete } = foodsOf(recipe, foods);
  const contains = new Set(found.flatMap(({ allergens }) => [...allergens]));
  const possible = found.flatMap(({ mayContain }) => [...mayContain]);
  return { contains, mayContain: new Set(possible).difference(contains), isComplete };
}

export function dietsOf(recipe: Ingredients, foods: FoodCatalogue): Diets {
  const { found, isComplete } = foodsOf(recipe, foods);
  const { breaks, mayBreak } = dishDiets(found);
  const fits = isComplete ? DIETS.filter((diet) => !breaks.includes(diet) && !mayBreak.includes(diet)) : [];
  return { fits: new Set(fits), breaks: new Set(breaks), mayBreak: new Set(mayBreak), isComplete };
}

/** False unless every line was understood and its foods are all known. */
export function isFreeFrom(recipe: Ingredients, allergen: Allergen, foods: FoodCatalogue): boolean {
  const { contains, mayContain, isComplete } = allergensOf(recipe, foods);
  return isComplete && !contains.has(allergen) && !mayContain.has(allergen);
}

/** What warnings for eaters depend on. */
export function dishFactsOf(recipe: Ingredients, foods: FoodCatalogue): DishFacts {
  const { found, unsureLines } = foodsOf(recipe, foods);
  return factsOfFoods(found, unsureLines);
}

/** All foods that the lines name, the alternatives too: nobody knows which one is taken. */
function foodsOf({ ingredients }: Ingredients, foods: FoodCatalogue): FoundFoods {
  const found: Food[] = [];
  const lines = ingredients.filter(({ isHarmless }) => !isHarmless);
  // A recipe without lines contains unknown foods.
  let unsureLines = lines.length > 0 ? 0 : 1;
  for (const line of lines) {
    const named = brandsOfLine(line, foods);
    if (isUnclear(line) || named.length < foodIdsOf(line).length) unsureLines += 1;
    found.push(...named);
  }
  return { found, unsureLines, isComplete: unsureLines === 0 };
}

type FoundFoods = { found: Food[]; unsureLines: number; isComplete: boolean };
