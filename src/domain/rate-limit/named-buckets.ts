/**
 * Token buckets by name (token-bucket.ts), all of the same size. A name unused for a minute has a full bucket and is
 * evicted, so memory is bounded by the names of the last minute and by `maxNames`.
 */
import { secondsToToken, takeToken } from './token-bucket.ts';

/** Larger than ordinary clock corrections. */
const SET_BACK_MS = 1_000;

export class NamedBuckets {
  readonly #perMinute: number;
  readonly #maxNames: number;
  /** When each bucket is full again; the least recently used name comes first. */
  readonly #fullAtMs = new Map<string, number>();
  #lastMs = 0;

  constructor(perMinute: number, maxNames: number = 50_000) {
    this.#perMinute = perMinute;
    this.#maxNames = maxNames;
  }

  get size(): number {
    return this.#fullAtMs.size;
  }

  /** Takes tokens and returns 0, or returns the whole seconds to wait if there are too few. */
  take(name: string, nowMs: number, tokens = 1): number {
    this.#evictFull(nowMs);
    const before = this.#fullAtMs.get(name) ?? nowMs;
    // n tokens of this bucket are one token of a bucket with 1/n of the rate.
    const perMinute = this.#perMinute / tokens;
    const after = takeToken(before, perMinute, nowMs);
    if (after === undefined) return secondsToToken(before, perMinute, nowMs);
    this.#fullAtMs.delete(name);
    this.#fullAtMs.set(name, after);
    if (this.#fullAtMs.size > this.#maxNames) this.#evictOldest();
    return 0;
  }

  /** The result of `take`, without taking. */
  peek(name: string, nowMs: number): number {
    this.#evictFull(nowMs);
    const fullAtMs = this.#fullAtMs.get(name);
    if (fullAtMs === undefined || takeToken(fullAtMs, this.#perMinute, nowMs) !== undefined) return 0;
    return secondsToToken(fullAtMs, this.#perMinute, nowMs);
  }

  /** At most two names per call: no long sweep, but faster than names are added. */
  #evictFull(nowMs: number): void {
    // When the clock is set back, every bucket would seem empty until the clock catches up.
    if (nowMs < this.#lastMs - SET_BACK_MS) this.#fullAtMs.clear();
    this.#lastMs = nowMs;
    for (let evicted = 0; evicted < 2; evicted += 1) {
      const [oldest] = this.#fullAtMs;
      if (oldest === undefined) return;
      const [name, fullAtMs] = oldest;
      if (fullAtMs > nowMs) return;
      this.#fullAtMs.delete(name);
    }
  }

  #evictOldest(): void {
    const [name] = this.#fullAtMs.keys();
    if (name !== undefined) this.#fullAtMs.delete(name);
  }
}
