/**
 * The limits of one request: of its work (work-budget.ts), and of the total time that it waits for the database. Each query can finish within its own timeout
 * while all of them together take too long. Only waiting counts, not our own computation. Work outside a
 * request, such as a command of the operator, has no limit in total.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Outage } from './outage.ts';
import { WorkBudget } from './work-budget.ts';

/** Every request gets its response within two seconds; this leaves some time for the rest of the work. */
const REQUEST_MS = 1_700;

const deadlines = new AsyncLocalStorage<Deadline>();

type RunWithDeadline = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs a request that consists of one part. */
export function withDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return createDeadline()(work);
}

/** Returns a function that runs the parts of one request. Their waiting times are added up. */
export function createDeadline(): RunWithDeadline {
  const deadline = new Deadline();
  return (work) =>
    deadlines.run(deadline, async () => {
      await deadline.work.start();
      try {
        return await work();
      } finally {
        deadline.work.end();
        deadline.work.releaseBytes();
      }
    });
}

/** The budget of the current request; undefined for work outside a request. */
export function currentWork(): WorkBudget | undefined {
  return deadlines.getStore()?.work;
}

/** Waits for what others do, such as the planner's threads, without counting it as work of the request. */
export async function withoutWork<Result>(wait: () => Promise<Result>): Promise<Result> {
  const work = currentWork();
  work?.end();
  try {
    return await wait();
  } finally {
    work?.begin();
  }
}

/** For work that a request starts and that goes on after it: timers and promises would inherit its deadline. */
export function withoutDeadline<Result>(start: () => Result): Result {
  return deadlines.exit(start);
}

/**
 * The result of the query, or an Outage when the request has waited too long. A database whose queries may take
 * longer than a request, such as that of a test on a busy machine, has that time in total.
 */
export function beforeDeadline<Result>(query: () => Promise<Result>, queryMs = 0): Promise<Result> {
  const deadline = deadlines.getStore();
  return deadline ? deadline.wait(query, Math.max(REQUEST_MS, queryMs)) : query();
}

class Deadline {
  readonly work = new WorkBudget();
  #waitedMs = 0;
  /** The number of running queries, and since when there is at least one: concurrent queries count once. */
  #running = 0;
  #sinceMs = 0;

  async wait<Result>(query: () => Promise<Result>, limitMs: number): Promise<Result> {
    const nowMs = performance.now();
    if (this.#running === 0) {
      this.#sinceMs = nowMs;
      this.work.end();
    }
    const leftMs = limitMs - this.#waitedMs - (nowMs - this.#sinceMs);
    if (leftMs <= 0) throw new Outage('The database took too long.');
    this.#running += 1;
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeout.reject(new Outage('The database takes too long.')), leftMs);
    try {
      return await Promise.race([query(), timeout.promise]);
    } finally {
      clearTimeout(timer);
      this.#running -= 1;
      if (this.#running === 0) {
        this.#waitedMs += performance.now() - this.#sinceMs;
        this.work.begin();
      }
    }
  }
}
