/** The pantry: the foods that a family has at home, as one document with one version. */
import type { Db } from '#storage/schema.ts';

/** A food at home; without a quantity, enough of it. `bestBefore` is a calendar date: `2026-11-15`. */
export type StoredPantryEntry = {
  foodId: string;
  quantityText?: string | undefined;
  bestBefore?: string | undefined;
};
export type Pantry = { version: number; entries: StoredPantryEntry[] };

export async function findPantry(db: Db, family: string): Promise<Pantry | undefined> {
  const row = await db
    .selectFrom('pantries')
    .select(['version', 'entries'])
    .where('family_id', '=', family)
    .executeTakeFirst();
  return row && { version: row.version, entries: JSON.parse(row.entries) as StoredPantryEntry[] };
}

export async function savePantry(db: Db, family: string, { version, entries }: Pantry): Promise<void> {
  const row = { version, entries: JSON.stringify(entries) };
  await db
    .insertInto('pantries')
    .values({ family_id: family, ...row })
    .onConflict((conflict) => conflict.column('family_id').doUpdateSet(row))
    .execute();
}
