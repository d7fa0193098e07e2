/** Families: the accounts. All other data of a family refers to its row and is deleted with it. */
import { instantText } from '#domain/week/instant.ts';
import type { Premium } from '#domain/family/premium.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import type { Db } from '#storage/schema.ts';

export type Family = {
  id: string;
  name: string;
  timeZone: string;
  premium: Premium;
  createdAt: string;
  units: UnitSystem;
  /** As chosen; null means that of the time zone. */
  currency: string | null;
};

const columns = [
  'id',
  'name',
  'time_zone as timeZone',
  'premium',
  'created_at as createdAt',
  'units',
  'currency',
] as const;

export function findFamily(db: Db, family: string): Promise<Family | undefined> {
  return db.selectFrom('families').select(columns).where('id', '=', family).executeTakeFirst();
}

/** For the operator: a page of families in the order of their ids. */
export function listFamilies(db: Db, page: { after: string; limit: number }): Promise<Family[]> {
  return db
    .selectFrom('families')
    .select(columns)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export async function insertFamily(
  db: Db,
  {
    id,
    name,
    timeZone,
    premium,
    units = 'metric',
    currency = null,
  }: Omit<Family, 'createdAt' | 'units' | 'currency'> & Partial<Family>,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('families')
    .values({ id, name, time_zone: timeZone, premium, created_at: instantText(nowMs), units, currency })
    .execute();
}

/** Returns whether there is such a family. */
export async function updateFamily(
  db: Db,
  family: string,
  { name, timeZone, premium, units, currency }: Partial<Omit<Family, 'id' | 'createdAt'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('families')
    .set({
      ...(name !== undefined && { name }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
      ...(premium !== undefined && { premium }),
      ...(units !== undefined && { units }),
      ...(currency !== undefined && { currency }),
    })
    .where('id', '=', family)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteFamily(db: Db, family: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('families').where('id', '=', family).executeTakeFirst();
  return numDeletedRows > 0n;
}
