/** All recipes that a family can cook, the cookbook's and its own, under one roof. */
import { getRecipes } from '#cookbook/recipes.ts';
import type { Meal } from '#domain/plan/plan.ts';
import { recipeFrom } from '#domain/recipe/recipe-source.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { findRecipe, findRecipeIds, findRecipes, type OwnRecipe } from '#storage/recipes.ts';
import type { Db } from '#storage/schema.ts';
import { understandLines } from './ingredient-lines.ts';

/** The recipe, and where it is the family's own what was typed. */
export type FamilyRecipe = { recipe: Recipe; own?: OwnRecipe };

export async function findFamilyRecipe(
  db: Db,
  family: string,
  id: string,
): Promise<FamilyRecipe | undefined> {
  const recipe = getRecipes().find(id);
  if (recipe) return { recipe };
  const own = await findRecipe(db, family, id);
  return own && { recipe: await understand(own), own };
}

/** The recipes of these meals, by id; one that is not there any more is left out. */
export async function findRecipesOf(
  db: Db,
  family: string,
  meals: readonly Pointing[],
): Promise<ReadonlyMap<string, Recipe>> {
  const { find } = getRecipes();
  const ids = recipeIdsOf(meals);
  const own = await findRecipes(
    db,
    family,
    ids.filter((id) => !find(id)),
  );
  const found = [...ids.flatMap((id) => find(id) ?? []), ...(await Promise.all(own.map(understand)))];
  return new Map(found.map((recipe) => [recipe.id, recipe]));
}

/** Which of the recipes that these meals point at are there. */
export async function findKnownIds(
  db: Db,
  family: string,
  meals: readonly Pointing[],
): Promise<ReadonlySet<string>> {
  const { find } = getRecipes();
  const ids = recipeIdsOf(meals);
  const others = ids.filter((id) => !find(id));
  return new Set([...ids.filter(find), ...(await findRecipeIds(db, family, others))]);
}

export async function understand({ id, source }: OwnRecipe): Promise<Recipe> {
  return recipeFrom(id, source, await understandLines(source.ingredients));
}

type Pointing = Pick<Meal, 'recipeId'> | null | undefined;

function recipeIdsOf(meals: readonly Pointing[]): string[] {
  return [...new Set(meals.flatMap((meal) => meal?.recipeId ?? []))];
}
