/** A family's preferences: one document with one version, and the time of the next automatic planning. */
import { instantText } from '#domain/week/instant.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import { BASE_LANGUAGE, type Language, findLanguage } from '#languages/language.ts';
import type { Db } from '#storage/schema.ts';

export type StoredPreferences = {
  version: number;
  preferences: Preferences;
  dueAt: string | null;
  /** Of the member who saved them last. Weeks that are planned automatically have dishes with titles in it. */
  language: Language;
};

export async function findPreferences(db: Db, family: string): Promise<StoredPreferences | undefined> {
  const row = await db
    .selectFrom('preferences')
    .select(['version', 'document', 'due_at', 'language'])
    .where('family_id', '=', family)
    .executeTakeFirst();
  if (!row) return undefined;
  const { version, document, due_at: dueAt } = row;
  const language = findLanguage(row.language) ?? BASE_LANGUAGE;
  return { version, preferences: JSON.parse(document) as Preferences, dueAt, language };
}

/** 0 when the family has no preferences yet. */
export async function findPreferencesVersion(db: Db, family: string): Promise<number> {
  const row = await db
    .selectFrom('preferences')
    .select('version')
    .where('family_id', '=', family)
    .executeTakeFirst();
  return row?.version ?? 0;
}

export async function savePreferences(
  db: Db,
  family: string,
  { version, preferences, dueAt, language }: StoredPreferences,
): Promise<void> {
  const row = { version, document: JSON.stringify(preferences), due_at: dueAt, language };
  await db
    .insertInto('preferences')
    .values({ family_id: family, ...row })
    .onConflict((conflict) => conflict.column('family_id').doUpdateSet(row))
    .execute();
}

/** Afterwards the defaults count again. */
export async function deletePreferences(db: Db, family: string): Promise<void> {
  await db.deleteFrom('preferences').where('family_id', '=', family).execute();
}

export async function setDueAt(db: Db, family: string, dueAt: string): Promise<void> {
  await db.updateTable('preferences').set({ due_at: dueAt }).where('family_id', '=', family).execute();
}

/** Returns false and writes nothing when planning is no longer due at the time that was read. */
export async function advanceDueAt(
  db: Db,
  family: string,
  seen: string,
  next: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('preferences')
    .set({ due_at: next })
    .where('family_id', '=', family)
    .where('due_at', '=', seen)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Families whose automatic planning is due, the longest waiting first. */
export async function findDueFamilies(
  db: Db,
  nowMs: number,
  limit: number,
): Promise<{ family: string; dueAt: string }[]> {
  const rows = await db
    .selectFrom('preferences')
    .select(['family_id', 'due_at'])
    .where('due_at', '<=', instantText(nowMs))
    .orderBy('due_at')
    .orderBy('family_id')
    .limit(limit)
    .execute();
  return rows.map(({ family_id, due_at }) => ({ family: family_id, dueAt: String(due_at) }));
}
