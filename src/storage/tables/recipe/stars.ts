/** Stars: how much an eater likes a recipe, one to five; of the family's own recipes and the cookbook's. */
import { sql } from 'kysely';
import { readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';

export type Star = { eaterId: string; recipeId: string; stars: number };

/** All stars, sorted by eater and recipe, a page at a time. */
export function readAllStars(db: Db, family: string): AsyncGenerator<Star[]> {
  return readPages(PAGE_SIZE, (after, limit) =>
    db
      .selectFrom('stars')
      .select(['eater_id as eaterId', 'recipe_id as recipeId', 'stars'])
      .where('family_id', '=', family)
      .where(sql<boolean>`(eater_id, recipe_id) > (${after?.eaterId ?? ''}, ${after?.recipeId ?? ''})`)
      .orderBy('eater_id')
      .orderBy('recipe_id')
      .limit(limit)
      .execute(),
  );
}

const PAGE_SIZE = 1_000;

/** The number of the family's stars without this one. */
export async function countOtherStars(
  db: Db,
  family: string,
  { eaterId, recipeId }: Omit<Star, 'stars'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('stars')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('family_id', '=', family)
    .where(sql<boolean>`(eater_id, recipe_id) <> (${eaterId}, ${recipeId})`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function saveStar(db: Db, family: string, { eaterId, recipeId, stars }: Star): Promise<void> {
  await db
    .insertInto('stars')
    .values({ family_id: family, eater_id: eaterId, recipe_id: recipeId, stars })
    .onConflict((conflict) => conflict.columns(['family_id', 'eater_id', 'recipe_id']).doUpdateSet({ stars }))
    .execute();
}

/** Adds those that the family does not have, and returns them. */
export async function addStars(db: Db, family: string, added: readonly Star[]): Promise<Star[]> {
  if (added.length === 0) return [];
  return db
    .insertInto('stars')
    .values(
      added.map(({ eaterId, recipeId, stars }) => ({
        family_id: family,
        eater_id: eaterId,
        recipe_id: recipeId,
        stars,
      })),
    )
    .onConflict((conflict) => conflict.columns(['family_id', 'eater_id', 'recipe_id']).doNothing())
    .returning(['eater_id as eaterId', 'recipe_id as recipeId', 'stars'])
    .execute();
}

/** Deletes a star, unless somebody has given another one since. */
export async function takeBackStar(
  db: Db,
  family: string,
  { eaterId, recipeId, stars }: Star,
): Promise<void> {
  await db
    .deleteFrom('stars')
    .where('family_id', '=', family)
    .where('eater_id', '=', eaterId)
    .where('recipe_id', '=', recipeId)
    .where('stars', '=', stars)
    .execute();
}

export async function deleteStar(
  db: Db,
  family: string,
  { eaterId, recipeId }: Omit<Star, 'stars'>,
): Promise<void> {
  await db
    .deleteFrom('stars')
    .where('family_id', '=', family)
    .where('eater_id', '=', eaterId)
    .where('recipe_id', '=', recipeId)
    .execute();
}

/** When a recipe is deleted. */
export async function deleteStarsFor(db: Db, family: string, recipeId: string): Promise<void> {
  await db.deleteFrom('stars').where('family_id', '=', family).where('recipe_id', '=', recipeId).execute();
}

/** Deletes the stars of all eaters except these. */
export async function deleteStarsOfOthers(db: Db, family: string, eaterIds: string[]): Promise<void> {
  const others = db.deleteFrom('stars').where('family_id', '=', family);
  await (eaterIds.length > 0 ? others.where('eater_id', 'not in', eaterIds) : others).execute();
}
