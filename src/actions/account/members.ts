/** Changes of members: sign-in and sign-out, passwords, invitations, roles, removal. */
import { hashPassword, hasPassword, verifyPassword } from '#auth/password.ts';
import { hashSecret, newId } from '#auth/secret.ts';
import { type Caller, findCaller, newToken, sessionId, startSession } from '#auth/session.ts';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import type { Role } from '#domain/family/family.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext, type ChangeOrigin } from '#storage/transaction.ts';
import {
  deleteInvitation,
  deleteInvitationsOf,
  findOpenInvitation,
  insertInvitation,
  listOpenInvitations,
} from '#storage/tables/account/invitations.ts';
import {
  deleteMember,
  findMailbox,
  findMember,
  findPasswordHash,
  insertMember,
  listMembers,
  recordRemoval,
  setEaterOf,
  updateMember,
} from '#storage/tables/account/members.ts';
import { isDuplicate } from '#storage/drivers/outage.ts';
import type { Tx } from '#storage/schema.ts';
import {
  deleteExpiredSessions,
  deleteOldestSessions,
  deleteSession,
  deleteSessionsOf,
  listSessionsOf,
} from '#storage/tables/account/sessions.ts';
import type { Store } from '#storage/store.ts';
import { endCalendarLinksOf } from '#actions/keys-and-links/calendar-links.ts';
import { endListLinksOf } from '#actions/keys-and-links/list-links.ts';
import { endKeysAndDisplaysOf, refuseNonOwner } from '#actions/keys-and-links/makers.ts';
import { refuseEater } from './member-eater.ts';
import { refuseWeakPasswordOf } from './new-password.ts';
import { hashOfNew, insertNewIdentity, type NewCredential, refuseTaken } from './new-credential.ts';

const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;
const MAX_MEMBERS = 20;
/** Per member: more devices than anyone has, and browsers that lose their cookies. */
const MAX_SESSIONS = 50;

type Credentials = { family: string; id: string; email: string; passwordHash: string };
/**
 * `oldToken` is the session that the browser already has. `isNewDevice`: the member is told by mail that a device that we
 * do not know has signed in.
 */
type SignInContext = {
  nowMs: number;
  from: ChangeOrigin;
  oldToken?: string | undefined;
  isNewDevice: boolean;
};

/** Returns a token if the password is right. Neither result nor duration shows whether the email is known. */
export async function signIn(
  store: Store,
  credentials: Credentials | undefined,
  password: string,
  { groups, ...context }: SignInContext & { groups: readonly Group[] },
): Promise<{ token: string } | Refusal> {
  const isRight = await verifyPassword(password, credentials?.passwordHash, groups);
  return isRight && credentials ? openSession(store, credentials, context) : refuse('wrong-password');
}

/**
 * Starts a session for a member whose password was just checked or set. It ends the session that the same browser
 * still has: its cookie is overwritten, so the browser could not end it later.
 */
export async function openSession(
  store: Store,
  credentials: Credentials,
  { nowMs, from, oldToken, isNewDevice }: SignInContext,
): Promise<{ token: string } | Refusal> {
  const { family, id, email, passwordHash } = credentials;
  // In a separate transaction, because the old session may belong to another family. It is the first, so that a
  // failure leaves no session whose token no client has.
  const old = await findCaller(store.db, oldToken, nowMs);
  if (old) await signOut({ store, actor: old.member, nowMs }, old);
  return auditedTransaction({ store, actor: id, nowMs, from }, family, async (tx, record, queueMail) => {
    if (!(await isCurrentPassword(tx, family, id, passwordHash))) return refuse('wrong-password');
    await deleteExpiredSessions(tx, nowMs);
    if (await deleteOldestSessions(tx, family, id, MAX_SESSIONS - 1)) {
      await record('member.sign-out-oldest', { member: id });
    }
    await record('member.sign-in', { member: id });
    if (isNewDevice) {
      await queueMail({ id: newId(), kind: 'new-device', member: id, recipient: email, detail: from });
    }
    return { token: await startSession(tx, family, { member: id, ...from }, nowMs) };
  });
}

/** Checked again in the transaction: while a password is hashed, it may be changed or the member removed. */
async function isCurrentPassword(
  tx: Tx,
  family: string,
  member: string,
  passwordHash: string,
): Promise<boolean> {
  return (await findPasswordHash(tx, family, member)) === passwordHash;
}

/** Recorded, as every end of a session is, so that its event streams are closed. */
export function signOut(context: ChangeContext, { family, member, tokenHash }: Caller): Promise<void> {
  return auditedTransaction(context, family, async (tx, record) => {
    await deleteSession(tx, family, tokenHash);
    await record('member.sign-out', { member });
  });
}

/** Ends one of the member's own sessions. */
export function endSession(
  context: ChangeContext,
  { family, member }: Caller,
  id: string,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const sessions = await listSessionsOf(tx, family, member, context.nowMs);
    const session = sessions.find(({ tokenHash }) => sessionId(tokenHash) === id);
    if (!session) return refuse('not-found');
    await deleteSession(tx, family, session.tokenHash);
    await record('member.session-end', { member });
    return undefined;
  });
}

/** By the member, or by the operator. */
export function signOutEverywhere(
  context: ChangeContext,
  { family, member }: Pick<Caller, 'family' | 'member'>,
): Promise<void> {
  return auditedTransaction(context, family, async (tx, record) => {
    await deleteSessionsOf(tx, family, member);
    await record('member.sign-out-everywhere', { member });
  });
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
    const maker = await findMailbox(tx, family, context.actor);
    // Otherwise anyone could make us write to strangers.
    if (email !== undefined && !maker?.confirmedAt) return refuse('email-unconfirmed');
    const memberCount =
      (await listMembers(tx, family)).length + (await listOpenInvitations(tx, family, context.nowMs)).length;
    if (memberCount >= MAX_MEMBERS) return refuse('too-many');
    const made = { id, tokenHash, role, expiresAtMs, madeBy: context.actor, email: email ?? null };
    await insertInvitation(tx, family, made, context.nowMs);
    if (email !== undefined) {
      const language = maker?.language ?? undefined;
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

/** Makes the holder of an invitation a member. The link works once, and only while its maker is an owner. */
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
      // Checked again: while the password was hashed, the link may have been used or its maker removed.
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
