/** All that is kept of one family, for the family itself. Leaves out the hashes: they are of use to nobody but a thief. */
import { listApiKeys } from './api-keys.ts';
import { listAudit } from './audit.ts';
import { findFamily } from './families.ts';
import { listMembers } from './members.ts';
import { listPlans } from './plans.ts';
import type { Db } from './schema.ts';

export async function exportFamily(db: Db, family: string) {
  return {
    family: await findFamily(db, family),
    members: await listMembers(db, family),
    apiKeys: await listApiKeys(db, family),
    plans: await listPlans(db, family),
    audit: (await listAudit(db, family)).map((line) => ({
      ...line,
      detail: JSON.parse(line.detail) as unknown,
    })),
  };
}
