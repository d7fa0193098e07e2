/** Links with which a member confirms an address. Of the token only the hash is stored. */
import { instantText } from '#domain/week/instant.ts';
import type { Db } from '#storage/schema.ts';

type NewLink = { member: string; tokenHash: string; email: string; expiresAtMs: number };

export async function insertEmailLink(
  db: Db,
  family: string,
  { member, tokenHash, email, expiresAtMs }: NewLink,
): Promise<void> {
  await db
    .insertInto('email_links')
    .values({
      family_id: family,
      member_id: member,
      token_hash: tokenHash,
      email,
      expires_at: instantText(expiresAtMs),
    })
    .execute();
}

/**
 * A link is valid until it expires, and only while the member uses its address or wants to. Finds the family too: the
 * person who opens the mail may not be signed in there.
 */
export function findEmailLink(db: Db, tokenHash: string, nowMs: number) {
  return db
    .selectFrom('email_links as link')
    .innerJoin('members as member', (join) =>
      join.onRef('member.family_id', '=', 'link.family_id').onRef('member.id', '=', 'link.member_id'),
    )
    .select(['link.family_id as family', 'member.id as member', 'link.email', 'member.email as current'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instantText(nowMs))
    .where((eb) =>
      eb.or([
        eb('link.email', '=', eb.ref('member.email')),
        eb('link.email', '=', eb.ref('member.new_email')),
      ]),
    )
    .executeTakeFirst();
}

/** All of the member: one that was used confirms the address for good. */
export async function deleteEmailLinks(db: Db, family: string, member: string): Promise<void> {
  await db
    .deleteFrom('email_links')
    .where('family_id', '=', family)
    .where('member_id', '=', member)
    .execute();
}

/** Of all families, so that links which nobody opens do not pile up. */
export async function deleteExpiredEmailLinks(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('email_links').where('expires_at', '<=', instantText(nowMs)).execute();
}
