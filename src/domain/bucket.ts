/**
 * Token buckets: so many a minute, saved up to one minute's worth. A full bucket holds no
 * information, so the full ones are swept away and memory stays with those in use.
 */

type Bucket = { tokens: number; filledAtMs: number };

export class Buckets {
  readonly perMinute: number;
  readonly #buckets = new Map<string, Bucket>();
  #sweptAtMs = 0;

  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /** Takes one token. Answers how many are left, or -1 when there was none to take. */
  take(name: string, nowMs: number): number {
    const bucket = this.#get(name, nowMs);
    // A clock set back must not take tokens away.
    const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs);
    bucket.tokens = Math.min(this.perMinute, bucket.tokens + (elapsedMs * this.perMinute) / 60_000);
    bucket.filledAtMs = nowMs;
    if (bucket.tokens < 1) return -1;
    bucket.tokens -= 1;
    return Math.floor(bucket.tokens);
  }

  /** Whole seconds from the last `take` until there is a token, at least one. */
  secondsToNext(name: string): number {
    const tokens = this.#buckets.get(name)?.tokens ?? 1;
    return Math.max(1, Math.ceil(((1 - tokens) * 60) / this.perMinute));
  }

  get size(): number {
    return this.#buckets.size;
  }

  #get(name: string, nowMs: number): Bucket {
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) {
      // Either way: a clock set back by a year must not mean a year without sweeping.
      if (Math.abs(nowMs - this.#sweptAtMs) >= 60_000) this.#sweep(nowMs);
      bucket = { tokens: this.perMinute, filledAtMs: nowMs };
      this.#buckets.set(name, bucket);
    }
    return bucket;
  }

  #sweep(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    for (const [name, bucket] of this.#buckets) {
      bucket.filledAtMs = Math.min(bucket.filledAtMs, nowMs);
      if (nowMs - bucket.filledAtMs >= 60_000) this.#buckets.delete(name);
    }
  }
}
