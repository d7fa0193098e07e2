/**
 * Sync tokens (RFC 6578): the version of the collection that the client has, the last restore of a backup, and the day
 * on which the token was made. A restore makes all tokens invalid, and so does their age: what was removed is not
 * stored for ever.
 */

type Token = { version: number; restored: number; nowMs: number };

const MAX_DAYS = 50;
const DAY_MS = 86_400_000;
const PATTERN = /^urn:weekfare:sync:(\d{1,15})-(\d{1,15})-(\d{1,6})$/;

export function tokenText({ version, restored, nowMs }: Token): string {
  return `urn:weekfare:sync:${version}-${restored}-${dayOf(nowMs)}`;
}

/** Undefined for one that was not made here, or that is not valid any more. */
export function parseToken(text: string, current: Token): { version: number; day: number } | undefined {
  const [, version, restored, day] = PATTERN.exec(text)?.map(Number) ?? [];
  if (version === undefined || restored === undefined || day === undefined) return undefined;
  const age = dayOf(current.nowMs) - day;
  const isValid = version <= current.version && restored === current.restored && age <= MAX_DAYS && age >= -1;
  return isValid ? { version, day } : undefined;
}

function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}
