/** Begins and takes attempts to sign in: challenges of passkeys and sign-ins at an identity provider. */
import { hashSecret } from '#auth/secret.ts';
import {
  type Attempt,
  deleteExpiredAttempts,
  insertAttempt,
  takeAttempt as takeStoredAttempt,
} from '#storage/tables/account/sign-in-attempts.ts';
import type { Store } from '#storage/store.ts';

/** Not in the audit log: an attempt changes nothing that a family sees. */
export async function beginAttempt(
  store: Store,
  family: string | null,
  { token, ...attempt }: Omit<Attempt, 'tokenHash'> & { token: string },
  nowMs: number,
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    await deleteExpiredAttempts(tx, nowMs);
    await insertAttempt(tx, family, { ...attempt, tokenHash: hashSecret(token) });
  });
}

/** Undefined if the attempt is unknown, over, taken before, or bound to another session or browser. */
export function takeAttempt(
  store: Store,
  { token, boundTo }: { token: string; boundTo: string },
  nowMs: number,
): ReturnType<typeof takeStoredAttempt> {
  return store.db
    .transaction()
    .execute((tx) => takeStoredAttempt(tx, { tokenHash: hashSecret(token), boundTo }, nowMs));
}
