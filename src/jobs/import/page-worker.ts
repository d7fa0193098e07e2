/** The thread that reads recipes from pages, which takes up to a second for a page of 5 MB. See recipe-import.ts. */
import { parentPort } from 'node:worker_threads';
import { decodePage } from '#import/page/charset.ts';
import { readAny } from '#import/page/text.ts';
import { type ConvertedRecipe, recipeSourceOf } from '#import/recipe-source.ts';
import type { WorkerMessage } from '#jobs/task-worker.ts';

/** A page as bytes with their content type, or as text. */
export type PageTask = { address?: string } & ({ bytes: Uint8Array; contentType: string } | { text: string });
/** Null if there is no recipe. */
export type PageResult = ConvertedRecipe | null;

const port = parentPort;
if (!port) throw new Error('page-worker.ts must run in a worker thread');
port.on('message', (task: PageTask) => post({ done: read(task) }));

function post(message: WorkerMessage<PageResult>): void {
  port?.postMessage(message);
}

function read(task: PageTask): PageResult {
  const text = 'text' in task ? task.text : decodePage(task.bytes, task.contentType);
  const found = readAny(text, task.address === undefined ? {} : { address: task.address });
  return 'found' in found ? null : recipeSourceOf(found);
}
