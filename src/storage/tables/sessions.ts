/** Sessions of signed-in members. Of a session's token only the hash is stored. */
import { instantText } from '#domain/week/instant.ts';
import type { Db } from '#storage/schema.ts';

/** Finds the family too: a request has only the token. */
export function findSession(db: Db, tokenHash: string, nowMs: number) {
  return db
    .selectFrom('sessions')
    .innerJoin('members', (join) =>
      join
        .onRef('members.family_id', '=', 'sessions.family_id')
        .onRef('members.id', '=', 'sessions.member_id'),
    )
    .select([
      'sessions.family_id as family',
      'members.id as member',
      'members.role',
      'members.email',
      'proven_at as provenAt',
    ])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instantText(nowMs))
    .executeTakeFirst();
}

export function listSessions(db: Db, family: string) {
  return db
    .selectFrom('sessions')
    .select(['member_id as member', 'created_at as createdAt', 'expires_at as expiresAt', 'device'])
    .where('family_id', '=', family)
    .orderBy('created_at')
    .orderBy('member_id')
    .execute();
}

/** The sessions of one member, the newest first. */
export function listSessionsOf(db: Db, family: string, member: string, nowMs: number) {
  return db
    .selectFrom('sessions')
    .select(['token_hash as tokenHash', 'created_at as startedAt', 'device'])
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .where('expires_at', '>', instantText(nowMs))
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute();
}

export async function listSessionTokenHashes(db: Db, family: string, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('family_id', '=', family)
    .where('expires_at', '>', instantText(nowMs))
    .execute();
  return rows.map((row) => row.token_hash);
}

export type NewSession = { member: string; tokenHash: string; expiresAtMs: number; device: string };

export async function insertSession(
  db: Db,
  family: string,
  { member, tokenHash, expiresAtMs, device }: NewSession,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      family_id: family,
      member_id: member,
      created_at: instantText(nowMs),
      expires_at: instantText(expiresAtMs),
      device,
      proven_at: instantText(nowMs),
    })
    .execute();
}

/** Records that the member has just proven who they are. */
export async function updateProvenAt(
  db: Db,
  family: string,
  tokenHash: string,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proven_at: instantText(nowMs) })
    .where('family_id', '=', family)
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(db: Db, family: string, tokenHash: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('family_id', '=', family)
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Ends a member's sessions: all of them, or all but the one in use. */
export async function deleteSessionsOf(
  db: Db,
  family: string,
  member: string,
  exceptTokenHash = '',
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .where('token_hash', '!=', exceptTokenHash)
    .execute();
}

/** Deletes a member's oldest sessions and retains `max`. Returns whether it deleted any. */
export async function deleteOldestSessions(
  db: Db,
  family: string,
  member: string,
  max: number,
): Promise<boolean> {
  const newest = db
    .selectFrom('sessions')
    .select('token_hash')
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(max);
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .where('token_hash', 'not in', newest)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteExpiredSessions(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', instantText(nowMs)).execute();
}
