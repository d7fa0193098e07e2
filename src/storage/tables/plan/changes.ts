/** The ids of applied changes, so that a change sent twice is applied once. */
import { sql } from 'kysely';
import { instantText } from '#domain/week/instant.ts';
import { readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';

export async function hasChange(db: Db, family: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('changes')
    .select('id')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** All ids, oldest first, a page at a time. */
export function readAllChanges(db: Db, family: string): AsyncGenerator<{ id: string; createdAt: string }[]> {
  return readPages(PAGE_SIZE, (after, limit) =>
    db
      .selectFrom('changes')
      .select(['id', 'created_at as createdAt'])
      .where('family_id', '=', family)
      .where(sql<boolean>`(created_at, id) > (${after?.createdAt ?? ''}, ${after?.id ?? ''})`)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
}

const PAGE_SIZE = 1_000;

/** Longer than any device stores a change that it could not send. */
const RETENTION_MS = 90 * 86_400_000;
/** More than two hundred a day for 90 days. The ids of a family with more changes are deleted earlier. */
const MAX_IDS = 20_000;

/** `contentId` identifies what was asked for, and is stored beside the id: another request may come with the same id. */
export type ChangeIds = { id: string; contentId?: string | undefined };

/** Inserts an id and deletes those that are too old or too many. */
export async function rememberChange(
  db: Db,
  family: string,
  { id, contentId }: ChangeIds,
  nowMs: number,
): Promise<void> {
  await deleteChangesBefore(db, family, nowMs - RETENTION_MS);
  await deleteOldestChanges(db, family, MAX_IDS - 1);
  await insertChange(db, family, id, nowMs);
  if (contentId !== undefined) await insertChange(db, family, contentId, nowMs);
}

export async function insertChange(db: Db, family: string, id: string, nowMs: number): Promise<void> {
  await db
    .insertInto('changes')
    .values({ family_id: family, id, created_at: instantText(nowMs) })
    .execute();
}

export async function deleteChangesBefore(db: Db, family: string, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('changes')
    .where('family_id', '=', family)
    .where('created_at', '<', instantText(beforeMs))
    .execute();
}

/** Retains the newest `max` changes, and those made at the same time as the oldest of them. */
export async function deleteOldestChanges(db: Db, family: string, max: number): Promise<void> {
  const first = await db
    .selectFrom('changes')
    .select('created_at')
    .where('family_id', '=', family)
    .orderBy('created_at', 'desc')
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  await db
    .deleteFrom('changes')
    .where('family_id', '=', family)
    .where('created_at', '<', first.created_at)
    .execute();
}
