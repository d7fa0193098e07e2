/** Links for kitchen displays. Whoever holds one may look, and only look; of its token only the hash is kept. */
import { instantText } from '#domain/instant.ts';
import type { Db } from './schema.ts';

/** Starts from a token, as sessions do. */
export function findDisplay(db: Db, tokenHash: string) {
  return db
    .selectFrom('displays')
    .select(['family_id as family', 'id', 'seen_at as lastSeenAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export function listDisplays(db: Db, family: string) {
  return db
    .selectFrom('displays')
    .select(['id', 'name', 'created_at as createdAt', 'seen_at as lastSeenAt'])
    .where('family_id', '=', family)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Their hashes, that is. */
export async function listDisplayTokens(db: Db, family: string): Promise<string[]> {
  const rows = await db.selectFrom('displays').select('token_hash').where('family_id', '=', family).execute();
  return rows.map((row) => row.token_hash);
}

export async function insertDisplay(
  db: Db,
  family: string,
  { id, tokenHash, name }: { id: string; tokenHash: string; name: string },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('displays')
    .values({ family_id: family, id, token_hash: tokenHash, name, created_at: instantText(nowMs) })
    .execute();
}

export async function updateDisplay(
  db: Db,
  family: string,
  id: string,
  { lastSeenAt }: { lastSeenAt: string },
): Promise<void> {
  await db
    .updateTable('displays')
    .set({ seen_at: lastSeenAt })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .execute();
}

export async function deleteDisplay(db: Db, family: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('displays')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
