/** Invitations: a link that lets one more adult join. Used once, then gone; only its hash is kept. */
import { instantText } from '#domain/instant.ts';
import type { Role } from '#domain/family.ts';
import type { Db } from './schema.ts';

export function listInvitations(db: Db, family: string, nowMs: number) {
  return db
    .selectFrom('invitations')
    .select(['id', 'role', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('family_id', '=', family)
    .where('expires_at', '>', instantText(nowMs))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Starts from a token, as sessions do: whoever joins has no family yet. */
export function findInvitation(db: Db, tokenHash: string, nowMs: number) {
  return db
    .selectFrom('invitations')
    .select(['family_id as family', 'id', 'role'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instantText(nowMs))
    .executeTakeFirst();
}

export async function insertInvitation(
  db: Db,
  family: string,
  { id, tokenHash, role, expiresAtMs }: { id: string; tokenHash: string; role: Role; expiresAtMs: number },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('invitations')
    .values({
      family_id: family,
      id,
      token_hash: tokenHash,
      role,
      created_at: instantText(nowMs),
      expires_at: instantText(expiresAtMs),
    })
    .execute();
}

/** Answers whether it was still there: of two who use one link at once, one gets it. */
export async function deleteInvitation(db: Db, family: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
