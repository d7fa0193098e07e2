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

/** Many buckets by name. A full one holds no information, so those are swept away. */
export class Buckets {
  readonly #perMinute: number;
  readonly #fullAtMs = new Map<string, number>();
  #sweptAtMs = 0;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Takes one token. Answers how many are left, or -1 when there was none to take. */
  take(name: string, nowMs: number): number {
    const after = takeToken(this.#fullAtMs.get(name) ?? nowMs, this.#perMinute, nowMs);
    if (after === undefined) return -1;
    // Either way: a clock set back by a year must not mean a year without sweeping.
    if (Math.abs(nowMs - this.#sweptAtMs) >= MINUTE_MS) this.#sweep(nowMs);
    this.#fullAtMs.set(name, after);
    return tokensLeft(after, this.#perMinute, nowMs);
  }

  secondsToNext(name: string, nowMs: number): number {
    return secondsToToken(this.#fullAtMs.get(name) ?? nowMs, this.#perMinute, nowMs);
  }

  get size(): number {
    return this.#fullAtMs.size;
  }

  #sweep(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    for (const [name, fullAtMs] of this.#fullAtMs) {
      if (fullAtMs <= nowMs || fullAtMs > nowMs + MINUTE_MS + ROUNDING_MS) this.#fullAtMs.delete(name);
    }
  }
}
