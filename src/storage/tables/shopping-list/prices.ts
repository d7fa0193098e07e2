/** Food prices that a family has set itself. For all others the catalogue's prices apply. */
import type { Prices } from '#domain/food/cost.ts';
import type { Offer } from '#domain/food/sold-amounts.ts';
import type { Db } from '#storage/schema.ts';

/** `offer`: the price as typed, if not per kilogram. */
export type StoredPrice = { foodId: string; centsPerKg: number; offer?: Offer };

export async function listPrices(db: Db, family: string): Promise<StoredPrice[]> {
  const rows = await db
    .selectFrom('prices')
    .select(['food_id', 'cents_per_kg', 'offer'])
    .where('family_id', '=', family)
    .orderBy('food_id')
    .execute();
  return rows.map((row) => ({
    foodId: row.food_id,
    centsPerKg: row.cents_per_kg,
    ...(row.offer !== null && { offer: JSON.parse(row.offer) as Offer }),
  }));
}

export async function readPrices(db: Db, family: string): Promise<Prices> {
  return new Map((await listPrices(db, family)).map(({ foodId, centsPerKg }) => [foodId, centsPerKg]));
}

export async function savePrice(
  db: Db,
  family: string,
  { foodId, centsPerKg, offer: typed }: StoredPrice,
): Promise<void> {
  const offer = typed ? JSON.stringify(typed) : null;
  await db
    .insertInto('prices')
    .values({ family_id: family, food_id: foodId, cents_per_kg: centsPerKg, offer })
    .onConflict((conflict) =>
      conflict.columns(['family_id', 'food_id']).doUpdateSet({ cents_per_kg: centsPerKg, offer }),
    )
    .execute();
}

/** Returns whether there was a price. */
export async function deletePrice(db: Db, family: string, foodId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('prices')
    .where('family_id', '=', family)
    .where('food_id', '=', foodId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
