/**
 * Planning, away from the thread that answers everyone: a few worker threads, started when they are first
 * needed, one task at a time on each, the others in a short queue. Knows tasks and answers, not what they
 * mean. A thread that dies or never answers is ended, and the next task gets a new one.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { Outage } from '#storage/outage.ts';
import type { RecipeText } from '#storage/recipes.ts';
import type { Answers, FromWorker, Job, ToWorker } from './planner-worker.ts';

/** What to do, for whom, and where the texts of the family's own recipes are. */
export type PlannerTask<Kind extends keyof Answers> = {
  family: string;
  job: Job & { kind: Kind };
  findRecipeTexts: (ids: string[]) => Promise<RecipeText[]>;
};

type Waiting = PlannerTask<keyof Answers> & {
  resolve: (answer: Answers[keyof Answers]) => void;
  reject: (error: Error) => void;
};
type Seat = { worker: Worker; task: Waiting | undefined; patience: NodeJS.Timeout | undefined };

const MOST_WAITING = 32;
/** One family must not keep the others waiting: as many as four people who ask at the same moment. */
const MOST_OF_A_FAMILY = 4;
/** Of the processor: the same seed shall give the same week also on a machine that is busy. */
const DEADLINE_MS = 2_000;
/** A first task also waits for the thread and its cookbook, on a machine that may be busy. */
const PATIENCE_MS = 20_000;
/** More than the largest cookbook with the most recipes of its own takes. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

export class PlannerPool {
  readonly size: number;
  readonly #startWorker: () => Worker;
  readonly #deadlineMs: number;
  readonly #patienceMs: number;
  readonly #waiting: Waiting[] = [];
  readonly #seats = new Set<Seat>();
  #isStopped = false;

  constructor({
    size = Math.max(1, availableParallelism() - 1),
    startWorker = () =>
      new Worker(new URL('./planner-worker.ts', import.meta.url), { resourceLimits: MEMORY }),
    deadlineMs = DEADLINE_MS,
    patienceMs = PATIENCE_MS,
  }: { size?: number; startWorker?: () => Worker; deadlineMs?: number; patienceMs?: number } = {}) {
    this.size = size;
    this.#startWorker = startWorker;
    this.#deadlineMs = deadlineMs;
    this.#patienceMs = patienceMs;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get running(): number {
    return [...this.#seats].filter(({ task }) => task).length;
  }

  run<Kind extends keyof Answers>(task: PlannerTask<Kind>): Promise<Answers[Kind] | Refusal> {
    const { promise, resolve, reject } = Promise.withResolvers<Answers[keyof Answers]>();
    if (this.#isStopped || !this.#hasRoomFor(task.family)) return Promise.resolve(refuse('planner-busy'));
    this.#waiting.push({ ...task, resolve, reject });
    this.#next();
    return promise as Promise<Answers[Kind]>;
  }

  #hasRoomFor(family: string): boolean {
    const tasks = [...this.#waiting, ...[...this.#seats].flatMap(({ task }) => task ?? [])];
    const own = tasks.filter((task) => task.family === family).length;
    return this.#waiting.length < MOST_WAITING && own < MOST_OF_A_FAMILY;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Outage('The planner is stopping.'));
    await Promise.all([...this.#seats].map(({ worker }) => worker.terminate()));
  }

  #next(): void {
    const seat = [...this.#seats].find(({ task }) => !task);
    if (this.#isStopped || this.#waiting.length === 0 || (!seat && this.#seats.size >= this.size)) return;
    this.#begin(seat ?? this.#addSeat(), this.#waiting.shift() as Waiting);
  }

  #begin(seat: Seat, task: Waiting): void {
    seat.task = task;
    seat.patience = setTimeout(() => void seat.worker.terminate(), this.#patienceMs);
    send(seat, { ...task.job, deadlineMs: this.#deadlineMs });
  }

  #addSeat(): Seat {
    const seat: Seat = { worker: this.#startWorker(), task: undefined, patience: undefined };
    this.#seats.add(seat);
    let failure: unknown;
    seat.worker.on('message', (message: FromWorker) => void this.#hear(seat, message));
    // An `exit` follows.
    seat.worker.on('error', (error) => (failure = error));
    seat.worker.once('exit', () => {
      this.#seats.delete(seat);
      endTask(seat)?.reject(
        new Outage('A thread of the planner ended before its answer.', { cause: failure }),
      );
      this.#next();
    });
    return seat;
  }

  async #hear(seat: Seat, message: FromWorker): Promise<void> {
    if ('lacking' in message) {
      // Without them it would wait for ever: it is ended, and the task with it.
      const texts = await seat.task?.findRecipeTexts(message.lacking).catch(() => undefined);
      if (texts) send(seat, { texts });
      else await seat.worker.terminate();
      return;
    }
    const task = endTask(seat);
    if ('answer' in message) task?.resolve(message.answer);
    else task?.reject(new Error(message.failure));
    this.#next();
  }
}

function endTask(seat: Seat): Waiting | undefined {
  clearTimeout(seat.patience);
  const { task } = seat;
  seat.task = undefined;
  return task;
}

function send({ worker }: Seat, message: ToWorker): void {
  // A thread, not a window: it has no origin.
  // oxlint-disable-next-line require-post-message-target-origin
  worker.postMessage(message);
}
