/**
 * Token buckets with a rate per minute and a capacity of one minute. A bucket is one number, the time at which it is
 * full again: taking a token adds the time of one token, and a time in the past means a full bucket.
 */

const MINUTE_MS = 60_000;
/** Tolerance for rounding errors. */
const ROUNDING_MS = 1e-3;

/** The bucket after taking a token; undefined if there is none. */
export function takeToken(fullAtMs: number, perMinute: number, nowMs: number): number | undefined {
  // More than a minute ahead: the clock was set back.
  const isEarlier = fullAtMs > nowMs + MINUTE_MS + ROUNDING_MS;
  const after = (isEarlier ? nowMs : Math.max(fullAtMs, nowMs)) + MINUTE_MS / perMinute;
  return after - nowMs > MINUTE_MS + ROUNDING_MS ? undefined : after;
}

export function tokensLeft(fullAtMs: number, perMinute: number, nowMs: number): number {
  const missingMs = Math.max(0, fullAtMs - nowMs);
  return Math.max(0, Math.floor(((MINUTE_MS - missingMs + ROUNDING_MS) * perMinute) / MINUTE_MS));
}

/** Whole seconds, at least one. */
export function secondsToToken(fullAtMs: number, perMinute: number, nowMs: number): number {
  const missingMs = fullAtMs - nowMs + MINUTE_MS / perMinute - MINUTE_MS;
  return Math.max(1, Math.ceil((missingMs - ROUNDING_MS) / 1_000));
}
