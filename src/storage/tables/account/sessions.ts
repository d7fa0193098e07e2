/** Sessions of signed-in members. Of a session's token only the hash is stored. */
import type { ExpressionBuilder } from 'kysely';
import { instantText } from '#domain/week/instant.ts';
import type { Db, Schema } from '#storage/schema.ts';

/** A session that is not used for this long ends, even if it has not expired. */
const IDLE_DAYS = 30;
const DAY_MS = 86_400_000;

type Columns = ExpressionBuilder<Schema, 'sessions'>;

function isLive(nowMs: number) {
  const now = instantText(nowMs);
  return (eb: Columns) => eb.and([eb('expires_at', '>', now), eb('seen_at', '>', idleSince(now))]);
}

/** A session that was used last before this instant is idle. */
export function idleSince(now: string): string {
  return instantText(Date.parse(now) - IDLE_DAYS * DAY_MS);
}

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
      'authenticated_at as authenticatedAt',
      'seen_at as seenAt',
    ])
    .where('token_hash', '=', tokenHash)
    .where(isLive(nowMs))
    .executeTakeFirst();
}

export function listSessions(db: Db, family: string) {
  return db
    .selectFrom('sessions')
    .select([
      'member_id as member',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'device',
      'address',
      'seen_at as seenAt',
    ])
    .where('family_id', '=', family)
    .orderBy('created_at')
    .orderBy('member_id')
    .execute();
}

/** The sessions of one member, the newest first. */
export function listSessionsOf(db: Db, family: string, member: string, nowMs: number) {
  return db
    .selectFrom('sessions')
    .select(['token_hash as tokenHash', 'created_at as startedAt', 'seen_at as seenAt', 'device', 'address'])
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .where(isLive(nowMs))
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute();
}

export async function listSessionTokenHashes(db: Db, family: string, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('family_id', '=', family)
    .where(isLive(nowMs))
    .execute();
  return rows.map((row) => row.token_hash);
}

export type NewSession = {
  member: string;
  tokenHash: string;
  expiresAtMs: number;
  device: string;
  address: string;
};

export async function insertSession(
  db: Db,
  family: string,
  { member, tokenHash, expiresAtMs, device, address }: NewSession,
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
      address,
      authenticated_at: instantText(nowMs),
      seen_at: instantText(nowMs),
    })
    .execute();
}

/** Records that the member has just proven who they are. */
export async function updateAuthenticatedAt(
  db: Db,
  family: string,
  tokenHash: string,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ authenticated_at: instantText(nowMs) })
    .where('family_id', '=', family)
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Records the last use of a session, and from where. */
export async function updateSeen(
  db: Db,
  family: string,
  tokenHash: string,
  { address, nowMs }: { address: string; nowMs: number },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: instantText(nowMs), address })
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
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.not(isLive(nowMs)(eb)))
    .execute();
}
