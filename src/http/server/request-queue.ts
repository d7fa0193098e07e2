/**
 * Limits the time for requests in each turn of the event loop; further requests wait for the next turn. libuv
 * accepts one connection per turn, and Node handles everything that has arrived before the turn ends. Without a
 * limit, many requests at once make turns long and delay new connections and the fast path.
 */

/** A turn handles at least one request. */
const MAX_MS = 2;

export class RequestQueue {
  readonly #waiting: (() => void)[] = [];
  #isTurnOpen = false;
  #isScheduled = false;
  #endsAtMs = 0;

  add(handle: () => void): void {
    if (this.#waiting.length === 0 && this.#hasTime()) handle();
    else {
      this.#waiting.push(handle);
      this.#schedule();
    }
  }

  #hasTime(): boolean {
    const nowMs = performance.now();
    if (!this.#isTurnOpen) {
      this.#isTurnOpen = true;
      this.#endsAtMs = nowMs + MAX_MS;
      setImmediate(() => (this.#isTurnOpen = false));
    }
    return nowMs < this.#endsAtMs;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#endsAtMs = performance.now() + MAX_MS;
      this.#handleNext();
    });
  }

  #handleNext(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length === 0) return;
    // Wait until the promises of this request have run as far as they can, so that their time counts.
    queueMicrotask(() =>
      process.nextTick(() => {
        if (performance.now() < this.#endsAtMs) this.#handleNext();
        else this.#schedule();
      }),
    );
  }
}
