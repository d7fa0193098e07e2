/**
 * Reads a recipe from a page that a member names, pastes or hands over. Pages are read in a thread of their own, one at a
 * time, so that nobody else waits for a long one. Nothing is stored.
 */
import type { FetchSettings } from '#fetch/guard.ts';
import { fetchGuarded } from '#fetch/guarded-fetch.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import type { ConvertedRecipe } from '#import/recipe-source.ts';
import type { PageResult, PageTask } from './page-worker.ts';
import { withoutWork } from '#storage/deadline.ts';
import { inThread, TaskWorker } from '#jobs/task-worker.ts';
import { workerFile } from '#jobs/worker-file.ts';

/** An address to fetch, or the text of a page and where it is from. */
export type ImportRequest = { address: string; text?: undefined } | { text: string; address?: string };

/** Fetches and pages in memory at a time: 5 MB each. */
const MAX_RUNNING = 8;
/** For one family: two people at the same time. */
const MAX_PER_FAMILY = 2;
/** A page of 5 MB takes two seconds of processor time and 200 MB. */
const TIMEOUT_MS = 20_000;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 };

export class RecipeImport {
  readonly #settings: FetchSettings;
  readonly #thread: TaskWorker<PageTask, PageResult>;
  readonly #running = new Map<string, number>();

  constructor(settings: FetchSettings, { timeoutMs = TIMEOUT_MS } = {}) {
    this.#settings = settings;
    const file = workerFile('import/page-worker');
    this.#thread = new TaskWorker(inThread(file, RESOURCE_LIMITS), { timeoutMs });
  }

  async read(
    family: string,
    request: ImportRequest,
    signal: AbortSignal,
  ): Promise<ConvertedRecipe | Refusal> {
    return this.#limited(family, async () => {
      const task = request.text === undefined ? await this.#fetch(request.address, signal) : pageOf(request);
      if (isRefusal(task)) return task;
      // A page that is too much for the thread has no recipe that we can read.
      const found = await this.#thread.run(task).catch(() => null);
      return found ?? refuse('no-recipe');
    });
  }

  /** The picture of a page, as it is: the browser decodes it and makes it small. */
  readPicture(family: string, address: string, signal: AbortSignal): Promise<Buffer | Refusal> {
    return this.#limited(family, async () => {
      const picture = await fetchGuarded(address, this.#settings, { accept: 'image', signal });
      return isRefusal(picture) ? picture : picture.bytes;
    });
  }

  async #limited<Outcome>(family: string, work: () => Promise<Outcome>): Promise<Outcome | Refusal> {
    const own = this.#running.get(family) ?? 0;
    const all = this.#running.values().reduce((sum, count) => sum + count, 0);
    if (own >= MAX_PER_FAMILY || all >= MAX_RUNNING) return refuse('import-busy');
    this.#running.set(family, own + 1);
    try {
      return await withoutWork(work);
    } finally {
      const left = (this.#running.get(family) ?? 1) - 1;
      if (left > 0) this.#running.set(family, left);
      else this.#running.delete(family);
    }
  }

  stop(): Promise<void> {
    return this.#thread.end();
  }

  async #fetch(address: string, signal: AbortSignal): Promise<PageTask | Refusal> {
    const page = await fetchGuarded(address, this.#settings, { accept: 'text', signal });
    return isRefusal(page)
      ? page
      : { bytes: page.bytes, contentType: page.contentType, address: page.address };
  }
}

function pageOf({ text, address }: { text: string; address?: string }): PageTask {
  return { text, ...(address !== undefined && { address }) };
}
