/** When a webhook delivery that failed is tried again: ten attempts over about three days. */

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000];

/** After each failed attempt. After the last one the delivery is given up. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** The share of a delay that is random, so that deliveries that failed together are not tried together. */
const JITTER = 0.1;
/** The shortest time that all attempts take. */
export const SHORTEST_TIME_MS = DELAYS_MS.reduce((sum, delayMs) => sum + delayMs, 0) * (1 - JITTER);
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/** Undefined if that was the last attempt. `random` is at least 0 and less than 1. */
export function retryDelayMs(
  failedAttempts: number,
  random: number,
  retryAfterMs: number | undefined,
): number | undefined {
  const delayMs = DELAYS_MS[failedAttempts - 1];
  if (delayMs === undefined) return undefined;
  const jittered = Math.round(delayMs * (1 - JITTER * random));
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** Parses `Retry-After`: seconds or a date (RFC 9110). Undefined for any other text. */
export function parseRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined || text.length > 40) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const ms = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) - nowMs : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
