/** The drawn pictures of the recipes of meals. */
import { getFoods } from '#cookbook/foods.ts';
import { describeDish } from '#domain/dish-picture/describe-dish.ts';
import type { PicturesByRecipe } from '#domain/dish-picture/dish-picture.ts';
import type { Meal } from '#domain/plan/plan.ts';
import type { Db } from '#storage/schema.ts';
import { findRecipesOfMeals } from './family-recipes.ts';

/** By the id that the meal has. Meals without a recipe have no picture. */
export async function readPictures(
  db: Db,
  family: string,
  meals: readonly Pick<Meal, 'recipeId'>[],
): Promise<PicturesByRecipe> {
  // Most displays of typed meals need neither the cookbook nor the food catalogue.
  if (meals.every(({ recipeId }) => recipeId === undefined)) return {};
  const found = await findRecipesOfMeals(db, family, meals);
  return Object.fromEntries([...found].map(([id, recipe]) => [id, describeDish(recipe, getFoods())]));
}
