/**
 * Token buckets by name (bucket.ts), all of the same size. Names that have not been used for a minute have a full
 * bucket again and are forgotten, so the memory is bounded by the names of the last minute, and by `maxNames`.
 */
import { secondsToToken, takeToken } from './token-bucket.ts';

/** Clocks are corrected by less than that all the time. */
const SET_BACK_MS = 1_000;

export class NamedBuckets {
  readonly #perMinute: number;
  readonly #maxNames: number;
  /** When each bucket will be full again; the name that was used longest ago comes first. */
  readonly #fullAtMs = new Map<string, number>();
  #lastMs = 0;

  constructor(perMinute: number, maxNames: number = 50_000) {
    this.#perMinute = perMinute;
    this.#maxNames = maxNames;
  }

  get size(): number {
    return this.#fullAtMs.size;
  }

  /** Takes so many tokens; answers 0, or whole seconds to wait if there were too few. */
  take(name: string, nowMs: number, tokens = 1): number {
    this.#forget(nowMs);
    const before = this.#fullAtMs.get(name) ?? nowMs;
    // Tokens that are so much larger, of which there are so many fewer.
    const perMinute = this.#perMinute / tokens;
    const after = takeToken(before, perMinute, nowMs);
    if (after === undefined) return secondsToToken(before, perMinute, nowMs);
    this.#fullAtMs.delete(name);
    this.#fullAtMs.set(name, after);
    if (this.#fullAtMs.size > this.#maxNames) this.#forgetFirst();
    return 0;
  }

  /** What `take` would answer; takes nothing. */
  secondsToWait(name: string, nowMs: number): number {
    this.#forget(nowMs);
    const fullAtMs = this.#fullAtMs.get(name);
    if (fullAtMs === undefined || takeToken(fullAtMs, this.#perMinute, nowMs) !== undefined) return 0;
    return secondsToToken(fullAtMs, this.#perMinute, nowMs);
  }

  /** Deletes at most two names a call: never a long sweep, and faster than names are added. */
  #forget(nowMs: number): void {
    // After the clock was set back, every bucket would seem empty until the clock catches up.
    if (nowMs < this.#lastMs - SET_BACK_MS) this.#fullAtMs.clear();
    this.#lastMs = nowMs;
    for (let forgotten = 0; forgotten < 2; forgotten += 1) {
      const [oldest] = this.#fullAtMs;
      if (oldest === undefined) return;
      const [name, fullAtMs] = oldest;
      if (fullAtMs > nowMs) return;
      this.#fullAtMs.delete(name);
    }
  }

  #forgetFirst(): void {
    const [name] = this.#fullAtMs.keys();
    if (name !== undefined) this.#fullAtMs.delete(name);
  }
}
