/** Links to read a list without an account. Of the token of a link only the hash is stored. */
import { onMaker, withMaker } from './makers.ts';
import type { Db } from '#storage/schema.ts';

/** All links of the family, also expired ones that nobody has removed. */
export async function listListLinks(db: Db, family: string) {
  const rows = await db
    .selectFrom('list_links')
    .leftJoin('members', onMaker('list_links'))
    .select([
      'list_links.id',
      'list_links.created_at as createdAt',
      'expires_at as expiresAt',
      'made_by as madeBy',
      'members.email as makerEmail',
    ])
    .where('list_links.family_id', '=', family)
    .orderBy('list_links.created_at')
    .orderBy('list_links.id')
    .execute();
  return rows.map(withMaker);
}
