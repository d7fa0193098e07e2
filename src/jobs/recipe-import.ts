/**
 * Reads a recipe from a page that a member names, pastes or hands over. Pages are read in a thread of their own, one at a
 * time, so that nobody else waits for a long one. Nothing is stored.
 */
import { Worker } from 'node:worker_threads';
import { type FetchSettings, fetchGuarded } from '#fetch/guarded-fetch.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import type { ConvertedRecipe } from '#import/recipe-source.ts';
import type { PageResult, PageTask } from './page-worker.ts';

/** An address to fetch, or the text of a page and where it is from. */
export type ImportRequest = { address: string; text?: undefined } | { text: string; address?: string };

/** Fetches and pages in memory at a time: 5 MB each. */
const MAX_RUNNING = 8;
/** For one family: two people at the same time. */
const MAX_PER_FAMILY = 2;
/** A page of 5 MB takes two seconds of processor time and 200 MB. */
const TIMEOUT_MS = 20_000;
/** The thread takes 15 MB. */
const IDLE_MS = 60_000;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 };

export class RecipeImport {
  readonly #settings: FetchSettings;
  readonly #timeoutMs: number;
  readonly #running = new Map<string, number>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The end of the last task; tasks run one after another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(settings: FetchSettings, { timeoutMs = TIMEOUT_MS } = {}) {
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
  }

  async read(
    family: string,
    request: ImportRequest,
    signal: AbortSignal,
  ): Promise<ConvertedRecipe | Refusal> {
    const own = this.#running.get(family) ?? 0;
    const all = this.#running.values().reduce((sum, count) => sum + count, 0);
    if (own >= MAX_PER_FAMILY || all >= MAX_RUNNING) return refuse('import-busy');
    this.#running.set(family, own + 1);
    try {
      const task = request.text === undefined ? await this.#fetch(request.address, signal) : pageOf(request);
      if (isRefusal(task)) return task;
      const reading = this.#last.then(() => this.#run(task));
      this.#last = reading.catch(() => {});
      return (await reading) ?? refuse('no-recipe');
    } finally {
      const left = (this.#running.get(family) ?? 1) - 1;
      if (left > 0) this.#running.set(family, left);
      else this.#running.delete(family);
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  async #fetch(address: string, signal: AbortSignal): Promise<PageTask | Refusal> {
    const page = await fetchGuarded(address, this.#settings, { accept: 'text', signal });
    return isRefusal(page)
      ? page
      : { bytes: page.bytes, contentType: page.contentType, address: page.address };
  }

  /** A page that is too much for the thread has no recipe that we can read. */
  #run(task: PageTask): Promise<PageResult> {
    const { promise, resolve } = Promise.withResolvers<PageResult>();
    const worker = this.#startWorker();
    const timeout = setTimeout(() => void worker.terminate(), this.#timeoutMs);
    const end = (result: PageResult) => {
      clearTimeout(timeout);
      worker.off('message', end).off('error', fail).off('exit', fail);
      if (this.#worker === worker) this.#idle = setTimeout(() => this.#endWorker(), IDLE_MS).unref();
      resolve(result);
    };
    const fail = () => {
      if (this.#worker === worker) this.#worker = undefined;
      end(null);
    };
    worker.once('message', end).once('error', fail).once('exit', fail);
    // The rule is for windows; a worker thread has no origin.
    // oxlint-disable-next-line require-post-message-target-origin
    worker.postMessage(task);
    return promise;
  }

  #startWorker(): Worker {
    clearTimeout(this.#idle);
    this.#worker ??= new Worker(new URL('./page-worker.ts', import.meta.url), {
      resourceLimits: RESOURCE_LIMITS,
    });
    return this.#worker;
  }

  #endWorker(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}

function pageOf({ text, address }: { text: string; address?: string }): PageTask {
  return { text, ...(address !== undefined && { address }) };
}
