/** With what a new member signs in: a password, or an account at the identity provider. */
import { hashPassword, noPassword } from '#auth/password.ts';
import { newId } from '#auth/secret.ts';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { findIdentity, type Identity, insertIdentity } from '#storage/tables/account/identities.ts';
import type { Tx } from '#storage/schema.ts';

export type NewCredential = { password: string } | { identity: Identity };

export async function hashOfNew(credential: NewCredential, groups: readonly Group[]): Promise<string> {
  return 'password' in credential ? hashPassword(credential.password, groups) : noPassword();
}

/** The identity may have become a member's in another tab. */
export async function refuseTaken(tx: Tx, credential: NewCredential): Promise<Refusal | undefined> {
  const isTaken = 'identity' in credential && (await findIdentity(tx, credential.identity)) !== undefined;
  return isTaken ? refuse('identity-taken') : undefined;
}

export async function insertNewIdentity(
  tx: Tx,
  family: string,
  member: string,
  credential: NewCredential,
  nowMs: number,
): Promise<void> {
  if ('identity' in credential)
    await insertIdentity(tx, family, { ...credential.identity, id: newId(), member }, nowMs);
}
