/**
 * A worker that runs one task after another: started for the first, ended after a minute without one. It posts
 * `{ progress }` as often as it likes, and `{ done }` at the end of a task. It is a thread, or a process where its work
 * takes seconds (docs/decisions/0042-imports-in-a-process.md).
 */
import { fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { constants, setPriority } from 'node:os';
import { type ResourceLimits, Worker } from 'node:worker_threads';

export type WorkerMessage<Result> = { progress: number } | { done: Result };

/** A started worker, with the events `message`, `error` and `exit`. */
type Started = { events: EventEmitter; post(task: unknown): void; terminate(): unknown };
/** `timeoutMs` of a task. `isLast`: whether the next task gets a new worker after this result. */
type WorkerOptions<Result> = { readonly timeoutMs: number; readonly isLast?: (result: Result) => boolean };
type RunOptions = { signal?: AbortSignal | undefined; onProgress?: ((progress: number) => void) | undefined };

/** People read what was found before they go on. A start takes up to half a second of processor time. */
const IDLE_MS = 60_000;

/** The signals with which a process ends that has no memory left: its own, or one of the kernel. */
const OUT_OF_MEMORY = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL']);

/** A task needed more than it may use. The worker was ended. */
export class LimitError extends Error {
  readonly limit: 'memory' | 'time';

  constructor(limit: 'memory' | 'time') {
    super(`The task needs more ${limit} than it may use.`);
    this.limit = limit;
  }
}

/** Shares the process: starts fast, for short tasks. */
export function inThread(file: URL, resources: ResourceLimits): () => Started {
  return () => {
    const worker = new Worker(file, { resourceLimits: resources });
    // The rule is for windows; a worker thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    return { events: worker, post: (task) => worker.postMessage(task), terminate: () => worker.terminate() };
  };
}

/** Shares neither locks nor the threads of the garbage collector. All its work is in one thread, with the lowest priority. */
export function inProcess(
  file: URL,
  { heapMb, youngMb }: { heapMb: number; youngMb: number },
): () => Started {
  const flags = [
    '--single-threaded',
    '--optimize-for-size',
    // The heap of the server may grow faster (scripts/server-options.ts); the memory of this process is limited.
    '--heap-growing-percent=10',
    `--max-old-space-size=${heapMb}`,
    `--max-semi-space-size=${youngMb}`,
  ];
  // Flags of a test run or a profile are about this process.
  const own = process.execArgv.filter((flag) => !/^--(?:test|inspect|cpu-prof|watch)/.test(flag));
  return () => {
    const child = fork(file, {
      execArgv: [...own, ...flags],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Not by the child: it takes half a second of processor time to start.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    return {
      events: child,
      post: (task) => child.send(task as object),
      terminate: () => child.kill('SIGKILL'),
    };
  };
}

export class TaskWorker<Task, Result> {
  readonly #start: () => Started;
  readonly #options: WorkerOptions<Result>;
  #worker: Started | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The end of the last task. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(start: () => Started, options: WorkerOptions<Result>) {
    this.#start = start;
    this.#options = options;
  }

  /** Throws if the task fails or is aborted; then the next task gets a new worker. */
  run(task: Task, options: RunOptions = {}): Promise<Result> {
    const running = this.#last.then(() => this.#run(task, options));
    this.#last = running.catch(() => {});
    return running;
  }

  /** A task that is running fails. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #startNew(): Started {
    const worker = this.#start();
    // It may end between two tasks.
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    worker.events.on('error', forget).on('exit', forget);
    return worker;
  }

  async #run(task: Task, { signal, onProgress }: RunOptions): Promise<Result> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#startNew());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const receive = (message: WorkerMessage<Result>) =>
      'done' in message ? resolve(message.done) : onProgress?.(message.progress);
    const exit = (_code: number | null, killedBy?: string | null) =>
      reject(
        OUT_OF_MEMORY.has(killedBy ?? '') ? new LimitError('memory') : new Error('The worker has ended.'),
      );
    const abort = () => reject(signal?.reason as Error);
    const timeout = setTimeout(() => reject(new LimitError('time')), this.#options.timeoutMs);
    const { events } = worker;
    events.on('message', receive).once('error', reject).once('exit', exit);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      worker.post(task);
      const result = await promise;
      if (this.#options.isLast?.(result)) await this.end();
      else this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
      return result;
    } catch (error) {
      await this.end();
      const isTooMuch = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      throw isTooMuch ? new LimitError('memory') : error;
    } finally {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', abort);
      events.off('message', receive).off('error', reject).off('exit', exit);
    }
  }
}
