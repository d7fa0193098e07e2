/** The pictures of the recipes of meals: photos, or descriptions of drawings. */
import { getFoods } from '#cookbook/foods.ts';
import { describeDish } from '#domain/dish-picture/describe-dish.ts';
import type { PicturesByRecipe } from '#domain/dish-picture/dish-picture.ts';
import type { Meal } from '#domain/plan/plan.ts';
import { photoText } from '#domain/photo/photo.ts';
import { findPhotos } from '#storage/tables/recipe/photos.ts';
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
  const photos = await readPhotoTexts(db, family, [...found.keys()]);
  const pictures = [...found].map(([id, recipe]) => [id, photos.get(id) ?? describeDish(recipe, getFoods())]);
  return Object.fromEntries(pictures);
}

/** The photos of those recipes that have one, as the text of a picture. */
export async function readPhotoTexts(
  db: Db,
  family: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const photos = await findPhotos(db, family, ids);
  return new Map([...photos].map(([id, photo]) => [id, photoText(photo)]));
}
