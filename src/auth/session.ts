/** Sessions: a random token in a cookie, its hash in the database, valid for ninety days. */
import type { Role } from '#domain/family/family.ts';
import { findSession, insertSession } from '#storage/tables/account/sessions.ts';
import type { Db, Tx } from '#storage/schema.ts';
import { hashSecret, randomText } from './secret.ts';

export const SESSION_DAYS = 90;
const DAY_MS = 86_400_000;

/** The signed-in member who sends a request. */
export type Caller = {
  family: string;
  member: string;
  role: Role;
  email: string;
  tokenHash: string;
  /** When the member last proved who they are in this session. */
  authenticatedAt: string;
  seenAt: string;
};

/** Names a session to its member. The hash of the token would do, but a hash of a secret is in no response. */
export function sessionId(tokenHash: string): string {
  return hashSecret(tokenHash).slice(0, 16);
}

/** How long after a proof a sensitive action needs no other one. */
const REAUTHENTICATION_MINUTES = 10;

export function isRecentlyAuthenticated(
  { authenticatedAt }: Pick<Caller, 'authenticatedAt'>,
  nowMs: number,
): boolean {
  return nowMs - Date.parse(authenticatedAt) <= REAUTHENTICATION_MINUTES * 60_000;
}

export function newToken(): { token: string; tokenHash: string } {
  const token = randomText(43);
  return { token, tokenHash: hashSecret(token) };
}

/** Returns the token, which signs its holder in as this member. */
export async function startSession(
  tx: Tx,
  family: string,
  { member, device, address = '' }: { member: string; device: string; address?: string },
  nowMs: number,
): Promise<string> {
  const { token, tokenHash } = newToken();
  const expiresAtMs = nowMs + SESSION_DAYS * DAY_MS;
  await insertSession(tx, family, { member, tokenHash, expiresAtMs, device, address }, nowMs);
  return token;
}

export async function findCaller(
  db: Db,
  token: string | undefined,
  nowMs: number,
): Promise<Caller | undefined> {
  if (!token || token.length > 100) return undefined;
  const tokenHash = hashSecret(token);
  const session = await findSession(db, tokenHash, nowMs);
  return session && { ...session, tokenHash };
}
