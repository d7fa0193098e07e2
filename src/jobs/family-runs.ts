/**
 * Runs a job for families: at most one at a time for each family, some families at once, and again if a change comes
 * while it runs. A job returns after how many milliseconds it wants to run again.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** Most of them wait for other servers. */
const MAX_RUNNING = 200;
const RETRY_MS = 5_000;
const STOP_MS = 3_000;
/** The longest that a timer can wait is 24 days. */
const MAX_TIMER_MS = 86_400_000;

type Work = (family: string) => Promise<number | undefined>;

export class FamilyRuns {
  readonly #work: Work;
  readonly #onFailure: (error: unknown) => void;
  /** Families whose job runs, and whether it must run again. */
  readonly #running = new Map<string, { isWanted: boolean; done: Promise<void> }>();
  readonly #waiting = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isStopped = false;

  constructor(work: Work, onFailure: (error: unknown) => void) {
    this.#work = work;
    this.#onFailure = onFailure;
  }

  run(family: string): void {
    if (this.#isStopped) return;
    const running = this.#running.get(family);
    if (running) running.isWanted = true;
    else if (this.#running.size >= MAX_RUNNING) this.#waiting.add(family);
    else this.#start(family);
  }

  /** Ends the jobs with `abort` after some seconds. */
  async stop(abort: () => void): Promise<void> {
    this.#isStopped = true;
    this.#waiting.clear();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    const all = Promise.all([...this.#running.values()].map(({ done }) => done));
    const ended = new AbortController();
    await Promise.race([all, delay(STOP_MS, undefined, { signal: ended.signal }).catch(() => {})]);
    ended.abort();
    abort();
    await all;
  }

  #start(family: string): void {
    clearTimeout(this.#timers.get(family));
    this.#timers.delete(family);
    const state = { isWanted: false, done: Promise.resolve() };
    this.#running.set(family, state);
    state.done = this.#work(family)
      .catch((error: unknown) => {
        this.#onFailure(error);
        return RETRY_MS;
      })
      .then((againMs) => this.#end(family, state.isWanted ? 0 : againMs));
  }

  #end(family: string, againMs: number | undefined): void {
    this.#running.delete(family);
    if (this.#isStopped) return;
    if (againMs === 0) this.run(family);
    else if (againMs !== undefined) this.#later(family, againMs);
    const [next] = this.#waiting;
    if (next !== undefined && this.#waiting.delete(next)) this.run(next);
  }

  #later(family: string, ms: number): void {
    clearTimeout(this.#timers.get(family));
    const timer = setTimeout(() => this.run(family), Math.min(ms, MAX_TIMER_MS));
    this.#timers.set(family, timer.unref());
  }
}
