/** A member sets or changes the password. */
import { hashPassword, hasPassword, verifyPassword } from '#auth/password.ts';
import type { Caller } from '#auth/session.ts';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { Tx } from '#storage/schema.ts';
import { findPasswordHash, updateMember } from '#storage/tables/account/members.ts';
import { deleteSessionsOf } from '#storage/tables/account/sessions.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
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

/** Ends all other sessions of the member, in case another person knew the old password. */
export async function changePassword(
  context: ChangeContext,
  { family, member, email, tokenHash }: Caller,
  { current, next }: { current: string; next: string },
  groups: readonly Group[],
): Promise<Refusal | undefined> {
  const before = await findPasswordHash(context.store.db, family, member);
  if (before === undefined || !(await verifyPassword(current, before, groups))) {
    return refuse('wrong-password');
  }
  const weak = await refuseWeakPasswordOf(context.store.db, family, { email, password: next });
  if (weak) return weak;
  const passwordHash = await hashPassword(next, groups);
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await isCurrentPassword(tx, family, member, before))) return refuse('wrong-password');
    await updateMember(tx, family, member, { passwordHash });
    await deleteSessionsOf(tx, family, member, tokenHash);
    await record('member.password', { member });
    return undefined;
  });
}

/** For a member who has none. The route requires a fresh proof, since there is no old password to ask for. */
export async function setFirstPassword(
  context: ChangeContext,
  { family, member, email }: Caller,
  next: string,
  groups: readonly Group[],
): Promise<Refusal | undefined> {
  const before = await findPasswordHash(context.store.db, family, member);
  if (before === undefined || hasPassword(before)) return refuse('has-password');
  const weak = await refuseWeakPasswordOf(context.store.db, family, { email, password: next });
  if (weak) return weak;
  const passwordHash = await hashPassword(next, groups);
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await isCurrentPassword(tx, family, member, before))) return refuse('has-password');
    await updateMember(tx, family, member, { passwordHash });
    await record('member.password', { member });
    return undefined;
  });
}
