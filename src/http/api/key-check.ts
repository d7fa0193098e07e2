/**
 * Checks the API key of a request that goes through the framework, for the public API, CalDAV and MCP: before its body is
 * read, and again if the body was late.
 */
import { openCookbook } from '#jobs/cookbook-opening.ts';
import { type createDeadline, currentWork } from '#storage/deadline.ts';
import { keyActor } from '#storage/transaction.ts';
import type { AppRateLimit } from '#http/access/rate-limit.ts';
import type { ProblemCode } from '#http/problems/problem.ts';
import type { CachedKey } from './cache/key-table.ts';
import type { KeyAccess, Usage } from './key-access.ts';

/** A request whose key was checked. */
export type Authorised = {
  key: CachedKey;
  apiKey: string;
  runWithDeadline: ReturnType<typeof createDeadline>;
  /** The body was still on its way, which can take seconds, and a key can end meanwhile. */
  isBodyLate: boolean;
};

type Limits = { access: KeyAccess; rateLimit: AppRateLimit };
type Wanted = { scopeBit: number; isChange: boolean; cost: number };
/** The key, or why the request is refused. */
type Checked = ({ key: CachedKey; code?: undefined } | { key?: undefined; code: ProblemCode }) & {
  usage: Usage;
};

/** Counts the request, by key and by family. */
export async function checkKey(
  { access, rateLimit }: Limits,
  apiKey: string,
  { scopeBit, isChange, cost }: Wanted,
  nowMs: number,
): Promise<Checked> {
  const usage = { tokensLeft: 0, retrySeconds: 0 };
  const key = await access.find(apiKey, nowMs);
  const takeMore = (of: CachedKey) => rateLimit.take(senderOf(of), { isChange, cost }, nowMs);
  const code = access.check(apiKey, key, { scopeBit, takeMore }, nowMs, usage);
  if (code !== undefined || key === undefined) return { code: code ?? 'invalid-api-key', usage };
  openCookbook();
  currentWork()?.chargeTo(key.family);
  return { key, usage };
}

/** Returns the key with its rights of now, or why it may no longer do this. */
export async function checkKeyAgain(
  access: KeyAccess,
  { key, apiKey, isBodyLate }: Authorised,
  scopeBit: number,
  nowMs: number,
): Promise<CachedKey | ProblemCode> {
  if (!isBodyLate) return key;
  const current = await access.find(apiKey, nowMs);
  return access.checkRights(current, scopeBit, nowMs) ?? current ?? 'invalid-api-key';
}

/** In the limits of the app, a key counts as a session. */
export function senderOf({ family, id }: CachedKey): { family: string; id: string } {
  return { family, id: keyActor(id) };
}
