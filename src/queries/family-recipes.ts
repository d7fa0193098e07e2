/** Finds recipes that a family can cook: the cookbook's and its own. */
import { getRecipes } from '#cookbook/recipes.ts';
import type { Meal } from '#domain/plan/plan.ts';
import { recipeFrom } from '#domain/recipe/recipe-source.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { findRecipe, findRecipeIds, findRecipes, type OwnRecipe } from '#storage/tables/recipes.ts';
import type { Db } from '#storage/schema.ts';
import { parseIngredientLines } from './ingredient-lines.ts';

/** `own` is the recipe as it was typed, if it is the family's own. */
export type FamilyRecipe = { recipe: Recipe; own?: OwnRecipe };

export async function findFamilyRecipe(
  db: Db,
  family: string,
  id: string,
): Promise<FamilyRecipe | undefined> {
  const recipe = getRecipes().find(id);
  if (recipe) return { recipe };
  const own = await findRecipe(db, family, id);
  return own && { recipe: await parseOwnRecipe(own), own };
}

/** The recipes of these meals, by id, without deleted ones. */
export async function findRecipesOfMeals(
  db: Db,
  family: string,
  meals: readonly RecipeReference[],
): Promise<ReadonlyMap<string, Recipe>> {
  const { find } = getRecipes();
  const ids = recipeIdsOf(meals);
  const own = await findRecipes(
    db,
    family,
    ids.filter((id) => !find(id)),
  );
  const found = [...ids.flatMap((id) => find(id) ?? []), ...(await Promise.all(own.map(parseOwnRecipe)))];
  return new Map(found.map((recipe) => [recipe.id, recipe]));
}

/** The ids of those recipes of these meals that exist. */
export async function findExistingRecipeIds(
  db: Db,
  family: string,
  meals: readonly RecipeReference[],
): Promise<ReadonlySet<string>> {
  const { find } = getRecipes();
  const ids = recipeIdsOf(meals);
  const others = ids.filter((id) => !find(id));
  return new Set([...ids.filter(find), ...(await findRecipeIds(db, family, others))]);
}

export async function parseOwnRecipe({ id, source }: OwnRecipe): Promise<Recipe> {
  return recipeFrom(id, source, await parseIngredientLines(source.ingredients));
}

type RecipeReference = Pick<Meal, 'recipeId'> | null | undefined;

function recipeIdsOf(meals: readonly RecipeReference[]): string[] {
  return [...new Set(meals.flatMap((meal) => meal?.recipeId ?? []))];
}
