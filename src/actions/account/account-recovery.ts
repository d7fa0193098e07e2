/**
 * RecoveringMember recovery for a member who has lost the password: a link that an owner or the operator makes or that was mailed,
 * and recovery codes. A use sets a new password, ends all that could act as the member, since somebody else may have made
 * it, and tells the whole family (docs/decisions/0048-a-reset-ends-everything.md).
 */
import { hashPassword } from '#auth/password.ts';
import { CODES, hashRecoveryCode, newRecoveryCode } from '#auth/recovery-code.ts';
import { hashSecret } from '#auth/secret.ts';
import { type Caller, newToken } from '#auth/session.ts';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { instantText } from '#domain/week/instant.ts';
import type { Tx } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { findMember, listMembers, updateMailbox, updateMember } from '#storage/tables/account/members.ts';
import type { AccessCounts } from '#storage/tables/account/access.ts';
import {
  deleteNotices,
  deleteRecoveryCode,
  findResetLink,
  hasRecoveryCode,
  saveRecoveryCodes,
  saveResetLink,
  saveResetNotices,
} from '#storage/tables/account/account-recovery.ts';
import { MAIL } from '#storage/actor.ts';
import { auditedTransaction, type ChangeContext, type RecordChange } from '#storage/transaction.ts';
import { refuseNewOwner, refuseNonOwner } from '#actions/membership.ts';
import { revokeAll } from './access.ts';
import { refuseWeakPasswordOf } from './new-password.ts';

const LINK_HOURS = 24;
const HOUR_MS = 3_600_000;

/** For another member. Who has a session changes the password with the old one instead. */
export async function makeResetLink(
  context: ChangeContext,
  family: string,
  member: string,
): Promise<{ token: string; expiresAtMs: number } | Refusal> {
  const { token, tokenHash } = newToken();
  const expiresAtMs = context.nowMs + LINK_HOURS * HOUR_MS;
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonOwner(tx, family, context.actor);
    if (refusal) return refusal;
    if (member === context.actor || !(await findMember(tx, family, member))) return refuse('not-found');
    const tooNew = await refuseNewOwner(tx, family, context.actor, ({ id }) => id === member, context.nowMs);
    if (tooNew) return tooNew;
    const link = { member, tokenHash, createdBy: context.actor, expiresAtMs };
    await saveResetLink(tx, family, link, context.nowMs);
    await record('member.reset-link', { member });
    return { token, expiresAtMs };
  });
}

type NewPassword = { password: string; groups: readonly Group[] };
type Context = Omit<ChangeContext, 'actor'>;

/** The member can then sign in. */
type ResetOutcome = { email: string; ended: AccessCounts };

export async function resetByLink(
  context: Context,
  token: string,
  { password, groups }: NewPassword,
): Promise<ResetOutcome | Refusal> {
  const tokenHash = hashSecret(token);
  const link = await findResetLink(context.store.db, tokenHash, context.nowMs);
  if (!link) return refuse('reset-link-ended');
  const { family, member, email, createdBy } = link;
  const weak = await refuseWeakPasswordOf(context.store.db, family, { email, password });
  if (weak) return weak;
  const passwordHash = await hashPassword(password, groups);
  return auditedTransaction(
    { ...context, actor: member, isReauthenticated: true },
    family,
    async (tx, record) => {
      // Checked again: while the password was hashed, the link may have been used or its creator removed.
      if (!(await findResetLink(tx, tokenHash, context.nowMs))) return refuse('reset-link-ended');
      const recording = { record, nowMs: context.nowMs };
      const ended = await resetPassword(tx, family, { member, passwordHash }, recording);
      if (createdBy === MAIL) {
        await updateMailbox(tx, family, member, { confirmedAt: instantText(context.nowMs) });
      }
      return { email, ended };
    },
  );
}

type RecoveringMember = { family: string; id: string; email: string };

/** An unknown account and a wrong code do the same work, so that the time does not tell them apart. */
export async function resetByCode(
  context: Context,
  account: RecoveringMember | undefined,
  { code, password, groups }: NewPassword & { code: string },
): Promise<ResetOutcome | Refusal> {
  const { family, id: member, email } = account ?? { family: '', id: '', email: '' };
  const used = { member, codeHash: hashRecoveryCode(code) };
  if (!(await hasRecoveryCode(context.store.db, family, used))) return refuse('wrong-code');
  const weak = await refuseWeakPasswordOf(context.store.db, family, { email, password });
  if (weak) return weak;
  const passwordHash = await hashPassword(password, groups);
  return auditedTransaction(
    { ...context, actor: member, isReauthenticated: true },
    family,
    async (tx, record) => {
      if (!(await deleteRecoveryCode(tx, family, used))) return refuse('wrong-code');
      const recording = { record, nowMs: context.nowMs };
      return { email, ended: await resetPassword(tx, family, { member, passwordHash }, recording) };
    },
  );
}

async function resetPassword(
  tx: Tx,
  family: string,
  { member, passwordHash }: { member: string; passwordHash: string },
  { record, nowMs }: { record: RecordChange; nowMs: number },
): Promise<AccessCounts> {
  await updateMember(tx, family, member, { passwordHash });
  const members = (await listMembers(tx, family)).map(({ id }) => id);
  await saveResetNotices(tx, family, { members, about: member }, nowMs);
  await record('member.reset', { member });
  return revokeAll(tx, family, { member, reason: 'reset' }, { record, nowMs });
}

/** A new set; the old codes no longer work. */
export async function makeRecoveryCodes(
  context: ChangeContext,
  { family, member }: Caller,
): Promise<{ codes: string[] }> {
  const codes = Array.from({ length: CODES }, newRecoveryCode);
  return auditedTransaction(context, family, async (tx, record) => {
    await saveRecoveryCodes(tx, family, member, codes.map(hashRecoveryCode));
    await record('member.recovery-codes', { member });
    return { codes };
  });
}

/** Not in the audit log: it changes nothing for others. */
export async function markNoticesRead(store: Store, { family, member }: Caller): Promise<void> {
  await store.db.transaction().execute((tx) => deleteNotices(tx, family, member));
}
