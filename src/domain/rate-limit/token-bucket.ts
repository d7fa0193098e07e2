/**
 * Token buckets: so many a minute, saved up to one minute's worth. A bucket is one number, the moment
 * at which it will be full again: every token taken moves that moment on by the time a token needs
 * to come back, and a moment in the past means a full bucket.
 */

const MINUTE_MS = 60_000;
/** Sums of parts of a millisecond do not come out even. */
const ROUNDING_MS = 1e-3;

/** The bucket after taking a token, or undefined when there is none to take. */
export function takeToken(fullAtMs: number, perMinute: number, nowMs: number): number | undefined {
  // More than a minute ahead can only mean a clock that was set back: nobody should wait for that.
  const isEarlier = fullAtMs > nowMs + MINUTE_MS + ROUNDING_MS;
  const after = (isEarlier ? nowMs : Math.max(fullAtMs, nowMs)) + MINUTE_MS / perMinute;
  return after - nowMs > MINUTE_MS + ROUNDING_MS ? undefined : after;
}

/** Whole tokens left in a bucket. */
export function tokensLeft(fullAtMs: number, perMinute: number, nowMs: number): number {
  const missingMs = Math.max(0, fullAtMs - nowMs);
  return Math.max(0, Math.floor(((MINUTE_MS - missingMs + ROUNDING_MS) * perMinute) / MINUTE_MS));
}

/** Whole seconds until there is a token, at least one. */
export function secondsToToken(fullAtMs: number, perMinute: number, nowMs: number): number {
  const missingMs = fullAtMs - nowMs + MINUTE_MS / perMinute - MINUTE_MS;
  return Math.max(1, Math.ceil((missingMs - ROUNDING_MS) / 1_000));
}
