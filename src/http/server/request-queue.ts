/**
 * Limits the time for requests in each turn of the event loop; the others wait for the next turn. libuv accepts
 * one connection a turn, and Node handles everything that has arrived before the turn ends. Without a limit, many
 * requests at once make turns long, and new connections and plan reads (which do not pass through here) wait.
 */

/** A turn handles at least one request. */
const MOST_MS = 2;

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
      this.#endsAtMs = nowMs + MOST_MS;
      setImmediate(() => (this.#isTurnOpen = false));
    }
    return nowMs < this.#endsAtMs;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#endsAtMs = performance.now() + MOST_MS;
      this.#handleNext();
    });
  }

  #handleNext(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length === 0) return;
    // Not before the promises of this request have run as far as they can, so that their time counts.
    queueMicrotask(() =>
      process.nextTick(() => {
        if (performance.now() < this.#endsAtMs) this.#handleNext();
        else this.#schedule();
      }),
    );
  }
}
