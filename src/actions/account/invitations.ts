/** Invitations, and joining a family with one. */
import { hashSecret, newId } from '#auth/secret.ts';
import { newToken } from '#auth/session.ts';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import type { Role } from '#domain/family/family.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { isDuplicate } from '#storage/outage.ts';
import {
  deleteInvitation,
  findOpenInvitation,
  insertInvitation,
  listOpenInvitations,
} from '#storage/tables/account/invitations.ts';
import { findMailbox, insertMember, listMembers, setEaterOf } from '#storage/tables/account/members.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { refuseNonOwner } from '#actions/membership.ts';
import { refuseEater } from './member-eater.ts';
import { hashOfNew, insertNewIdentity, type NewCredential, refuseTaken } from './new-credential.ts';
import { refuseWeakPasswordOf } from './new-password.ts';

const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;
const MAX_MEMBERS = 20;

/** The link of an invitation with an email is sent there, and nobody else gets it. */
export async function invite(
  context: ChangeContext,
  family: string,
  { role, email }: { role: Role; email?: string | undefined },
): Promise<{ id: string; token: string; expiresAtMs: number } | Refusal> {
  const id = newId();
  const { token, tokenHash } = newToken();
  const expiresAtMs = context.nowMs + INVITATION_DAYS * DAY_MS;
  return auditedTransaction(context, family, async (tx, record, queueMail) => {
    const refusal = await refuseNonOwner(tx, family, context.actor);
    if (refusal) return refusal;
    const creator = await findMailbox(tx, family, context.actor);
    // Otherwise anyone could make us write to strangers.
    if (email !== undefined && !creator?.confirmedAt) return refuse('email-unconfirmed');
    const memberCount =
      (await listMembers(tx, family)).length + (await listOpenInvitations(tx, family, context.nowMs)).length;
    if (memberCount >= MAX_MEMBERS) return refuse('too-many');
    const made = { id, tokenHash, role, expiresAtMs, createdBy: context.actor, email: email ?? null };
    await insertInvitation(tx, family, made, context.nowMs);
    if (email !== undefined) {
      const language = creator?.language ?? undefined;
      await queueMail({
        id: newId(),
        kind: 'invitation',
        recipient: email,
        language,
        detail: { invitation: id },
      });
    }
    await record('member.invite', { invitation: id, role });
    return { id, token, expiresAtMs };
  });
}

export async function withdrawInvitation(
  context: ChangeContext,
  family: string,
  id: string,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await deleteInvitation(tx, family, id))) return refuse('not-found');
    await record('member.uninvite', { invitation: id });
    return undefined;
  });
}

type Joining = NewCredential & {
  token: string;
  email: string;
  eaterId?: string | undefined;
  language?: string | undefined;
  /** Whether to send a link that confirms the address. */
  isConfirmationSent?: boolean;
};

/** Makes the holder of an invitation a member. The link works once, and only while its creator is an owner. */
export async function join(
  context: Omit<ChangeContext, 'actor'>,
  { token, email, eaterId, language, isConfirmationSent = false, ...credential }: Joining,
  groups: readonly Group[],
): Promise<Refusal | undefined> {
  const tokenHash = hashSecret(token);
  const invitation = await findOpenInvitation(context.store.db, tokenHash, context.nowMs);
  if (!invitation) return refuse('invitation-ended');
  const { family, id: invitationId, role } = invitation;
  const member = newId();
  const weak =
    'password' in credential
      ? await refuseWeakPasswordOf(context.store.db, family, { email, ...credential })
      : undefined;
  if (weak) return weak;
  const passwordHash = await hashOfNew(credential, groups);
  try {
    return await auditedTransaction({ ...context, actor: member }, family, async (tx, record, queueMail) => {
      // Checked again: while the password was hashed, the link may have been used or its creator removed.
      if (!(await findOpenInvitation(tx, tokenHash, context.nowMs))) return refuse('invitation-ended');
      const taken = await refuseTaken(tx, credential);
      if (taken) return taken;
      const refusal = eaterId === undefined ? undefined : await refuseEater(tx, family, member, eaterId);
      // The eater was removed or chosen meanwhile: they may choose again.
      if (refusal) return refuse('eater-taken');
      await deleteInvitation(tx, family, invitationId);
      // The link was sent to this address only.
      const isEmailConfirmed = invitation.email === email;
      const joined = { id: member, email, role, passwordHash, language, isEmailConfirmed };
      await insertMember(tx, family, joined, context.nowMs);
      if (isConfirmationSent && !isEmailConfirmed) {
        await queueMail({ id: newId(), kind: 'confirm', member, recipient: email });
      }
      await insertNewIdentity(tx, family, member, credential, context.nowMs);
      if (eaterId !== undefined) await setEaterOf(tx, family, member, eaterId);
      await record('member.join', { invitation: invitationId, member, role });
      return undefined;
    });
  } catch (error) {
    if (isDuplicate(error)) return refuse('email-taken');
    throw error;
  }
}
