/** Links to read a list without an account. Of the token of a link only the hash is stored. */
import { instantText } from '#domain/week/instant.ts';
import { onCreator, withCreator } from './creators.ts';
import type { Db } from '#storage/schema.ts';

/** All links of the family, also expired ones that nobody has removed. */
export async function listListLinks(db: Db, family: string) {
  const rows = await db
    .selectFrom('list_links')
    .leftJoin('members', onCreator('list_links'))
    .select([
      'list_links.id',
      'list_links.created_at as createdAt',
      'expires_at as expiresAt',
      'created_by as createdBy',
      'members.email as creatorEmail',
    ])
    .where('list_links.family_id', '=', family)
    .orderBy('list_links.created_at')
    .orderBy('list_links.id')
    .execute();
  return rows.map(withCreator);
}

/** Finds the family too: a person who opens a link knows only its token. */
export function findListLink(db: Db, tokenHash: string, nowMs: number) {
  return db
    .selectFrom('list_links')
    .select(['family_id as family', 'id'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instantText(nowMs))
    .executeTakeFirst();
}

/** The hashes of the tokens of links that have not expired. */
export async function listListLinkTokenHashes(db: Db, family: string, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('list_links')
    .select('token_hash')
    .where('family_id', '=', family)
    .where('expires_at', '>', instantText(nowMs))
    .execute();
  return rows.map((row) => row.token_hash);
}

type NewListLink = { id: string; tokenHash: string; expiresAt: string; createdBy: string };

export async function insertListLink(
  db: Db,
  family: string,
  { id, tokenHash, expiresAt, createdBy }: NewListLink,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('list_links')
    .values({
      family_id: family,
      id,
      token_hash: tokenHash,
      created_at: instantText(nowMs),
      expires_at: expiresAt,
      created_by: createdBy,
    })
    .execute();
}

export async function deleteListLink(db: Db, family: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('list_links')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
