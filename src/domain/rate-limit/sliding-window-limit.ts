/**
 * At most so many in any window of time, by name: sixty seconds counted from any moment never hold more. A
 * token bucket (bucket.ts) refills while it is emptied and allows twice as many in its first minute, which is
 * right for readers and wrong for password guesses. Memory is bounded: see `#makeRoom`.
 */

const MINUTE_MS = 60_000;
const MAX_NAMES = 10_000;
/** Requests that wait for the database come here in another order than they came in. */
const OUT_OF_ORDER_MS = 10_000;

export class SlidingWindowLimit {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #maxNames: number;
  /** When each name was let through within the window, oldest first. */
  readonly #recent = new Map<string, number[]>();
  #sweptAtMs = 0;

  constructor(limit: number, { windowMs = MINUTE_MS, maxNames = MAX_NAMES } = {}) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#maxNames = maxNames;
  }

  /** Whole seconds to wait, or 0 for who is let through, which counts. */
  secondsToWait(name: string, nowMs: number): number {
    const seconds = this.peek(name, nowMs);
    if (seconds === 0) this.#add(name, nowMs);
    return seconds;
  }

  /** The same without counting. */
  peek(name: string, nowMs: number): number {
    const recent = this.#within(this.#recent.get(name), nowMs);
    const oldest = recent[0];
    if (oldest === undefined || recent.length < this.#limit) return 0;
    return Math.ceil(Math.min(this.#windowMs, oldest + this.#windowMs - nowMs) / 1_000);
  }

  /** How many of this name were let through within the window. */
  count(name: string, nowMs: number): number {
    return this.#within(this.#recent.get(name), nowMs).length;
  }

  get size(): number {
    return this.#recent.size;
  }

  #add(name: string, nowMs: number): void {
    // In both directions: a clock set back by a year must not mean a year without a sweep.
    if (Math.abs(nowMs - this.#sweptAtMs) >= this.#windowMs) this.#sweep(nowMs);
    const recent = this.#within(this.#recent.get(name), nowMs);
    if (!this.#recent.has(name) && this.#recent.size >= this.#maxNames) this.#makeRoom(nowMs);
    this.#recent.set(
      name,
      [...recent, nowMs].toSorted((one, other) => one - other),
    );
  }

  /** A moment in the far future can only mean a clock that was set back: nobody waits for that. */
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
   * Forgets the names that were seen least, the oldest first. A flood of new names therefore does not reset the
   * count of an account that is under attack.
   */
  #makeRoom(nowMs: number): void {
    this.#sweep(nowMs);
    const excess = this.#recent.size - Math.floor(this.#maxNames * 0.9);
    if (excess <= 0) return;
    const byCount = [...this.#recent].toSorted(
      ([, one], [, other]) => one.length - other.length || (one.at(-1) ?? 0) - (other.at(-1) ?? 0),
    );
    for (const [name] of byCount.slice(0, excess)) this.#recent.delete(name);
  }
}
