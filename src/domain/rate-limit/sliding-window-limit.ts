/**
 * A sliding window log by name: no window, wherever it begins, contains more than `limit` requests. A token bucket
 * (token-bucket.ts) allows twice as many in its first minute, which is right for reads and wrong for password
 * guesses. Memory is bounded: see `#makeRoom`.
 */

const MINUTE_MS = 60_000;
const MAX_NAMES = 10_000;
/** Requests that wait for the database are counted out of order. */
const OUT_OF_ORDER_MS = 10_000;

export class SlidingWindowLimit {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #maxNames: number;
  /** The times of admitted requests within the window by name, oldest first. */
  readonly #recent = new Map<string, number[]>();
  #sweptAtMs = 0;

  constructor(limit: number, { windowMs = MINUTE_MS, maxNames = MAX_NAMES } = {}) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#maxNames = maxNames;
  }

  /** Counts a request and returns 0, or returns the whole seconds to wait. */
  take(name: string, nowMs: number): number {
    const seconds = this.peek(name, nowMs);
    if (seconds === 0) this.#add(name, nowMs);
    return seconds;
  }

  /** The result of `take`, without counting. */
  peek(name: string, nowMs: number): number {
    const recent = this.#within(this.#recent.get(name), nowMs);
    const oldest = recent[0];
    if (oldest === undefined || recent.length < this.#limit) return 0;
    return Math.ceil(Math.min(this.#windowMs, oldest + this.#windowMs - nowMs) / 1_000);
  }

  get size(): number {
    return this.#recent.size;
  }

  #add(name: string, nowMs: number): void {
    // In both directions, so that sweeps continue after the clock is set back.
    if (Math.abs(nowMs - this.#sweptAtMs) >= this.#windowMs) this.#sweep(nowMs);
    const recent = this.#within(this.#recent.get(name), nowMs);
    if (!this.#recent.has(name) && this.#recent.size >= this.#maxNames) this.#makeRoom(nowMs);
    this.#recent.set(
      name,
      [...recent, nowMs].toSorted((first, second) => first - second),
    );
  }

  /** Ignores times in the far future: the clock was set back. */
  #within(moments: readonly number[] = [], nowMs: number): number[] {
    return moments.filter((ms) => ms <= nowMs + OUT_OF_ORDER_MS && ms > nowMs - this.#windowMs);
  }

  #sweep(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    for (const [name, moments] of this.#recent) {
      if (this.#within(moments, nowMs).length === 0) this.#recent.delete(name);
    }
  }

  /**
   * Evicts the names with the fewest requests, oldest first, so that a flood of new names does not reset the count
   * of an account under attack.
   */
  #makeRoom(nowMs: number): void {
    this.#sweep(nowMs);
    const excess = this.#recent.size - Math.floor(this.#maxNames * 0.9);
    if (excess <= 0) return;
    const byCount = [...this.#recent].toSorted(
      ([, first], [, second]) => first.length - second.length || (first.at(-1) ?? 0) - (second.at(-1) ?? 0),
    );
    for (const [name] of byCount.slice(0, excess)) this.#recent.delete(name);
  }
}
