/**
 * Runs imports and their undos in a process of its own, with its own connection to the database, so that the process that
 * serves requests neither computes nor waits for it.
 */
import { flushCompileCache } from 'node:module';
import { undoImport, type UndoneImport } from '#actions/imports/undo.ts';
import { importArchive, type ImportFile, type ImportOutcome } from '#actions/imports/imports.ts';
import type { ArchiveFault } from '#domain/recipe/import-report.ts';
import { UserError } from '#domain/user-error.ts';
import type { Refusal } from '#domain/refusal.ts';
import { ArchiveError } from '#import/archive/archive-error.ts';
import { type Location, openStore, OPERATOR_TIMEOUT_MS } from '#storage/store.ts';
import type { WorkerMessage } from '#jobs/task-worker.ts';

export type ImportTask = {
  location: Location;
  actor: string;
  nowMs: number;
  family: string;
} & ({ file: ImportFile } | { undoes: string });

/** Why a file cannot be imported: a sentence for people, and what is wrong in it. */
export type WrongFile = { wrongFile: string; fault?: ArchiveFault };

export type ImportResult =
  | { outcome: ImportOutcome | Refusal }
  | { undone: UndoneImport | Refusal }
  | WrongFile;

if (!process.send) throw new Error('import-worker.ts must run in a child process');
process.on('disconnect', () => process.exit());

// A bug is an unhandled rejection, which ends the process and fails its task.
process.on('message', async (task: ImportTask) => {
  const done = await run(task);
  // This process is killed, so it would never write its compiled code, which its flags separate from that of others.
  // It halves the processor time of the next start. When it is written already, this takes less than a millisecond.
  flushCompileCache();
  post({ done });
});

function post(message: WorkerMessage<ImportResult>): void {
  process.send?.(message);
}

async function run({ location, actor, nowMs, family, ...task }: ImportTask): Promise<ImportResult> {
  const store = await openStore(location, OPERATOR_TIMEOUT_MS);
  const context = { store, actor, nowMs };
  try {
    if ('undoes' in task) return { undone: await undoImport(context, family, task.undoes) };
    const onProgress = (recipes: number) => post({ progress: recipes });
    return { outcome: await importArchive(context, family, task.file, onProgress) };
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if ('file' in task && (path === undefined || path === task.file.path)) {
      if (code === 'ENOENT') return { wrongFile: `There is no file ${task.file.path}.` };
      if (code === 'EACCES' || code === 'EISDIR')
        return { wrongFile: `The file ${task.file.path} cannot be read.` };
    }
    if (error instanceof ArchiveError) return { wrongFile: error.message, fault: error.fault };
    if (error instanceof UserError) return { wrongFile: error.message };
    throw error;
  } finally {
    await store.close();
  }
}
