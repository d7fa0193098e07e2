/**
 * What is recorded of a session while it is used: its last use, and when the member has proven who they are, which
 * sensitive actions require (`needsReauthentication` of a route). Not in the audit log: it changes nothing that a follower of
 * the log shows.
 */
import { verifyPassword } from '#auth/password.ts';
import type { Caller } from '#auth/session.ts';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { isOutage } from '#storage/outage.ts';
import { findPasswordHash } from '#storage/tables/account/members.ts';
import { updateAuthenticatedAt, updateSeen } from '#storage/tables/account/sessions.ts';
import type { Store } from '#storage/store.ts';

/** For this session only: a proof on one device must not help a thief of another. */
export async function recordAuthentication(
  store: Store,
  { family, tokenHash }: Pick<Caller, 'family' | 'tokenHash'>,
  nowMs: number,
): Promise<void> {
  await store.db.transaction().execute((tx) => updateAuthenticatedAt(tx, family, tokenHash, nowMs));
}

export async function reauthenticateByPassword(
  store: Store,
  caller: Caller,
  password: string,
  { nowMs, groups }: { nowMs: number; groups: readonly Group[] },
): Promise<Refusal | undefined> {
  const passwordHash = await findPasswordHash(store.db, caller.family, caller.member);
  if (passwordHash === undefined || !(await verifyPassword(password, passwordHash, groups))) {
    return refuse('wrong-password');
  }
  // If the password was changed meanwhile, this session has ended, and there is nothing to update.
  await recordAuthentication(store, caller, nowMs);
  return undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Records the last use of a session, at most once an hour, so that reads stay cheap. A database that cannot be written
 * to, such as one on a full disk, still serves reads.
 */
export async function recordSeen(
  store: Store,
  { family, tokenHash, seenAt }: Caller,
  { address, nowMs }: { address: string; nowMs: number },
): Promise<void> {
  if (nowMs - Date.parse(seenAt) < HOUR_MS) return;
  try {
    await store.db.transaction().execute((tx) => updateSeen(tx, family, tokenHash, { address, nowMs }));
  } catch (error) {
    if (!isOutage(error)) throw error;
  }
}
