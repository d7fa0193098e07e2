/** Signing in and out: sessions are opened and ended here. */
import { verifyPassword } from '#auth/password.ts';
import { newId } from '#auth/secret.ts';
import { type Caller, findCaller, sessionId, startSession } from '#auth/session.ts';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext, type ChangeOrigin } from '#storage/transaction.ts';
import {
  deleteExpiredSessions,
  deleteOldestSessions,
  deleteSession,
  listSessionsOf,
} from '#storage/tables/account/sessions.ts';
import { endAccess } from '#storage/tables/account/access.ts';
import type { Store } from '#storage/store.ts';
import { isCurrentPassword } from './passwords.ts';

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
    await endAccess(tx, family, { member, kinds: ['sessions'] }, context.nowMs);
    await record('member.sign-out-everywhere', { member });
  });
}
