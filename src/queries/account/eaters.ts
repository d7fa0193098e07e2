/** The eaters of a family who may be a member. */
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import { listMembers } from '#storage/tables/account/members.ts';
import type { Db } from '#storage/schema.ts';

/** The eaters whom no member is. */
export async function readFreeEaters(db: Db, family: string): Promise<{ id: string; name: string }[]> {
  const { eaters = [] } = (await findPreferences(db, family))?.preferences ?? {};
  const taken = (await listMembers(db, family)).map(({ eaterId }) => eaterId);
  return eaters.filter(({ id }) => !taken.includes(id)).map(({ id, name }) => ({ id, name }));
}
