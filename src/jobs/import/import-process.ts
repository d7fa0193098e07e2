/** Runs imports and their undos in child processes (import-worker.ts), one at a time. */
import type { ImportFile, ImportOutcome } from '#actions/imports/imports.ts';
import type { UndoneImport } from '#actions/imports/undo.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import type { ImportResult, ImportTask, WrongFile } from './import-worker.ts';
import { inProcess, LimitError, TaskWorker } from '#jobs/task-worker.ts';
import { workerFile } from '#jobs/worker-file.ts';

/** 2,000 recipes take a few seconds of processor time; a busy small computer needs ten times as long. */
const TIMEOUT_MS = 120_000;
/** After a larger file the memory of a process stays large, so the next file gets a new one. */
const MAX_RECIPES_TO_STAY = 500;
/** Enough for the database of a Mealie with 5,000 recipes. A small young generation costs little time and saves memory. */
const MEMORY = { heapMb: 384, youngMb: 1 };

type ImportOptions = { signal?: AbortSignal; onProgress?: (recipes: number) => void };

export class ImportProcess {
  readonly #worker = new TaskWorker<ImportTask, ImportResult>(
    inProcess(workerFile('import/import-worker'), MEMORY),
    { timeoutMs: TIMEOUT_MS, isLast: wasLarge },
  );

  async import(
    { store, actor, nowMs }: ChangeContext,
    family: string,
    file: ImportFile,
    options?: ImportOptions,
  ): Promise<ImportOutcome | Refusal | WrongFile> {
    const task = { location: store.location, actor, nowMs, family, file };
    const result = await this.#worker.run(task, options).catch(tooMuch);
    if ('wrongFile' in result) return result;
    if ('undone' in result) throw new Error('The process has undone an import instead of importing a file.');
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
    const task = { location: store.location, actor, nowMs, family, undoes: id };
    const result = await this.#worker.run(task, { signal });
    if (!('undone' in result)) throw new Error('The process has not undone the import.');
    if (!isRefusal(result.undone)) store.changes.emit('change', family);
    return result.undone;
  }

  end(): Promise<void> {
    return this.#worker.end();
  }
}

function wasLarge(result: ImportResult): boolean {
  return (
    'outcome' in result && 'report' in result.outcome && result.outcome.report.recipes > MAX_RECIPES_TO_STAY
  );
}

function tooMuch(error: unknown): WrongFile {
  if (!(error instanceof LimitError)) throw error;
  return {
    wrongFile: `The file needs more ${error.limit} than an import may use.`,
    fault: 'unpacks-too-large',
  };
}
