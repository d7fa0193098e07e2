/** Reading much without holding up everyone else: a page at a time, with a turn for the others in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Pages of at most `size` rows, each read after the last row of the one before. */
export async function* readPages<Row>(
  size: number,
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  for (;;) {
    const rows = await read(after, size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1);
    await nextTurn();
  }
}

/** All rows of all pages: for what is bounded, but too much for one turn. */
export async function readAll<Row>(
  size: number,
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of readPages(size, read)) all.push(...rows);
  return all;
}

/** Parts of a list, with a turn for the others between two of them. */
export async function* inBatches<Value>(values: readonly Value[], size: number): AsyncGenerator<Value[]> {
  for (let at = 0; at < values.length; at += size) {
    if (at > 0) await nextTurn();
    yield values.slice(at, at + size);
  }
}

export { nextTurn };
