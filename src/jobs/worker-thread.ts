/**
 * A thread that runs one task after another: started for the first, ended after a minute without one. The thread posts
 * `{ progress }` as often as it likes, and `{ done }` at the end of a task.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads';

export type ThreadMessage<Result> = { progress: number } | { done: Result };

type Limits = { readonly timeoutMs: number; readonly resources: ResourceLimits };
type RunOptions = { signal?: AbortSignal | undefined; onProgress?: ((progress: number) => void) | undefined };

/** People read what was found before they go on. A start takes up to half a second of processor time. */
const IDLE_MS = 60_000;

/** A task needed more than it may use. The thread was ended. */
export class LimitError extends Error {
  readonly limit: 'memory' | 'time';

  constructor(limit: 'memory' | 'time') {
    super(`The task needs more ${limit} than it may use.`);
    this.limit = limit;
  }
}

export class WorkerThread<Task, Result> {
  readonly #file: URL;
  readonly #limits: Limits;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The end of the last task. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: URL, limits: Limits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** Throws if the task fails or is aborted; then the next task gets a new thread. */
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

  async #run(task: Task, { signal, onProgress }: RunOptions): Promise<Result> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= new Worker(this.#file, { resourceLimits: this.#limits.resources }));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const receive = (message: ThreadMessage<Result>) =>
      'done' in message ? resolve(message.done) : onProgress?.(message.progress);
    const exit = () => reject(new Error('The thread has ended.'));
    const abort = () => reject(signal?.reason as Error);
    const timeout = setTimeout(() => reject(new LimitError('time')), this.#limits.timeoutMs);
    worker.on('message', receive).once('error', reject).once('exit', exit);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      // The rule is for windows; a worker thread has no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(task);
      const result = await promise;
      this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
      return result;
    } catch (error) {
      await this.end();
      const isTooMuch = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      throw isTooMuch ? new LimitError('memory') : error;
    } finally {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', abort);
      worker.off('message', receive).off('error', reject).off('exit', exit);
    }
  }
}
