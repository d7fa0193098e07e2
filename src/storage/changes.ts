/** The ids of changes that were made, so that a change sent twice is made once. */
import { instantText } from '#domain/instant.ts';
import type { Db } from './schema.ts';

export async function hasChange(db: Db, family: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('changes')
    .select('id')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export function listChanges(db: Db, family: string) {
  return db
    .selectFrom('changes')
    .select(['id', 'made_at as madeAt'])
    .where('family_id', '=', family)
    .orderBy('made_at')
    .orderBy('id')
    .execute();
}

export async function insertChange(db: Db, family: string, id: string, nowMs: number): Promise<void> {
  await db
    .insertInto('changes')
    .values({ family_id: family, id, made_at: instantText(nowMs) })
    .execute();
}

export async function deleteChangesBefore(db: Db, family: string, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('changes')
    .where('family_id', '=', family)
    .where('made_at', '<', instantText(beforeMs))
    .execute();
}
