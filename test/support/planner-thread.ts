/**
 * Planner threads that the pools of a process use one after the other, because starting one and reading the cookbook
 * takes a second of processor time. A thread that is stopped while it works ends, as it does in a server.
 */
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startPlannerThread } from '#jobs/planning/planner-pool.ts';
import type { FromWorker, ToWorker } from '#jobs/planning/planner-worker.ts';

const idle: Worker[] = [];

/** Starts nothing and works on nothing before it is released. */
export function sharedPlannerThread(released?: Promise<void>): Worker {
  // It has what the pool uses of a worker.
  return new SharedThread(released) as unknown as Worker;
}

class SharedThread extends EventEmitter {
  readonly #released: Promise<void> | undefined;
  #thread: Worker | undefined;
  #isWorking = false;
  #hasEnded = false;

  constructor(released: Promise<void> | undefined) {
    super();
    this.#released = released;
  }

  postMessage(message: ToWorker): void {
    if (this.#released) void this.#released.then(() => this.#send(message));
    else this.#send(message);
  }

  async terminate(): Promise<void> {
    if (this.#hasEnded) return;
    if (this.#isWorking) {
      await this.#thread?.terminate();
      return;
    }
    if (this.#thread) {
      this.#thread.off('message', this.#onMessage).off('error', this.#onError).off('exit', this.#onExit);
      // An idle thread must not keep the process of the tests alive.
      this.#thread.unref();
      idle.push(this.#thread);
    }
    this.#onExit(1);
  }

  #send(message: ToWorker): void {
    if (this.#hasEnded) return;
    this.#thread ??= this.#take();
    this.#isWorking = true;
    // The rule is for windows; a worker thread has no origin.
    // oxlint-disable-next-line require-post-message-target-origin
    this.#thread.postMessage(message);
  }

  #take(): Worker {
    const thread = idle.pop() ?? startPlannerThread();
    thread.ref();
    return thread.on('message', this.#onMessage).on('error', this.#onError).once('exit', this.#onExit);
  }

  readonly #onMessage = (message: FromWorker): void => {
    if (!('missing' in message)) this.#isWorking = false;
    this.emit('message', message);
  };
  readonly #onError = (error: unknown): void => void this.emit('error', error);
  readonly #onExit = (code: number): void => {
    this.#hasEnded = true;
    this.emit('exit', code);
  };
}
