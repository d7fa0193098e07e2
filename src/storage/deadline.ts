/**
 * How long a request waits for the database in all, however many questions it has: each may be answered in
 * time and all of them together too late. Counts the waiting only. What belongs to no request, such as
 * the command line's work, waits as long as each of its questions may take.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Outage } from './outage.ts';

/** Whoever asks is promised an answer within two seconds; this leaves some room for the rest. */
const REQUEST_MS = 1_700;

const patiences = new AsyncLocalStorage<Patience>();

type PatientRun = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Everything that this work waits for is counted together. */
export function withDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return newPatience()(work);
}

/** Runs the parts of one request. Their waiting times are added up. */
export function newPatience(): PatientRun {
  const patience = new Patience();
  return (work) => patiences.run(patience, work);
}

/** What is asked, or an outage when the request has waited long enough. */
export function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  const patience = patiences.getStore();
  return patience ? patience.wait(ask) : ask();
}

class Patience {
  #leftMs = REQUEST_MS;
  /** How many questions are open, and since when there is one: those asked side by side count once. */
  #open = 0;
  #sinceMs = 0;

  async wait<Result>(ask: () => Promise<Result>): Promise<Result> {
    const nowMs = performance.now();
    if (this.#open === 0) this.#sinceMs = nowMs;
    const leftMs = this.#leftMs - (nowMs - this.#sinceMs);
    if (leftMs <= 0) throw new Outage('The database has taken too long.');
    this.#open += 1;
    const end = Promise.withResolvers<never>();
    const timer = setTimeout(() => end.reject(new Outage('The database takes too long.')), leftMs);
    try {
      return await Promise.race([ask(), end.promise]);
    } finally {
      clearTimeout(timer);
      this.#open -= 1;
      if (this.#open === 0) this.#leftMs -= performance.now() - this.#sinceMs;
    }
  }
}
