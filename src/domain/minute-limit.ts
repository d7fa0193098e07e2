/**
 * So many in any minute, by name: sixty seconds counted from wherever never hold more. A bucket
 * (bucket.ts) fills while it is emptied and lets through twice as many in its first minute, which does for
 * readers and not for whoever guesses passwords.
 */

const MINUTE_MS = 60_000;

export class MinuteLimit {
  readonly #most: number;
  /** When each name was let through within the last minute, oldest first. */
  readonly #recent = new Map<string, number[]>();
  #sweptAtMs = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whole seconds to wait, or 0 for who is let through, which counts. */
  secondsToWait(name: string, nowMs: number): number {
    // Either way: a clock set back by a year must not mean a year without sweeping.
    if (Math.abs(nowMs - this.#sweptAtMs) >= MINUTE_MS) this.#sweep(nowMs);
    const recent = lastMinute(this.#recent.get(name), nowMs);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= this.#most) {
      return Math.ceil((oldest + MINUTE_MS - nowMs) / 1_000);
    }
    this.#recent.set(name, [...recent, nowMs]);
    return 0;
  }

  get size(): number {
    return this.#recent.size;
  }

  #sweep(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    for (const [name, moments] of this.#recent) {
      if (lastMinute(moments, nowMs).length === 0) this.#recent.delete(name);
    }
  }
}

/** A moment to come can only mean a clock that was set back: nobody should wait for that. */
function lastMinute(moments: readonly number[] = [], nowMs: number): number[] {
  return moments.filter((ms) => ms <= nowMs && ms > nowMs - MINUTE_MS);
}
