/** Writes a zip file piece by piece: nothing is produced before the reader wants it, so memory stays bounded. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ZipFile } from 'yazl';

type Content = { readonly text: string | AsyncIterable<string> } | { readonly bytes: Buffer };
export type ZippedFile = { readonly name: string } & Content;

/** A tenth larger than at the usual level, in a third of the time. */
const LEVEL = 3;
/** Of a long text that is converted to bytes at once. */
const SLICE_LENGTH = 16_384;

export async function* zipOf(
  files: AsyncIterable<ZippedFile>,
  modifiedAtMs: number,
): AsyncGenerator<Buffer, void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const current: { text?: Readable } = {};
  const filling = fill(zip, files, new Date(modifiedAtMs), current).catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    // Also if the reader stops early: then nobody reads the current file to its end.
    output.destroy();
    current.text?.destroy();
    await filling;
  }
}

/** Adds a file when the one before it has been read, so that at most one is open. */
async function fill(
  zip: ZipFile,
  files: AsyncIterable<ZippedFile>,
  mtime: Date,
  current: { text?: Readable },
): Promise<void> {
  for await (const { name, ...file } of files) {
    if ((zip.outputStream as Readable).destroyed) return;
    // Pictures are compressed already.
    const compressionLevel = 'bytes' in file ? 0 : LEVEL;
    current.text = Readable.from(contentOf(file), { objectMode: false });
    const read = finished(current.text);
    // The zip file retains this function for each of its entries, so it must not retain the text.
    zip.addReadStreamLazy(name, { mtime, compressionLevel }, (add) => add(null, current.text as Readable));
    await read;
  }
  zip.end();
}

function contentOf(file: Content): Buffer | AsyncIterable<string> {
  if ('bytes' in file) return file.bytes;
  return typeof file.text === 'string' ? slicesOf(file.text) : file.text;
}

/** Between two slices the event loop serves other requests. */
async function* slicesOf(text: string): AsyncGenerator<string, void> {
  for (let at = 0; at < text.length;) {
    // Not between the two halves of a character.
    const end =
      at + SLICE_LENGTH + (text.slice(at + SLICE_LENGTH - 1, at + SLICE_LENGTH).isWellFormed() ? 0 : 1);
    yield text.slice(at, end);
    at = end;
    if (at < text.length) await nextTurn();
  }
}
