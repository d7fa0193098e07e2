/**
 * The pool of worker threads that plan, so that the main thread stays responsive. Threads start on demand
 * and run one task at a time; other tasks wait in a short fair queue, in which the family and the network
 * with the least recent processor time go first. A thread that dies or times out is replaced for the next
 * task.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { networkLimits } from '#auth/network.ts';
import { FairQueue, type Group } from '#domain/rate-limit/fair-queue.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { withoutDeadline, withoutWork } from '#storage/deadline.ts';
import { Outage } from '#storage/outage.ts';
import type { RecipeText } from '#storage/tables/recipe/recipes.ts';
import type { FromWorker, Job, JobResults, ToWorker } from './planner-worker.ts';
import { workerFile } from '#jobs/worker-file.ts';

/** A client, whose task is dropped if its connection closes before its turn, or automatic planning. */
export type TaskClient = { address: string; disconnected?: AbortSignal } | 'automatic';

/** A job, its family and client, and the query for the texts of the family's own recipes. */
export type PlannerTask<Kind extends keyof JobResults> = {
  family: string;
  client: TaskClient;
  job: Job & { kind: Kind };
  findFirstRecipeTexts: (ids: string[]) => Promise<RecipeText[]>;
};

type QueuedTask = PlannerTask<keyof JobResults> & {
  /** How many turns on a thread it had. */
  turns: number;
  resolve: (result: JobResults[keyof JobResults] | Refusal) => void;
  reject: (error: Error) => void;
};
type PoolWorker = {
  thread: Worker;
  task: QueuedTask | undefined;
  startedAtMs: number;
  timeout: NodeJS.Timeout | undefined;
};

