/** Roles and removal of members. */
import type { Role } from '#domain/family/family.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { Tx } from '#storage/schema.ts';
import { ALL_ACCESS } from '#storage/tables/account/access.ts';
import {
  deleteMember,
  findMember,
  listMembers,
  recordRemoval,
  updateMember,
} from '#storage/tables/account/members.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { refuseNewOwner, refuseNonOwner } from '#actions/membership.ts';
import { FAMILY_ACCESS, revokeAll } from './access.ts';

export async function changeRole(
  context: ChangeContext,
  family: string,
  id: string,
  role: Role,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal =
      (await refuseNonOwner(tx, family, context.actor)) ??
      (await refuseNewOwner(tx, family, context.actor, (owner) => owner.id === id, context.nowMs)) ??
      (await refuseLosingLastOwner(tx, family, id, role));
    if (refusal) return refusal;
    await updateMember(tx, family, id, { role });
    await record('member.role', { member: id, role });
    // They do not work again if the member becomes an owner again.
    const ending = { member: id, reason: 'role', kinds: ['invitations', 'reset_links'] } as const;
    if (role !== 'owner') await revokeAll(tx, family, ending, { record, nowMs: context.nowMs });
    return undefined;
  });
}

/** Ends all that the member has and has made; keys, display links and webhooks of the family only if that is chosen. */
export async function removeMember(
  context: ChangeContext,
  family: string,
  id: string,
  { endKeysAndDisplays }: { endKeysAndDisplays: boolean },
): Promise<Refusal | undefined> {
  const { nowMs } = context;
  return auditedTransaction(context, family, async (tx, record) => {
    const isLeaving = id === context.actor;
    const refusal =
      (isLeaving ? undefined : await refuseNonOwner(tx, family, context.actor)) ??
      (await refuseNewOwner(tx, family, context.actor, (owner) => owner.id === id, nowMs)) ??
      (await refuseLosingLastOwner(tx, family, id, 'nothing'));
    if (refusal) return refusal;
    const kinds = ALL_ACCESS.filter((kind) => endKeysAndDisplays || !FAMILY_ACCESS.includes(kind));
    await revokeAll(tx, family, { member: id, reason: 'removal', kinds }, { record, nowMs });
    await recordRemoval(tx, family, id, nowMs);
    await deleteMember(tx, family, id);
    await record('member.remove', { member: id });
    return undefined;
  });
}

/** A family without an owner could no longer be administered. */
async function refuseLosingLastOwner(
  tx: Tx,
  family: string,
  id: string,
  becomes: Role | 'nothing',
): Promise<Refusal | undefined> {
  const member = await findMember(tx, family, id);
  if (!member) return refuse('not-found');
  if (becomes === 'owner' || member.role !== 'owner') return undefined;
  const owners = (await listMembers(tx, family)).filter(({ role }) => role === 'owner');
  return owners.length > 1 ? undefined : refuse('last-owner');
}
