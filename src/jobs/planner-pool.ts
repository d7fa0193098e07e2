/**
 * Planning, away from the thread that answers everyone: a few worker threads, started when they are first
 * needed, one task at a time on each, the others in a short, fair queue. The family and the network that
 * used the least processor time in the last minutes go first. Knows tasks and answers, not what they
 * mean. A thread that dies or never answers is ended, and the next task gets a new one.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { networkOf } from '#auth/network.ts';
import { FairQueue, type Group } from '#domain/rate-limit/fair-queue.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { Outage } from '#storage/outage.ts';
import type { RecipeText } from '#storage/recipes.ts';
import type { Answers, FromWorker, Job, ToWorker } from './planner-worker.ts';

/** A client, whose task is dropped if its connection closes before its turn; or automatic planning. */
export type Requester = { address: string; gone?: AbortSignal } | 'automatic';

/** What to do, for whom, and where the texts of the family's own recipes are. */
export type PlannerTask<Kind extends keyof Answers> = {
  family: string;
  requester: Requester;
  job: Job & { kind: Kind };
  findFirstRecipeTexts: (ids: string[]) => Promise<RecipeText[]>;
};

type Waiting = PlannerTask<keyof Answers> & {
  /** How often a thread has worked on it. */
  turns: number;
  resolve: (answer: Answers[keyof Answers] | Refusal) => void;
  reject: (error: Error) => void;
};
type Seat = {
  worker: Worker;
  task: Waiting | undefined;
  startedAtMs: number;
  timeout: NodeJS.Timeout | undefined;
};

