/**
 * Runs jobs by key: one at a time for each key, and many keys at once. A job that is requested while it runs, runs again.
 * A job returns the milliseconds until it must run again.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** Most of them wait for other servers. */
const MAX_RUNNING = 1_000;
const RETRY_MS = 5_000;
const STOP_MS = 3_000;
/** The longest that a timer can wait is 24 days. */
const MAX_TIMER_MS = 86_400_000;

type Job = () => Promise<number | undefined>;

export class KeyedJobs {
  readonly #onFailure: (error: unknown) => void;
  readonly #maxRunning: number;
  /** Keys whose job runs, and whether it must run again. */
  readonly #running = new Map<string, { isWanted: boolean; done: Promise<void> }>();
  readonly #waiting = new Map<string, Job>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isStopped = false;

  constructor(onFailure: (error: unknown) => void, maxRunning = MAX_RUNNING) {
    this.#onFailure = onFailure;
    this.#maxRunning = maxRunning;
  }

  run(key: string, job: Job): void {
    if (this.#isStopped) return;
    const running = this.#running.get(key);
    if (running) running.isWanted = true;
    else if (this.#running.size >= this.#maxRunning) this.#waiting.set(key, job);
    else this.#start(key, job);
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

  #start(key: string, job: Job): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#waiting.delete(key);
    const state = { isWanted: false, done: Promise.resolve() };
    this.#running.set(key, state);
    state.done = job()
      .catch((error: unknown) => {
        this.#onFailure(error);
        return RETRY_MS;
      })
      .then((againMs) => this.#end(key, job, state.isWanted ? 0 : againMs));
  }

  #end(key: string, job: Job, againMs: number | undefined): void {
    this.#running.delete(key);
    if (this.#isStopped) return;
    // Before the job itself, so that one that always has more to do does not keep the others out.
    const [next] = this.#waiting;
    if (next) this.#start(...next);
    if (againMs === 0) this.run(key, job);
    else if (againMs !== undefined) this.#later(key, job, againMs);
  }

  #later(key: string, job: Job, ms: number): void {
    clearTimeout(this.#timers.get(key));
    const timer = setTimeout(() => this.run(key, job), Math.min(ms, MAX_TIMER_MS));
    this.#timers.set(key, timer.unref());
  }
}
