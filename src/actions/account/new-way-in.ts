/** With what a new member signs in: a password, or an account at the identity provider. */
import { hashPassword, noPassword } from '#auth/password.ts';
import { newId } from '#auth/secret.ts';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { findIdentity, type Identity, insertIdentity } from '#storage/tables/account/identities.ts';
import type { Tx } from '#storage/schema.ts';

export type NewWayIn = { password: string } | { identity: Identity };

export async function hashOfNew(wayIn: NewWayIn, groups: readonly Group[]): Promise<string> {
  return 'password' in wayIn ? hashPassword(wayIn.password, groups) : noPassword();
}

/** The identity may have become a member's in another tab. */
export async function refuseTaken(tx: Tx, wayIn: NewWayIn): Promise<Refusal | undefined> {
  const isTaken = 'identity' in wayIn && (await findIdentity(tx, wayIn.identity)) !== undefined;
  return isTaken ? refuse('identity-taken') : undefined;
}

export async function insertNewIdentity(
  tx: Tx,
  family: string,
  member: string,
  wayIn: NewWayIn,
  nowMs: number,
): Promise<void> {
  if ('identity' in wayIn)
    await insertIdentity(tx, family, { ...wayIn.identity, id: newId(), member }, nowMs);
}