const MOST_WAITING = 32;
/** One family must not keep the others waiting: as many as four people who ask at the same moment. */
const MOST_OF_A_FAMILY = 4;
const HALF_LIFE_MS = 60_000;
/** Charged while a task runs, until it is known what it took. */
const ESTIMATE_MS = 1_000;
/** Automatic planning can wait: its processor time is charged this many times. */
const AUTOMATIC_FACTOR = 4;
/** How long a thread reads own recipes before other tasks get a turn. */
const READ_MS = 500;
/** More turns than 5,000 recipes need, unless other families' recipes push them out of the thread's memory. */
const MOST_TURNS = 60;
/** Of the processor: the same seed shall give the same week also on a machine that is busy. */
const DEADLINE_MS = 2_000;
/** A first task also waits for the thread and its cookbook, on a machine that may be busy. */
const TIMEOUT_MS = 60_000;
/** More than the largest cookbook with the most recipes of its own takes. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 };

type PoolOptions = {
  size?: number;
  startWorker?: () => Worker;
  deadlineMs?: number;
  timeoutMs?: number;
  readMs?: number;
  clock?: () => number;
};

export class PlannerPool {
  readonly size: number;
  readonly #startWorker: () => Worker;
  readonly #deadlineMs: number;
  readonly #timeoutMs: number;
  readonly #readMs: number;
  readonly #clock: () => number;
  readonly #queue = new FairQueue<Waiting>({ most: MOST_WAITING, halfLifeMs: HALF_LIFE_MS });
  readonly #seats = new Set<Seat>();
  #isStopped = false;

  constructor({
    size = Math.max(1, availableParallelism() - 1),
    startWorker = () =>
      new Worker(new URL('./planner-worker.ts', import.meta.url), { resourceLimits: MEMORY }),
    deadlineMs = DEADLINE_MS,
    timeoutMs = TIMEOUT_MS,
    readMs = READ_MS,
    clock = () => performance.now(),
  }: PoolOptions = {}) {
    this.size = size;
    this.#startWorker = startWorker;
    this.#deadlineMs = deadlineMs;
    this.#timeoutMs = timeoutMs;
    this.#readMs = readMs;
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get running(): number {
    return this.#queue.running;
  }

  run<Kind extends keyof Answers>(task: PlannerTask<Kind>): Promise<Answers[Kind] | Refusal> {
    const { promise, resolve, reject } = Promise.withResolvers<Answers[keyof Answers] | Refusal>();
    const isGone = task.requester !== 'automatic' && task.requester.gone?.aborted;
    if (this.#isStopped || isGone) return Promise.resolve(refuse('planner-busy'));
    const waiting: Waiting = { ...task, turns: 0, resolve, reject };
    this.#enqueue(waiting);
    if (task.requester !== 'automatic') {
      task.requester.gone?.addEventListener('abort', () => {
        if (this.#queue.remove(waiting)) resolve(refuse('planner-busy'));
      });
    }
    return promise as Promise<Answers[Kind] | Refusal>;
  }

  #enqueue(task: Waiting): void {
    this.#queue.add(task, groupsOf(task), this.#clock())?.resolve(refuse('planner-busy'));
    this.#next();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { reject } of this.#queue.removeAll()) reject(new Outage('The planner is stopping.'));
    await Promise.all([...this.#seats].map(({ worker }) => worker.terminate()));
  }

  #next(): void {
    const seat = [...this.#seats].find(({ task }) => !task);
    if (this.#isStopped || (!seat && this.#seats.size >= this.size)) return;
    const task = this.#queue.take(this.#clock());
    if (task) this.#begin(seat ?? this.#addSeat(), task);
  }

  #begin(seat: Seat, task: Waiting): void {
    this.#charge(task, ESTIMATE_MS);
    task.turns += 1;
    seat.task = task;
    seat.startedAtMs = this.#clock();
    seat.timeout = setTimeout(() => void seat.worker.terminate(), this.#timeoutMs);
    send(seat, { ...task.job, deadlineMs: this.#deadlineMs, readMs: this.#readMs });
  }

  #charge(task: Waiting, cpuMs: number): void {
    const factor = task.requester === 'automatic' ? AUTOMATIC_FACTOR : 1;
    this.#queue.charge(task, cpuMs * factor, this.#clock());
  }

  /** The thread is free again; answers what it worked on. */
  #end(seat: Seat, cpuMs: number): Waiting | undefined {
    clearTimeout(seat.timeout);
    const { task } = seat;
    seat.task = undefined;
    if (!task) return undefined;
    this.#charge(task, cpuMs - ESTIMATE_MS);
    this.#queue.finish(task);
    return task;
  }

  #addSeat(): Seat {
    const seat: Seat = { worker: this.#startWorker(), task: undefined, startedAtMs: 0, timeout: undefined };
    this.#seats.add(seat);
    let failure: unknown;
    seat.worker.on('message', (message: FromWorker) => void this.#hear(seat, message));
    // An `exit` follows.
    seat.worker.on('error', (error) => (failure = error));
    seat.worker.once('exit', () => {
      this.#seats.delete(seat);
      this.#end(seat, this.#clock() - seat.startedAtMs)?.reject(
        new Outage('A thread of the planner ended before its answer.', { cause: failure }),
      );
      this.#next();
    });
    return seat;
  }

  async #hear(seat: Seat, message: FromWorker): Promise<void> {
    if ('lacking' in message) {
      // Without them it would wait for ever: it is ended, and the task with it.
      const texts = await seat.task?.findFirstRecipeTexts(message.lacking).catch(() => undefined);
      if (texts) send(seat, { texts });
      else await seat.worker.terminate();
      return;
    }
    const task = this.#end(seat, message.cpuMs);
    if ('answer' in message) task?.resolve(message.answer);
    else if ('failure' in message) task?.reject(new Error(message.failure));
    else if (task) this.#continue(task);
    this.#next();
  }

  /** It has read some of the family's recipes, which the thread remembers, and waits for its next turn. */
  #continue(task: Waiting): void {
    const isGone = task.requester !== 'automatic' && task.requester.gone?.aborted;
    if (this.#isStopped || isGone || task.turns >= MOST_TURNS) task.resolve(refuse('planner-busy'));
    else this.#enqueue(task);
  }
}

/** Families of one network count together, and so do all weeks that plan themselves. */
function groupsOf({ family, requester }: Waiting): Group[] {
  const ofFamily = { name: `family ${family}`, most: MOST_OF_A_FAMILY };
  if (requester === 'automatic') return [ofFamily, { name: 'automatic', most: Infinity }];
  const { link, site } = networkOf(requester.address);
  return [ofFamily, ...[...new Set([link, site])].map((name) => ({ name, most: Infinity }))];
}

function send({ worker }: Seat, message: ToWorker): void {
  // A thread, not a window: it has no origin.
  // oxlint-disable-next-line require-post-message-target-origin
  worker.postMessage(message);
}
