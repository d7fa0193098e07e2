/** Reset links, recovery codes and notices of members. Of a link's token and of a code only the hash is stored. */
import { instantText } from '#domain/week/instant.ts';
import type { Db } from '#storage/schema.ts';
import { type Actor, MAIL, OPERATOR } from '#storage/actor.ts';

/** A link is valid until it expires, and only while its creator is an owner; the operator's and a mailed one always. */
export function findResetLink(db: Db, tokenHash: string, nowMs: number) {
  return db
    .selectFrom('reset_links as link')
    .innerJoin('members as member', (join) =>
      join.onRef('member.family_id', '=', 'link.family_id').onRef('member.id', '=', 'link.member_id'),
    )
    .leftJoin('members as creator', (join) =>
      join.onRef('creator.family_id', '=', 'link.family_id').onRef('creator.id', '=', 'link.created_by'),
    )
    .select(['link.family_id as family', 'member.id as member', 'member.email', 'created_by as createdBy'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instantText(nowMs))
    .where((eb) => eb.or([eb('created_by', 'in', [OPERATOR, MAIL]), eb('creator.role', '=', 'owner')]))
    .executeTakeFirst();
}

type NewLink = { member: string; tokenHash: string; createdBy: Actor; expiresAtMs: number };

/** Replaces the member's earlier links. */
export async function saveResetLink(db: Db, family: string, link: NewLink, nowMs: number): Promise<void> {
  await deleteResetLinks(db, family, link.member);
  await addResetLink(db, family, link, nowMs);
}

/** Leaves earlier links valid: otherwise anyone who knows an address could end those of others. */
export async function addResetLink(
  db: Db,
  family: string,
  { member, tokenHash, createdBy, expiresAtMs }: NewLink,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('reset_links')
    .values({
      family_id: family,
      member_id: member,
      token_hash: tokenHash,
      created_by: createdBy,
      created_at: instantText(nowMs),
      expires_at: instantText(expiresAtMs),
    })
    .execute();
}

/** Of all families, so that links which nobody opens do not pile up. */
export async function deleteExpiredResetLinks(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('reset_links').where('expires_at', '<=', instantText(nowMs)).execute();
}

/** Those that were sent to an address that the member no longer has. */
export async function deleteMailedResetLinks(db: Db, family: string, member: string): Promise<void> {
  await db
    .deleteFrom('reset_links')
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .where('created_by', '=', MAIL)
    .execute();
}

async function deleteResetLinks(db: Db, family: string, member: string): Promise<void> {
  await db
    .deleteFrom('reset_links')
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .execute();
}

export async function countRecoveryCodes(db: Db, family: string, member: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function hasRecoveryCode(
  db: Db,
  family: string,
  { member, codeHash }: { member: string; codeHash: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces all codes of the member. */
export async function saveRecoveryCodes(
  db: Db,
  family: string,
  member: string,
  hashes: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .execute();
  const rows = hashes.map((code_hash) => ({ family_id: family, member_id: member, code_hash }));
  await db.insertInto('recovery_codes').values(rows).execute();
}

/** Returns whether it still existed: of two uses at the same time, one succeeds. */
export async function deleteRecoveryCode(
  db: Db,
  family: string,
  { member, codeHash }: { member: string; codeHash: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Tells every member of the family that the password of `about` was reset. */
export async function saveResetNotices(
  db: Db,
  family: string,
  { members, about }: { members: readonly string[]; about: string },
  nowMs: number,
): Promise<void> {
  await db
    .deleteFrom('notices')
    .where('family_id', '=', family)
    .where('about', '=', about)
    .where('kind', '=', 'reset')
    .execute();
  const common = { family_id: family, about, kind: 'reset' as const, at: instantText(nowMs) };
  await db
    .insertInto('notices')
    .values(members.map((member_id) => ({ ...common, member_id })))
    .execute();
}

export function listNotices(db: Db, family: string, member: string) {
  return db
    .selectFrom('notices')
    .leftJoin('members', (join) =>
      join.onRef('members.family_id', '=', 'notices.family_id').onRef('members.id', '=', 'notices.about'),
    )
    .select(['kind', 'about', 'members.email', 'at'])
    .where('notices.family_id', '=', family)
    .where('notices.member_id', '=', member)
    .orderBy('at')
    .execute();
}

export async function deleteNotices(db: Db, family: string, member: string): Promise<void> {
  await db.deleteFrom('notices').where('family_id', '=', family).where('member_id', '=', member).execute();
}
