/** Links for kitchen displays. A link gives read access; of its token only the hash is stored. */
import { instantText } from '#domain/week/instant.ts';
import { onCreator, withCreator } from './creators.ts';
import type { Db } from '#storage/schema.ts';

/** Displays whose link has not expired. */
function selectLive(db: Db, nowMs: number) {
  return db
    .selectFrom('displays')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', instantText(nowMs))]));
}

/** Finds the family too: a display knows only its token. */
export function findDisplay(db: Db, tokenHash: string, nowMs: number) {
  return selectLive(db, nowMs)
    .select(['family_id as family', 'id', 'seen_at as lastSeenAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** All displays, also expired ones that nobody has removed. */
export async function listDisplays(db: Db, family: string) {
  const rows = await db
    .selectFrom('displays')
    .leftJoin('members', onCreator('displays'))
    .select([
      'displays.id',
      'name',
      'displays.created_at as createdAt',
      'seen_at as lastSeenAt',
      'expires_at as expiresAt',
      'created_by as createdBy',
      'members.email as creatorEmail',
    ])
    .where('displays.family_id', '=', family)
    .orderBy('displays.created_at')
    .orderBy('displays.id')
    .execute();
  return rows.map(withCreator);
}

/** The hashes of the tokens of live links. */
export async function listDisplayTokenHashes(db: Db, family: string, nowMs: number): Promise<string[]> {
  const rows = await selectLive(db, nowMs).select('token_hash').where('family_id', '=', family).execute();
  return rows.map((row) => row.token_hash);
}

type NewDisplay = {
  id: string;
  tokenHash: string;
  name: string;
  expiresAt: string | null;
  /** A member's id, or `operator`. */
  createdBy: string;
};

export async function insertDisplay(
  db: Db,
  family: string,
  { id, tokenHash, name, expiresAt, createdBy }: NewDisplay,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('displays')
    .values({
      family_id: family,
      id,
      token_hash: tokenHash,
      name,
      created_at: instantText(nowMs),
      expires_at: expiresAt,
      created_by: createdBy,
    })
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
