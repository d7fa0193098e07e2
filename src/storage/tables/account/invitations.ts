/** Invitations: links with which one more adult can join, once. Of the token only the hash is stored. */
import { instantText } from '#domain/week/instant.ts';
import type { Role } from '#domain/family/family.ts';
import { onCreator, withCreator } from '#storage/tables/keys-and-links/creators.ts';
import type { Db } from '#storage/schema.ts';

const columns = [
  'invitations.id',
  'invitations.role',
  'invitations.created_at as createdAt',
  'expires_at as expiresAt',
  'created_by as createdBy',
  'members.email as creatorEmail',
  'invitations.email',
] as const;

/** All invitations, also those that are no longer open. */
export async function listInvitations(db: Db, family: string) {
  const rows = await db
    .selectFrom('invitations')
    .leftJoin('members', onCreator('invitations'))
    .select(columns)
    .where('invitations.family_id', '=', family)
    .orderBy('invitations.created_at')
    .orderBy('invitations.id')
    .execute();
  return rows.map(withCreator);
}

/**
 * An invitation is open until it expires, and only while its creator is an owner: a removed or demoted
 * owner can no longer invite. An invitation without a creator is never open.
 */
function selectOpen(db: Db, nowMs: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('members', onCreator('invitations'))
    .where('members.role', '=', 'owner')
    .where('expires_at', '>', instantText(nowMs));
}

export async function listOpenInvitations(db: Db, family: string, nowMs: number) {
  const rows = await selectOpen(db, nowMs)
    .select(columns)
    .where('invitations.family_id', '=', family)
    .orderBy('invitations.created_at')
    .orderBy('invitations.id')
    .execute();
  return rows.map(withCreator);
}

/** Finds the family too: a person who joins has none yet. */
export function findOpenInvitation(db: Db, tokenHash: string, nowMs: number) {
  return selectOpen(db, nowMs)
    .select(['invitations.family_id as family', 'invitations.id', 'invitations.role', 'invitations.email'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

type NewInvitation = {
  id: string;
  tokenHash: string;
  role: Role;
  expiresAtMs: number;
  createdBy: string;
  /** To which the link is sent; null for one that its creator passes on. */
  email?: string | null;
};

export async function insertInvitation(
  db: Db,
  family: string,
  { id, tokenHash, role, expiresAtMs, createdBy, email = null }: NewInvitation,
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
      created_by: createdBy,
      email,
    })
    .execute();
}

/** Replaces the token of an open invitation by mail. Returns whether it is still open. */
export async function renewInvitationToken(
  db: Db,
  family: string,
  { id, tokenHash }: { id: string; tokenHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ token_hash: tokenHash })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether it still existed: when two people use one link at the same time, one succeeds. */
export async function deleteInvitation(db: Db, family: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
