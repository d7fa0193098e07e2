/** How many stars the eaters of a family gave each recipe. */
import type { Db } from '#storage/schema.ts';
import { readAllStars } from '#storage/tables/stars.ts';

/** By eater and recipe. */
export type Stars = { [eaterId: string]: { [recipeId: string]: number } };

export async function readStars(db: Db, family: string): Promise<Stars> {
  const stars: Stars = {};
  for await (const given of readAllStars(db, family)) {
    for (const one of given) (stars[one.eaterId] ??= {})[one.recipeId] = one.stars;
  }
  return stars;
}
