/** What happens to members: they sign in and out, change passwords, invite, join, change roles, leave. */
import { hashPassword, verifyPassword } from '#auth/password.ts';
import { hashSecret, newId } from '#auth/secret.ts';
import { type Caller, newToken, startSession } from '#auth/session.ts';
import type { Group } from '#domain/fair-queue.ts';
import type { Role } from '#domain/family.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { change, type ChangeContext } from '#storage/audit.ts';
import { deleteInvitation, findInvitation, insertInvitation, listInvitations } from '#storage/invitations.ts';
import {
  deleteMember,
  findMember,
  findPasswordHash,
  insertMember,
  listMembers,
  updateMember,
} from '#storage/members.ts';
import { isDuplicate } from '#storage/outage.ts';
import type { Tx } from '#storage/schema.ts';
import { deleteExpiredSessions, deleteSession, deleteSessionsOf } from '#storage/sessions.ts';
import type { Store } from '#storage/store.ts';

const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;
const MOST_MEMBERS = 20;

type Credentials = { family: string; id: string; passwordHash: string };
/** Where a session is opened: the moment, and the device in a few words. */
type Arrival = { nowMs: number; device: string };

/** Answers a token when the password is right; whether the email is known makes no difference in answer or time. */
export async function signIn(
  store: Store,
  credentials: Credentials | undefined,
  password: string,
  { groups, ...arrival }: Arrival & { groups: readonly Group[] },
): Promise<{ token: string } | Refusal> {
  const right = await verifyPassword(password, credentials?.passwordHash, groups);
  return right && credentials ? openSession(store, credentials, arrival) : refuse('wrong-password');
}

/** Signs a member in who has just shown the password, or set it. */
export function openSession(
  store: Store,
  credentials: Credentials,
  { nowMs, device }: Arrival,
): Promise<{ token: string } | Refusal> {
  const { family, id, passwordHash } = credentials;
  return change({ store, actor: id, nowMs }, family, async (tx) => {
    if (!(await isStill(tx, family, id, passwordHash))) return refuse('wrong-password');
    await deleteExpiredSessions(tx, nowMs);
    return { token: await startSession(tx, family, { member: id, device }, nowMs) };
  });
}

/** Checking takes a while, and the password may be another one, or the member gone, when it is done. */
export async function isStill(
  tx: Tx,
  family: string,
  member: string,
  passwordHash: string,
): Promise<boolean> {
  return (await findPasswordHash(tx, family, member)) === passwordHash;
}

/** On record, as every end of a session is: word of it closes the streams that were opened with it. */
export function signOut(context: ChangeContext, { family, member, tokenHash }: Caller): Promise<void> {
  return change(context, family, async (tx, record) => {
    await deleteSession(tx, family, tokenHash);
    await record('member.sign-out', { member });
  });
}

export function signOutEverywhere(context: ChangeContext, { family, member }: Caller): Promise<void> {
  return change(context, family, async (tx, record) => {
    await deleteSessionsOf(tx, family, member);
    await record('member.sign-out-everywhere', { member });
  });
}

/** Signs the member out everywhere else: whoever knew the old password is gone. */
export async function changePassword(
  context: ChangeContext,
  { family, member, tokenHash }: Caller,
  { current, next }: { current: string; next: string },
  groups: readonly Group[],
): Promise<Refusal | undefined> {
  const before = await findPasswordHash(context.store.db, family, member);
  if (before === undefined || !(await verifyPassword(current, before, groups))) {
    return refuse('wrong-password');
  }
  const passwordHash = await hashPassword(next, groups);
  return change(context, family, async (tx, record) => {
    if (!(await isStill(tx, family, member, before))) return refuse('wrong-password');
    await updateMember(tx, family, member, { passwordHash });
    await deleteSessionsOf(tx, family, member, tokenHash);
    await record('member.password', { member });
    return undefined;
  });
}

export async function invite(
  context: ChangeContext,
  family: string,
  role: Role,
): Promise<{ id: string; token: string; expiresAtMs: number } | Refusal> {
  const id = newId();
  const { token, tokenHash } = newToken();
  const expiresAtMs = context.nowMs + INVITATION_DAYS * DAY_MS;
  return change(context, family, async (tx, record) => {
    const places =
      (await listMembers(tx, family)).length + (await listInvitations(tx, family, context.nowMs)).length;
    if (places >= MOST_MEMBERS) return refuse('too-many');
    await insertInvitation(tx, family, { id, tokenHash, role, expiresAtMs }, context.nowMs);
    await record('member.invite', { invitation: id, role });
    return { id, token, expiresAtMs };
  });
}

export async function withdrawInvitation(
  context: ChangeContext,
  family: string,
  id: string,
): Promise<Refusal | undefined> {
  return change(context, family, async (tx, record) => {
    if (!(await deleteInvitation(tx, family, id))) return refuse('not-found');
    await record('member.uninvite', { invitation: id });
    return undefined;
  });
}

/** Whoever holds an invitation becomes a member. The link works once. */
export async function join(
  context: Omit<ChangeContext, 'actor'>,
  { token, email, password }: { token: string; email: string; password: string },
  groups: readonly Group[],
): Promise<Refusal | undefined> {
  const invitation = await findInvitation(context.store.db, hashSecret(token), context.nowMs);
  if (!invitation) return refuse('invitation-ended');
  const { family, id: invitationId, role } = invitation;
  const member = newId();
  const passwordHash = await hashPassword(password, groups);
  try {
    return await change({ ...context, actor: member }, family, async (tx, record) => {
      if (!(await deleteInvitation(tx, family, invitationId))) return refuse('invitation-ended');
      await insertMember(tx, family, { id: member, email, role, passwordHash }, context.nowMs);
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
  return change(context, family, async (tx, record) => {
    const refusal = await mayLose(tx, family, id, role);
    if (refusal) return refusal;
    await updateMember(tx, family, id, { role });
    await record('member.role', { member: id, role });
    return undefined;
  });
}

export async function removeMember(
  context: ChangeContext,
  family: string,
  id: string,
): Promise<Refusal | undefined> {
  return change(context, family, async (tx, record) => {
    const refusal = await mayLose(tx, family, id, 'nothing');
    if (refusal) return refusal;
    await deleteMember(tx, family, id);
    await record('member.remove', { member: id });
    return undefined;
  });
}

/** A family without an owner could never be changed again. */
async function mayLose(
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
