/** How many stars the eaters of a family gave each recipe. */
import { currentRecipeId } from '#cookbook/recipes.ts';
import type { Db } from '#storage/schema.ts';
import { readAllStars } from '#storage/tables/recipe/stars.ts';

/** By eater and recipe. Stars for a dish that was merged into another count for that one. */
export type Stars = { [eaterId: string]: { [recipeId: string]: number } };

export async function readStars(db: Db, family: string): Promise<Stars> {
  const stars: Stars = {};
  for await (const given of readAllStars(db, family)) {
    for (const { eaterId, recipeId, stars: count } of given) {
      const id = currentRecipeId(recipeId);
      const ofEater = (stars[eaterId] ??= {});
      // Somebody may have given stars to both: those under the current id are newer.
      if (id === recipeId) ofEater[id] = count;
      else ofEater[id] ??= count;
    }
  }
  return stars;
}
