/** A member sets or changes the password. */
import { hashPassword, hasPassword, verifyPassword } from '#auth/password.ts';
import type { Caller } from '#auth/session.ts';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import { type Reason, type Refusal, refuse } from '#domain/refusal.ts';
import type { Tx } from '#storage/schema.ts';
import { findPasswordHash, updateMember } from '#storage/tables/account/members.ts';
import { type AccessCounts, ALL_ACCESS } from '#storage/tables/account/access.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { revokeAll } from './access.ts';
import { refuseWeakPasswordOf } from './new-password.ts';

/** Checked again in the transaction: while a password is hashed, it may be changed or the member removed. */
export async function isCurrentPassword(
  tx: Tx,
  family: string,
  member: string,
  passwordHash: string,
): Promise<boolean> {
  return (await findPasswordHash(tx, family, member)) === passwordHash;
}

type NewPassword = {
  next: string;
  /** Whether everything else that can act as the member ends too, and not only the other sessions. */
  endsAll: boolean;
};

/** Ends all other sessions of the member and open links to another password, in case another person knew the old one. */
export async function changePassword(
  context: ChangeContext,
  caller: Caller,
  { current, ...password }: NewPassword & { current: string },
  groups: readonly Group[],
): Promise<Refusal | { ended: AccessCounts }> {
  const before = await findPasswordHash(context.store.db, caller.family, caller.member);
  if (before === undefined || !(await verifyPassword(current, before, groups))) {
    return refuse('wrong-password');
  }
  // The current password is the proof.
  const proven = { ...context, isReauthenticated: true };
  return storePassword(proven, caller, { ...password, before, orRefuse: 'wrong-password' }, groups);
}

/** For a member who has none. The route requires reauthentication, since there is no old password to ask for. */
export async function setFirstPassword(
  context: ChangeContext,
  caller: Caller,
  password: NewPassword,
  groups: readonly Group[],
): Promise<Refusal | { ended: AccessCounts }> {
  const before = await findPasswordHash(context.store.db, caller.family, caller.member);
  if (before === undefined || hasPassword(before)) return refuse('has-password');
  return storePassword(context, caller, { ...password, before, orRefuse: 'has-password' }, groups);
}

async function storePassword(
  context: ChangeContext,
  { family, member, email, tokenHash }: Caller,
  { next, endsAll, before, orRefuse }: NewPassword & { before: string; orRefuse: Reason },
  groups: readonly Group[],
): Promise<Refusal | { ended: AccessCounts }> {
  const weak = await refuseWeakPasswordOf(context.store.db, family, { email, password: next });
  if (weak) return weak;
  const passwordHash = await hashPassword(next, groups);
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await isCurrentPassword(tx, family, member, before))) return refuse(orRefuse);
    await updateMember(tx, family, member, { passwordHash });
    await record('member.password', { member });
    const kinds = endsAll ? ALL_ACCESS : (['sessions', 'reset_links'] as const);
    const ending = { member, reason: 'password', kinds, exceptSession: tokenHash } as const;
    return { ended: await revokeAll(tx, family, ending, { record, nowMs: context.nowMs }) };
  });
}
