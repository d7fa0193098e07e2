/** Reads and processes many rows in pages. Between two pages the event loop serves other requests. */
import { setImmediate } from 'node:timers/promises';
import { currentWork } from './deadline.ts';

/**
 * To call between the pieces of a long loop: other requests go on. Within a request this is the pause of its budget;
 * work without one gives way each time.
 */
export async function nextTurn(): Promise<void> {
  const work = currentWork();
  await (work ? work.pause() : setImmediate());
}

/** Yields pages of at most `size` rows. `read` gets the last row of the page before. */
export async function* readPages<Row>(
  size: number,
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  for (;;) {
    const rows = await read(after, size);
    currentWork()?.spendRows(rows.length);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1);
    await nextTurn();
  }
}

/** All rows of all pages: for a limited number of rows that takes too long for one turn of the event loop. */
export async function readAll<Row>(
  size: number,
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of readPages(size, read)) all.push(...rows);
  return all;
}

/** Runs a long computation. It yields where other requests may go on. */
export async function inTurns<Value>(steps: Iterator<undefined, Value, undefined>): Promise<Value> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}

/** Yields batches of a list. Between two batches the event loop serves other requests. */
export async function* inBatches<Value>(values: readonly Value[], size: number): AsyncGenerator<Value[]> {
  for (let at = 0; at < values.length; at += size) {
    if (at > 0) await nextTurn();
    yield values.slice(at, at + size);
  }
}
