/**
 * Recipes as ingredients. A line that stands for another recipe is replaced by the lines of that one, in the amounts that
 * are taken of it, so that allergens, diets, cost, nutrition and the shopping list need to know nothing of it. A line
 * whose recipe is gone, or cannot be used, is a line that was not understood: it could contain anything.
 */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { IngredientLine, UnderstoodLine } from '#domain/ingredient-line/ingredient-line.ts';
import {
  add,
  compare,
  divide,
  type Fraction,
  fraction,
  multiply,
  ONE,
  ZERO,
} from '#domain/quantity/fraction.ts';
import { scale } from '#domain/quantity/quantity.ts';
import { maxUnmeasuredGrams, usesOf } from './food-use.ts';
import { type ReferenceAmount, readReference, type RecipeReference } from './recipe-reference.ts';
import { foodIdsOf } from '#domain/ingredient-line/line-foods.ts';
import type { Recipe } from './recipe.ts';

/** A recipe whose references are not resolved yet. Those of the cookbook have none. */
export type SubRecipe = Pick<Recipe, 'id' | 'title' | 'servings' | 'ingredients'> & {
  readonly references?: readonly RecipeReference[] | undefined;
};

/** What is needed to follow references: the lines may be those that were typed. */
export type FollowedRecipe = {
  readonly references?: readonly RecipeReference[] | undefined;
  readonly ingredients: { readonly length: number };
};

/** Null if there is no such recipe, undefined if it has not been read. */
export type FindSubRecipe = (id: string) => SubRecipe | null | undefined;

/** A recipe within a recipe within a recipe. */
const MAX_LEVELS = 5;
/** Different recipes that one recipe uses, at all levels. */
const MAX_SUB_RECIPES = 50;
/** Twice the lines of the longest recipe. Bounds the work, since a recipe may be used many times. */
const MAX_LINES = 600;

export type Reach = {
  /** The recipes that it uses, at all levels, also those that are gone. */
  readonly ids: readonly string[];
  /** Those within the limits. */
  readonly usable: readonly string[];
  /** False if there are more, beyond the limits. */
  readonly isComplete: boolean;
};

/** The recipes that a recipe uses, the nearest first. What has not been read is not followed. */
export function reachOf(
  { references = [] }: Pick<FollowedRecipe, 'references'>,
  find: (id: string) => FollowedRecipe | null | undefined,
): Reach {
  const ids = new Set<string>();
  let lines = 0;
  let level = references;
  for (let at = 0; at < MAX_LEVELS && level.length > 0; at += 1) {
    const usable = [...ids];
    const found = [...new Set(level.map(({ recipeId }) => recipeId))].filter((id) => !ids.has(id));
    const recipes = found.map((id) => find(id));
    lines = recipes.reduce((sum, recipe) => sum + (recipe?.ingredients.length ?? 0), lines);
    // A recipe beyond the limits belongs to those that count: when it gets shorter, it is within them.
    for (const id of found.slice(0, MAX_SUB_RECIPES - ids.size)) ids.add(id);
    if (lines > MAX_LINES || usable.length + found.length > MAX_SUB_RECIPES)
      return { ids: [...ids], usable, isComplete: false };
    level = recipes.flatMap((recipe) => recipe?.references ?? []);
  }
  const all = [...ids];
  return { ids: all, usable: all, isComplete: level.every(({ recipeId }) => ids.has(recipeId)) };
}

/** The lines with those of the recipes that they stand for. `written` are the lines themselves, if there are any such. */
export function resolveReferences(
  recipe: SubRecipe,
  find: FindSubRecipe,
  foods: FoodCatalogue,
): Pick<Recipe, 'ingredients' | 'written' | 'usedRecipes'> {
  if (!recipe.references || recipe.references.length === 0) return { ingredients: recipe.ingredients };
  const { ids, usable } = reachOf(recipe, find);
  const known = new Set(usable);
  const resolver = new Resolver((id) => (known.has(id) ? find(id) : undefined), foods);
  const lines = resolver.resolve(recipe, [recipe.id]);
  return {
    ingredients: lines.flatMap(({ parts }) => parts),
    written: lines.map(({ line }) => line),
    usedRecipes: ids,
  };
}

type ResolvedLine = { readonly line: IngredientLine; readonly parts: readonly IngredientLine[] };

