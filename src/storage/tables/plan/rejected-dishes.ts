/** Rejected dishes: those that a family does not want to be offered for some time; its own and the cookbook's. */
import type { Creator } from '#domain/family/creator.ts';
import { readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';
import { onCreator, withCreator } from '#storage/tables/keys-and-links/creators.ts';

/** `rejectedOn` is a date in the family's time zone. */
export type RejectedDish = { recipeId: string; rejectedOn: string; createdBy: Creator };

const PAGE_SIZE = 1_000;

/** All rejected dishes, sorted by recipe, a page at a time. */
export function readAllRejectedDishes(db: Db, family: string): AsyncGenerator<RejectedDish[]> {
  return readPages<RejectedDish>(PAGE_SIZE, async (after, limit) => {
    const rows = await db
      .selectFrom('rejected_dishes')
      .leftJoin('members', onCreator('rejected_dishes'))
      .select([
        'recipe_id as recipeId',
        'rejected_on as rejectedOn',
        'created_by as createdBy',
        'members.email as creatorEmail',
      ])
      .where('rejected_dishes.family_id', '=', family)
      .where('recipe_id', '>', after?.recipeId ?? '')
      .orderBy('recipe_id')
      .limit(limit)
      .execute();
    return rows.map(withCreator);
  });
}

/** When the dish was rejected. */
export async function findRejectedOn(db: Db, family: string, recipeId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('rejected_dishes')
    .select('rejected_on')
    .where('family_id', '=', family)
    .where('recipe_id', '=', recipeId)
    .executeTakeFirst();
  return row?.rejected_on;
}

export async function countRejectedDishes(db: Db, family: string): Promise<number> {
  const { count } = await db
    .selectFrom('rejected_dishes')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function saveRejectedDish(
  db: Db,
  family: string,
  { recipeId, rejectedOn, createdBy }: Omit<RejectedDish, 'createdBy'> & { createdBy: string },
): Promise<void> {
  const rejected = { rejected_on: rejectedOn, created_by: createdBy };
  await db
    .insertInto('rejected_dishes')
    .values({ family_id: family, recipe_id: recipeId, ...rejected })
    .onConflict((conflict) => conflict.columns(['family_id', 'recipe_id']).doUpdateSet(rejected))
    .execute();
}

/** Deletes the oldest above the limit. Of one date, those with the last ids stay. */
export async function deleteOldestRejectedDishes(db: Db, family: string, max: number): Promise<void> {
  const oldest = await db
    .selectFrom('rejected_dishes')
    .select('recipe_id')
    .where('family_id', '=', family)
    .orderBy('rejected_on', 'desc')
    .orderBy('recipe_id', 'desc')
    .offset(max)
    .limit(PAGE_SIZE)
    .execute();
  const ids = oldest.map(({ recipe_id }) => recipe_id);
  if (ids.length > 0) await deleteRejectedDishes(db, family, ids);
}

/** When a recipe is deleted or gets stars. */
export async function deleteRejectedDishes(
  db: Db,
  family: string,
  recipeIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('rejected_dishes')
    .where('family_id', '=', family)
    .where('recipe_id', 'in', recipeIds)
    .execute();
}
