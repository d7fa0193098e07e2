/** Refusals: dishes that a family does not want to be offered for some time; its own and the cookbook's. */
import type { Maker } from '#domain/family/maker.ts';
import { readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';
import { onMaker, withMaker } from '#storage/tables/keys-and-links/makers.ts';

/** `refusedOn` is a date in the family's time zone. */
export type DishRefusal = { recipeId: string; refusedOn: string; maker: Maker };

const PAGE_SIZE = 1_000;

/** All refusals, sorted by recipe, a page at a time. */
export function readAllRefusals(db: Db, family: string): AsyncGenerator<DishRefusal[]> {
  return readPages<DishRefusal>(PAGE_SIZE, async (after, limit) => {
    const rows = await db
      .selectFrom('refusals')
      .leftJoin('members', onMaker('refusals'))
      .select([
        'recipe_id as recipeId',
        'refused_on as refusedOn',
        'made_by as madeBy',
        'members.email as makerEmail',
      ])
      .where('refusals.family_id', '=', family)
      .where('recipe_id', '>', after?.recipeId ?? '')
      .orderBy('recipe_id')
      .limit(limit)
      .execute();
    return rows.map(withMaker);
  });
}

/** The date of the refusal. */
export async function findRefusedOn(db: Db, family: string, recipeId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('refusals')
    .select('refused_on')
    .where('family_id', '=', family)
    .where('recipe_id', '=', recipeId)
    .executeTakeFirst();
  return row?.refused_on;
}

export async function countRefusals(db: Db, family: string): Promise<number> {
  const { count } = await db
    .selectFrom('refusals')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function saveRefusal(
  db: Db,
  family: string,
  { recipeId, refusedOn, madeBy }: Omit<DishRefusal, 'maker'> & { madeBy: string },
): Promise<void> {
  const refusal = { refused_on: refusedOn, made_by: madeBy };
  await db
    .insertInto('refusals')
    .values({ family_id: family, recipe_id: recipeId, ...refusal })
    .onConflict((conflict) => conflict.columns(['family_id', 'recipe_id']).doUpdateSet(refusal))
    .execute();
}

/** Deletes the oldest refusals above the limit. Of one date, those with the last ids stay. */
export async function deleteOldestRefusals(db: Db, family: string, max: number): Promise<void> {
  const oldest = await db
    .selectFrom('refusals')
    .select('recipe_id')
    .where('family_id', '=', family)
    .orderBy('refused_on', 'desc')
    .orderBy('recipe_id', 'desc')
    .offset(max)
    .limit(PAGE_SIZE)
    .execute();
  const ids = oldest.map(({ recipe_id }) => recipe_id);
  if (ids.length > 0) await deleteRefusals(db, family, ids);
}

/** When a recipe is deleted or gets stars. */
export async function deleteRefusals(db: Db, family: string, recipeIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('refusals')
    .where('family_id', '=', family)
    .where('recipe_id', 'in', recipeIds)
    .execute();
}