class Resolver {
  readonly #find: FindSubRecipe;
  readonly #foods: FoodCatalogue;
  #left = MAX_LINES;

  constructor(find: FindSubRecipe, foods: FoodCatalogue) {
    [this.#find, this.#foods] = [find, foods];
  }

  /** `path`: the recipes in which this one is. */
  resolve({ ingredients, references = [] }: SubRecipe, path: readonly string[]): ResolvedLine[] {
    const idOf = new Map(references.map(({ line, recipeId }) => [line, recipeId]));
    return ingredients.map((line) => {
      const id = idOf.get(line.text);
      return id === undefined ? { line, parts: [line] } : this.#resolveLine(line, id, path);
    });
  }

  #resolveLine(line: IngredientLine, id: string, path: readonly string[]): ResolvedLine {
    const recipe = path.includes(id) || path.length > MAX_LEVELS ? undefined : this.#find(id);
    const count = recipe?.ingredients.filter(isCounted).length ?? 0;
    if (!recipe || count === 0 || count > this.#left) {
      // What its words name counts, but they do not say what the recipe is made of.
      const unresolved = { text: line.text, named: foodIdsOf(line), recipe: { id } };
      return { line: unresolved, parts: [unresolved] };
    }
    this.#left -= count;
    const all = this.resolve(recipe, [...path, id]).flatMap(({ parts }) => parts.filter(isCounted));
    const { amount } = readReference(line.text);
    const times = batchesOf(amount, recipe.servings, all, this.#foods);
    const servings = times && multiply(times, fraction(recipe.servings));
    const shown = { id, title: recipe.title, ...(servings && { servings }) };
    return {
      line: { text: line.text, recipe: shown },
      parts: all.map((part) => scaledLine(part, times)),
    };
  }
}

function isCounted({ isHeading }: IngredientLine): boolean {
  return !isHeading;
}

/** How many times all of the recipe's lines are taken; undefined if nobody knows. */
function batchesOf(
  { kind, ...taken }: ReferenceAmount,
  servings: number,
  lines: readonly IngredientLine[],
  foods: FoodCatalogue,
): Fraction | undefined {
  if (!('amount' in taken)) return undefined;
  if (kind === 'batches') return taken.amount;
  if (kind === 'servings') return multiply(taken.amount, fraction(1, servings));
  const grams = gramsOf(lines, foods);
  return grams && divide(taken.amount, grams);
}

/** A pinch of salt, or oil for the tin, does not make the weight of a recipe unknown. */
const NEGLIGIBLE_GRAMS = 15;

/** What all lines weigh as they go into the pot; undefined if one of them has no known weight. */
function gramsOf(lines: readonly IngredientLine[], foods: FoodCatalogue): Fraction | undefined {
  let sum = ZERO;
  for (const line of lines) {
    if (line.isHarmless) continue;
    const uses = usesOf(line, foods);
    if (uses.length === 0) return undefined;
    for (const { food, eatenGrams } of uses) {
      if (!eatenGrams && maxUnmeasuredGrams(food) > NEGLIGIBLE_GRAMS) return undefined;
      sum = add(sum, eatenGrams ?? ZERO);
    }
  }
  return compare(sum, ZERO) > 0 ? sum : undefined;
}

/** The line as often as it is required; without amounts if that is not known. */
function scaledLine(line: IngredientLine, times: Fraction | undefined): IngredientLine {
  if (times && compare(times, ONE) === 0) return line;
  const { understood } = line;
  return {
    ...line,
    ...(understood && { understood: scaledFoods(understood, times) }),
    times: multiply(line.times ?? ONE, times ?? ONE),
  };
}

function scaledFoods(understood: UnderstoodLine, times: Fraction | undefined): UnderstoodLine {
  const { quantity, packs, also } = understood;
  return {
    ...understood,
    quantity: times && quantity && scale(quantity, times),
    packs: times && packs && { ...packs, count: multiply(packs.count, times) },
    also: also.map((other) => ({
      ...other,
      quantity: times && other.quantity && scale(other.quantity, times),
    })),
  };
}

/** The lines as they were written, with those that stand for other recipes. */
export function writtenLines({
  ingredients,
  written = ingredients,
}: Pick<Recipe, 'ingredients' | 'written'>): readonly IngredientLine[] {
  return written;
}
