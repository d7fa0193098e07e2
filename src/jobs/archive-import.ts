/** Imports the files that members send, and undoes imports, one at a time: a thread can take hundreds of megabytes. */
import type { ImportFile, ImportOutcome } from '#actions/imports/imports.ts';
import type { UndoneImport } from '#actions/imports/undo.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import type { WrongFile } from './import-worker.ts';
import { ImportThread } from './import-thread.ts';

export class ArchiveImport {
  readonly #thread = new ImportThread();
  readonly #stopping = new AbortController();
  /** The end of the last import. */
  #last: Promise<unknown> = Promise.resolve();

  /** A trial ends when its client has gone; what is to be stored is stored. */
  run(
    context: ChangeContext,
    family: string,
    file: ImportFile,
    disconnected: AbortSignal,
  ): Promise<ImportOutcome | Refusal | WrongFile> {
    const { signal: stopping } = this.#stopping;
    const signal = file.isTrial ? AbortSignal.any([disconnected, stopping]) : stopping;
    return this.#afterLast(signal, () => this.#thread.import(context, family, file, signal));
  }

  undo(context: ChangeContext, family: string, id: string): Promise<UndoneImport | Refusal> {
    const { signal } = this.#stopping;
    return this.#afterLast(signal, () => this.#thread.undo(context, family, id, signal));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#last;
    await this.#thread.end();
  }

  #afterLast<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result | Refusal> {
    const running = this.#last
      .then(work)
      .catch((error: unknown) => (signal.aborted ? refuse('import-busy') : Promise.reject(error)));
    this.#last = running.catch(() => {});
    return running;
  }
}