const MAX_QUEUED = 32;
/** Tasks of one family in the pool: enough for four people at the same time. */
const MAX_PER_FAMILY = 4;
const HALF_LIFE_MS = 60_000;
/** Charged at the start of a task, and corrected when its processor time is known. */
const ESTIMATE_MS = 1_000;
/** Automatic planning has lower priority: its processor time is multiplied by this. */
const AUTOMATIC_FACTOR = 4;
/** Processor time for reading own recipes before other tasks get a turn. */
const READ_LIMIT_MS = 500;
/** More than 5,000 recipes need, unless other families' recipes evict them from the thread's cache. */
const MAX_TURNS = 60;
/** Processor time, not wall time, so that a busy machine gets the same week for the same seed. */
const DEADLINE_MS = 2_000;
/** Wall time. Includes the start of the thread and reading the cookbook, on a machine that may be busy. */
const TIMEOUT_MS = 60_000;
/** Enough for the cookbook and the maximum number of own recipes. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 };

type PoolOptions = {
  size?: number;
  startWorker?: () => Worker;
  deadlineMs?: number;
  timeoutMs?: number;
  readLimitMs?: number;
  clock?: () => number;
};

export function startPlannerThread(): Worker {
  return new Worker(workerFile('planning/planner-worker'), { resourceLimits: RESOURCE_LIMITS });
}

export class PlannerPool {
  readonly size: number;
  readonly #startWorker: () => Worker;
  readonly #deadlineMs: number;
  readonly #timeoutMs: number;
  readonly #readLimitMs: number;
  readonly #clock: () => number;
  readonly #queue = new FairQueue<QueuedTask>({ limit: MAX_QUEUED, halfLifeMs: HALF_LIFE_MS });
  readonly #workers = new Set<PoolWorker>();
  #isStopped = false;

  constructor({
    size = Math.max(1, availableParallelism() - 1),
    startWorker = startPlannerThread,
    deadlineMs = DEADLINE_MS,
    timeoutMs = TIMEOUT_MS,
    readLimitMs = READ_LIMIT_MS,
    clock = () => performance.now(),
  }: PoolOptions = {}) {
    this.size = size;
    this.#startWorker = startWorker;
    this.#deadlineMs = deadlineMs;
    this.#timeoutMs = timeoutMs;
    this.#readLimitMs = readLimitMs;
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get running(): number {
    return this.#queue.running;
  }

  run<Kind extends keyof JobResults>(task: PlannerTask<Kind>): Promise<JobResults[Kind] | Refusal> {
    const { promise, resolve, reject } = Promise.withResolvers<JobResults[keyof JobResults] | Refusal>();
    if (this.#isStopped || isDisconnected(task)) return Promise.resolve(refuse('planner-busy'));
    const queued: QueuedTask = { ...task, turns: 0, resolve, reject };
    this.#enqueue(queued);
    if (task.client !== 'automatic') {
      task.client.disconnected?.addEventListener('abort', () => {
        if (this.#queue.remove(queued)) resolve(refuse('planner-busy'));
      });
    }
    return withoutWork(() => promise as Promise<JobResults[Kind] | Refusal>);
  }

  #enqueue(task: QueuedTask): void {
    this.#queue.add(task, groupsOf(task), this.#clock())?.resolve(refuse('planner-busy'));
    this.#startNext();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { reject } of this.#queue.removeAll()) reject(new Outage('the planner is stopping'));
    await Promise.all([...this.#workers].map(({ thread }) => thread.terminate()));
  }

  #startNext(): void {
    const worker = [...this.#workers].find(({ task }) => !task);
    if (this.#isStopped || (!worker && this.#workers.size >= this.size)) return;
    const task = this.#queue.take(this.#clock());
    if (task) this.#start(worker ?? this.#addWorker(), task);
  }

  #start(worker: PoolWorker, task: QueuedTask): void {
    this.#charge(task, ESTIMATE_MS);
    task.turns += 1;
    worker.task = task;
    worker.startedAtMs = this.#clock();
    worker.timeout = setTimeout(() => void worker.thread.terminate(), this.#timeoutMs);
    send(worker, { ...task.job, deadlineMs: this.#deadlineMs, readLimitMs: this.#readLimitMs });
  }

  #charge(task: QueuedTask, cpuMs: number): void {
    const factor = task.client === 'automatic' ? AUTOMATIC_FACTOR : 1;
    this.#queue.charge(task, cpuMs * factor, this.#clock());
  }

  /** Frees the thread and returns the task that it worked on. */
  #finish(worker: PoolWorker, cpuMs: number): QueuedTask | undefined {
    clearTimeout(worker.timeout);
    const { task } = worker;
    worker.task = undefined;
    if (!task) return undefined;
    this.#charge(task, cpuMs - ESTIMATE_MS);
    this.#queue.finish(task);
    return task;
  }

  #addWorker(): PoolWorker {
    const worker: PoolWorker = {
      // What its messages cause is not the work of the request that needed it first.
      thread: withoutDeadline(() => this.#startWorker()),
      task: undefined,
      startedAtMs: 0,
      timeout: undefined,
    };
    this.#workers.add(worker);
    let failure: unknown;
    worker.thread.on('message', (message: FromWorker) => void this.#handleMessage(worker, message));
    // The `exit` event follows.
    worker.thread.on('error', (error) => (failure = error));
    worker.thread.once('exit', () => {
      this.#workers.delete(worker);
      this.#finish(worker, this.#clock() - worker.startedAtMs)?.reject(
        new Outage('a planner thread exited before it returned a result', { cause: failure }),
      );
      this.#startNext();
    });
    return worker;
  }

  async #handleMessage(worker: PoolWorker, message: FromWorker): Promise<void> {
    if ('missing' in message) {
      // If the query fails, the thread would wait for ever: end it, and its task with it.
      const texts = await worker.task?.findFirstRecipeTexts(message.missing).catch(() => undefined);
      if (texts) send(worker, { texts });
      else await worker.thread.terminate();
      return;
    }
    const task = this.#finish(worker, message.cpuMs);
    if ('result' in message) task?.resolve(message.result);
    else if ('failure' in message) task?.reject(new Error(message.failure));
    else if (task) this.#requeue(task);
    this.#startNext();
  }

  /** Queues a task again after a turn that read only some of the family's recipes. */
  #requeue(task: QueuedTask): void {
    if (this.#isStopped || isDisconnected(task) || task.turns >= MAX_TURNS)
      task.resolve(refuse('planner-busy'));
    else this.#enqueue(task);
  }
}

/** Families of one network share a group, and so do all automatically planned weeks. */
function groupsOf({ family, client }: QueuedTask): Group[] {
  const familyGroup = { name: `family ${family}`, limit: MAX_PER_FAMILY };
  if (client === 'automatic') return [familyGroup, { name: 'automatic', limit: Infinity }];
  const networks = networkLimits(client.address, { perLink: Infinity, perSite: Infinity });
  return [familyGroup, ...networks.map(([name, limit]) => ({ name, limit }))];
}

function isDisconnected({ client }: PlannerTask<keyof JobResults>): boolean {
  return client !== 'automatic' && client.disconnected?.aborted === true;
}

function send({ thread }: PoolWorker, message: ToWorker): void {
  // The rule is for windows; a worker thread has no origin.
  // oxlint-disable-next-line require-post-message-target-origin
  thread.postMessage(message);
}
