/** Runs imports and their undos in a worker thread (import-worker.ts). */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ImportFile, ImportOutcome } from '#actions/imports/imports.ts';
import type { UndoneImport } from '#actions/imports/undo.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import type { ImportResult, ImportTask, WrongFile } from './import-worker.ts';

/** Enough for the database of a Mealie with 5,000 recipes. A small young generation costs little time and saves 100 MB. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
/** 2,000 recipes take 5 s of processor time; a busy small computer needs ten times as long. */
const TIMEOUT_MS = 120_000;
/** People read the report before they keep the recipes. A start takes half a second of processor time. */
const IDLE_MS = 60_000;

/** One task at a time. */
export class ImportThread {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  async import(
    { store, actor, nowMs }: ChangeContext,
    family: string,
    file: ImportFile,
    signal?: AbortSignal,
  ): Promise<ImportOutcome | Refusal | WrongFile> {
    const result = await this.#run({ location: store.location, actor, nowMs, family, file }, signal);
    if ('wrongFile' in result) return result;
    if ('undone' in result) throw new Error('The thread has undone an import instead of importing a file.');
    // The feed would learn of it a quarter of a second later.
    if ('importId' in result.outcome && result.outcome.importId !== null)
      store.changes.emit('change', family);
    return result.outcome;
  }

  async undo(
    { store, actor, nowMs }: ChangeContext,
    family: string,
    id: string,
    signal?: AbortSignal,
  ): Promise<UndoneImport | Refusal> {
    const result = await this.#run({ location: store.location, actor, nowMs, family, undoes: id }, signal);
    if (!('undone' in result)) throw new Error('The thread has not undone the import.');
    if (!isRefusal(result.undone)) store.changes.emit('change', family);
    return result.undone;
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #run(task: ImportTask, signal?: AbortSignal): Promise<ImportResult> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= new Worker(new URL('./import-worker.ts', import.meta.url), {
      resourceLimits: RESOURCE_LIMITS,
    }));
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const ends = AbortSignal.any([timeout, ...(signal ? [signal] : [])]);
      const finished = once(worker, 'message', { signal: ends });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(task);
      const [result] = (await finished) as [ImportResult];
      this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
      return result;
    } catch (error) {
      await this.end();
      const isTooMuch = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isTooMuch && !timeout.aborted) throw error;
      const wrongFile = `The file needs more ${isTooMuch ? 'memory' : 'time'} than an import may use.`;
      return { wrongFile, fault: 'unpacks-too-large' };
    }
  }
}
