/** All that is kept of one family, for the family itself. Leaves out the hashes: they are of use to nobody but a thief. */
import { listApiKeys } from './api-keys.ts';
import { listAudit } from './audit.ts';
import { listChanges } from './changes.ts';
import { listDisplays } from './displays.ts';
import { findFamily } from './families.ts';
import { listInvitations } from './invitations.ts';
import { findPantry, listOperations } from './lists.ts';
import { listMembers, listRemovedMembers } from './members.ts';
import { listPlans } from './plans.ts';
import { listPrices } from './prices.ts';
import { listRecipes } from './recipes.ts';
import type { Db } from './schema.ts';
import { listSessions } from './sessions.ts';
import { withSnapshot } from './snapshot.ts';
import { listStars } from './stars.ts';
import { findWishes } from './wishes.ts';

export function exportFamily(db: Db, family: string) {
  return withSnapshot(db, async (tx) => ({
    family: await findFamily(tx, family),
    members: await listMembers(tx, family),
    sessions: await listSessions(tx, family),
    invitations: await listInvitations(tx, family),
    apiKeys: await listApiKeys(tx, family),
    plans: await listPlans(tx, family),
    recipes: await listRecipes(tx, family),
    pantry: (await findPantry(tx, family))?.entries ?? [],
    prices: await listPrices(tx, family),
    wishes: (await findWishes(tx, family))?.wishes ?? null,
    stars: await listStars(tx, family),
    listOperations: await listOperations(tx, family),
    displays: await listDisplays(tx, family),
    removedMembers: await listRemovedMembers(tx, family),
    changes: await listChanges(tx, family),
    audit: (await listAudit(tx, family)).map((line) => ({
      ...line,
      detail: JSON.parse(line.detail) as unknown,
    })),
  }));
}
