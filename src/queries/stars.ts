/** How many stars the eaters of a family gave each recipe. */
import type { Db } from '#storage/schema.ts';
import { readAllStars } from '#storage/tables/stars.ts';
import { currentRecipeId } from './family-recipes.ts';

/** By eater and recipe. Stars of a dish that was merged into another count for that one, unless it has its own. */
export type Stars = { [eaterId: string]: { [recipeId: string]: number } };

export async function readStars(db: Db, family: string): Promise<Stars> {
  const stars: Stars = {};
  for await (const given of readAllStars(db, family)) {
    for (const one of given) {
      const [ofEater, recipeId] = [(stars[one.eaterId] ??= {}), currentRecipeId(one.recipeId)];
      if (recipeId === one.recipeId || !Object.hasOwn(ofEater, recipeId)) ofEater[recipeId] = one.stars;
    }
  }
  return stars;
}
