/** Imports the files that members send, and undoes imports, one at a time: each can take hundreds of megabytes. */
import type { ImportFile, ImportOutcome } from '#actions/imports/imports.ts';
import type { UndoneImport } from '#actions/imports/undo.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { withoutWork } from '#storage/deadline.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import type { WrongFile } from './import-worker.ts';
import { ImportProcess } from './import-process.ts';

export class ArchiveImport {
  readonly #process = new ImportProcess();
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** How many recipes of a family's file have been read. A family imports one file at a time. */
  readonly #progress = new Map<string, number>();

  /** A trial ends when its client has gone; what is to be stored is stored. */
  async run(
    context: ChangeContext,
    family: string,
    file: ImportFile,
    disconnected: AbortSignal,
  ): Promise<ImportOutcome | Refusal | WrongFile> {
    const { signal: stopping } = this.#stopping;
    const signal = file.isDryRun ? AbortSignal.any([disconnected, stopping]) : stopping;
    const onProgress = (recipes: number) => this.#progress.set(family, recipes);
    onProgress(0);
    try {
      return await this.#orBusy(signal, this.#process.import(context, family, file, { signal, onProgress }));
    } finally {
      this.#progress.delete(family);
    }
  }

  /** How many recipes have been read of the file that the family is importing; undefined without one. */
  progressOf(family: string): number | undefined {
    return this.#progress.get(family);
  }

  undo(context: ChangeContext, family: string, id: string): Promise<UndoneImport | Refusal> {
    const { signal } = this.#stopping;
    return this.#orBusy(signal, this.#process.undo(context, family, id, signal));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#running);
    await this.#process.end();
  }

  async #orBusy<Result>(signal: AbortSignal, running: Promise<Result>): Promise<Result | Refusal> {
    this.#running.add(running);
    try {
      return await withoutWork(() => running);
    } catch (error) {
      if (signal.aborted) return refuse('import-busy');
      throw error;
    } finally {
      this.#running.delete(running);
    }
  }
}
