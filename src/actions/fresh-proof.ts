/** Records that a member has proven who they are, which sensitive actions require (`needsFreshProof` of a route). */
import { verifyPassword } from '#auth/password.ts';
import type { Caller } from '#auth/session.ts';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { findPasswordHash } from '#storage/tables/members.ts';
import { updateProvenAt } from '#storage/tables/sessions.ts';
import type { Store } from '#storage/store.ts';

/**
 * For this session only: a proof on one device must not help a thief of another. Not in the audit log, since it
 * changes nothing that the family sees.
 */
export async function recordProof(
  store: Store,
  { family, tokenHash }: Pick<Caller, 'family' | 'tokenHash'>,
  nowMs: number,
): Promise<void> {
  await store.db.transaction().execute((tx) => updateProvenAt(tx, family, tokenHash, nowMs));
}

export async function proveByPassword(
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
  await recordProof(store, caller, nowMs);
  return undefined;
}
