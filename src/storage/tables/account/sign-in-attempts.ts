/**
 * Attempts to sign in that a device has begun: the challenge of a passkey, or the state of a sign-in at an identity
 * provider. They are stored, not kept in memory, because another server may receive the end of an attempt. Each can be
 * taken once.
 */
import { instantText } from '#domain/week/instant.ts';
import type { Db } from '#storage/schema.ts';

export type Attempt = {
  /** The hash of the challenge or the state. */
  tokenHash: string;
  purpose: string;
  /** The hash of the session or of the browser's cookie that may finish it; empty for anyone who knows the token. */
  boundTo: string;
  detail: Record<string, string>;
  expiresAtMs: number;
};

/** The family is null if the member is not known yet. */
export async function insertAttempt(
  db: Db,
  family: string | null,
  { tokenHash, purpose, boundTo, detail, expiresAtMs }: Attempt,
): Promise<void> {
  await db
    .insertInto('sign_in_attempts')
    .values({
      token_hash: tokenHash,
      family_id: family,
      purpose,
      bound_to: boundTo,
      detail: JSON.stringify(detail),
      expires_at: instantText(expiresAtMs),
    })
    .execute();
}

/**
 * Deletes the attempt and returns what it is for; undefined if it is unknown, expired, taken before, or bound to
 * another browser. Only one of two requests at the same time gets it.
 */
export async function takeAttempt(
  db: Db,
  { tokenHash, boundTo }: { tokenHash: string; boundTo: string },
  nowMs: number,
): Promise<{ family: string | null; purpose: string; detail: Record<string, string> } | undefined> {
  const row = await db
    .deleteFrom('sign_in_attempts')
    .where('token_hash', '=', tokenHash)
    .where('bound_to', '=', boundTo)
    .where('expires_at', '>', instantText(nowMs))
    .returning(['family_id as family', 'purpose', 'detail'])
    .executeTakeFirst();
  return row && { ...row, detail: JSON.parse(row.detail) as Record<string, string> };
}

export async function deleteExpiredAttempts(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('expires_at', '<=', instantText(nowMs)).execute();
}
