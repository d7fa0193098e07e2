/** Roles and removal of members. */
import type { Role } from '#domain/family/family.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { Tx } from '#storage/schema.ts';
import { deleteInvitationsOf } from '#storage/tables/account/invitations.ts';
import {
  deleteMember,
  findMember,
  listMembers,
  recordRemoval,
  updateMember,
} from '#storage/tables/account/members.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { endCalendarLinksOf } from '#actions/keys-and-links/calendar-links.ts';
import { endListLinksOf } from '#actions/keys-and-links/list-links.ts';
import { endKeysAndDisplaysOf, refuseNonOwner } from '#actions/keys-and-links/makers.ts';

export async function changeRole(
  context: ChangeContext,
  family: string,
  id: string,
  role: Role,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal =
      (await refuseNonOwner(tx, family, context.actor)) ??
      (await refuseLosingLastOwner(tx, family, id, role));
    if (refusal) return refusal;
    await updateMember(tx, family, id, { role });
    // They stay deleted if the member becomes an owner again.
    const ended = role === 'owner' ? 0 : await deleteInvitationsOf(tx, family, id);
    await record('member.role', { member: id, role, invitationsEnded: ended });
    return undefined;
  });
}

/**
 * Ends the member's sessions, invitations and links to the list and to the calendar, and the keys and display links
 * they made if that is chosen.
 */
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
      (await refuseLosingLastOwner(tx, family, id, 'nothing'));
    if (refusal) return refusal;
    if (endKeysAndDisplays) await endKeysAndDisplaysOf(tx, family, id, { nowMs, record });
    await endListLinksOf(tx, family, id, record);
    await endCalendarLinksOf(tx, family, id, record);
    const ended = await deleteInvitationsOf(tx, family, id);
    await recordRemoval(tx, family, id, nowMs);
    await deleteMember(tx, family, id);
    await record('member.remove', { member: id, invitationsEnded: ended });
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
