/**
 * A disk cache for texts that do not fit in memory, in a file of this process alone. The file is deleted as soon
 * as it is open, so it disappears with the process; the operating system caches its pages and frees them when
 * memory is short (docs/decisions/0010-a-key-table-and-a-disk-cache.md).
 *
 * An entry may disappear at any time. A lookup never returns the text of another key.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_SIZE, SetAssociativeIndex } from './set-associative-index.ts';

/** The unit of writing; the newest block is in memory until it is full. */
const BLOCK_BYTES = 256 * 1_024;
/** Half a gigabyte. The file is a ring: after the last block comes the first again. */
const MAX_BLOCKS = 2_048;
/** Capacity of the index. Up to half as many plans are nearly all found; beyond that the hit rate falls. */
const INDEX_CAPACITY = 200_000;

export class DiskCache {
  readonly #folder: string;
  readonly #maxBlocks: number;
  readonly #onFailure: (error: unknown) => void;
  #file: number | undefined;
  #isClosed = false;
  /** Offsets of entries, counted from the first block ever written, and their lengths. */
  readonly #index = new SetAssociativeIndex(INDEX_CAPACITY);
  #newestBlock = Buffer.alloc(0);
  /** The number of blocks before the newest one. */
  #fullBlocks = 0;
  /** Bytes written to the newest block. */
  #usedBytes = 0;
  readonly #readBuffer = Buffer.alloc(MAX_SIZE);

  constructor(onFailure: (error: unknown) => void, folder = tmpdir(), maxBlocks = MAX_BLOCKS) {
    this.#onFailure = onFailure;
    this.#folder = folder;
    this.#maxBlocks = maxBlocks;
  }

  /** Key and text must be latin1, without a line break in the key. A text over 64 kB is ignored. */
  put(key: string, text: string): void {
    const entry = `${key}\n${text}`;
    if (entry.length > MAX_SIZE || this.#isClosed) return;
    if (this.#usedBytes + entry.length > this.#newestBlock.length) this.#startBlock();
    this.#newestBlock.write(entry, this.#usedBytes, 'latin1');
    this.#index.set(key, this.#fullBlocks * BLOCK_BYTES + this.#usedBytes, entry.length);
    this.#usedBytes += entry.length;
  }

  get(key: string): string | undefined {
    if (this.#isClosed) return undefined;
    return this.#index.find(key, (offset, length) => {
      const entry = this.#entryAt(offset, length);
      const isOfKey = entry?.startsWith(key) && entry[key.length] === '\n';
      return isOfKey ? entry?.slice(key.length + 1) : undefined;
    });
  }

  close(): void {
    this.#isClosed = true;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #entryAt(offset: number, length: number): string | undefined {
    const block = Math.floor(offset / BLOCK_BYTES);
    const start = offset % BLOCK_BYTES;
    if (block === this.#fullBlocks) return this.#newestBlock.toString('latin1', start, start + length);
    if (block < this.#fullBlocks - this.#maxBlocks) return undefined;
    return this.#tryFile((file) => {
      const count = readSync(file, this.#readBuffer, 0, length, this.#filePosition(block) + start);
      return this.#readBuffer.toString('latin1', 0, count);
    });
  }

  /** Writes the newest block to the file and starts the next one in its memory. */
  #startBlock(): void {
    if (this.#newestBlock.length === 0) {
      this.#newestBlock = Buffer.alloc(BLOCK_BYTES);
      return;
    }
    this.#tryFile((file) => {
      const count = writeSync(file, this.#newestBlock, 0, BLOCK_BYTES, this.#filePosition(this.#fullBlocks));
      if (count < BLOCK_BYTES) throw new Error('The disk has no room for the cache.');
    });
    this.#fullBlocks += 1;
    this.#usedBytes = 0;
  }

  #filePosition(block: number): number {
    return (block % this.#maxBlocks) * BLOCK_BYTES;
  }

  /** Reports a failure, such as a full disk, and closes the cache until the next start. */
  #tryFile<Result>(work: (file: number) => Result): Result | undefined {
    try {
      this.#file ??= openUnlinked(this.#folder);
      return work(this.#file);
    } catch (error) {
      this.close();
      this.#onFailure(error);
      return undefined;
    }
  }
}

/** Opens a new file that has no name any more. */
function openUnlinked(parent: string): number {
  const folder = mkdtempSync(join(parent, 'weekfare-cache-'));
  try {
    return openSync(join(folder, 'cache'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
