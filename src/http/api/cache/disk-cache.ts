/**
 * What memory has no room for: texts by name, in a file of this process alone. The file has no name, so it
 * is gone when the process is; what the system keeps of it in memory it takes back when somebody else needs
 * the room (docs/decisions/0010-a-key-table-and-a-disk-cache.md).
 *
 * May lose anything at any time, and never answers with the text of another name.
 */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOST_SIZE, SetAssociativeIndex } from './set-associative-index.ts';

/** Written one block at a time; the newest is still in memory. */
const BLOCK_BYTES = 256 * 1_024;
/** Half a gigabyte. After the last block the first is written over. */
const MOST_BLOCKS = 2_048;
/** Places, of which half as many plans find nearly all theirs; beyond that more and more are read anew. */
const MOST_TEXTS = 200_000;

export class DiskCache {
  readonly #folder: string;
  readonly #mostBlocks: number;
  readonly #onFailure: (error: unknown) => void;
  #file: number | undefined;
  #isClosed = false;
  /** Where texts begin, counted from the first block ever, and their lengths. */
  readonly #places = new SetAssociativeIndex(MOST_TEXTS);
  #newest = Buffer.alloc(0);
  /** How many blocks came before the newest, and how much of it is written. */
  #blocks = 0;
  #used = 0;
  readonly #read = Buffer.alloc(MOST_SIZE);

  constructor(onFailure: (error: unknown) => void, folder = tmpdir(), mostBlocks = MOST_BLOCKS) {
    this.#onFailure = onFailure;
    this.#folder = folder;
    this.#mostBlocks = mostBlocks;
  }

  /** The text's characters are bytes. */
  put(name: string, text: string): void {
    const entry = `${name}\n${text}`;
    if (entry.length > MOST_SIZE || this.#isClosed) return;
    if (this.#used + entry.length > this.#newest.length) this.#turnOver();
    this.#newest.write(entry, this.#used, 'latin1');
    this.#places.note(name, this.#blocks * BLOCK_BYTES + this.#used, entry.length);
    this.#used += entry.length;
  }

  get(name: string): string | undefined {
    if (this.#isClosed) return undefined;
    return this.#places.find(name, (at, length) => {
      const entry = this.#entryAt(at, length);
      const isIt = entry?.startsWith(name) && entry[name.length] === '\n';
      return isIt ? entry?.slice(name.length + 1) : undefined;
    });
  }

  close(): void {
    this.#isClosed = true;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #entryAt(at: number, length: number): string | undefined {
    const block = Math.floor(at / BLOCK_BYTES);
    const offset = at % BLOCK_BYTES;
    if (block === this.#blocks) return this.#newest.toString('latin1', offset, offset + length);
    if (block < this.#blocks - this.#mostBlocks) return undefined;
    return this.#attempt((file) => {
      const count = readSync(file, this.#read, 0, length, this.#positionOf(block) + offset);
      return this.#read.toString('latin1', 0, count);
    });
  }

  #turnOver(): void {
    if (this.#newest.length === 0) {
      this.#newest = Buffer.alloc(BLOCK_BYTES);
      return;
    }
    this.#attempt((file) => {
      const count = writeSync(file, this.#newest, 0, BLOCK_BYTES, this.#positionOf(this.#blocks));
      if (count < BLOCK_BYTES) throw new Error('There is no more room for the shelf.');
    });
    this.#blocks += 1;
    this.#used = 0;
  }

  #positionOf(block: number): number {
    return (block % this.#mostBlocks) * BLOCK_BYTES;
  }

  /** A full disk, a folder that is not there: say so once, and do without from then on. */
  #attempt<Result>(work: (file: number) => Result): Result | undefined {
    try {
      this.#file ??= openNameless(this.#folder);
      return work(this.#file);
    } catch (error) {
      this.close();
      this.#onFailure(error);
      return undefined;
    }
  }
}

function openNameless(folder: string): number {
  const own = mkdtempSync(join(folder, 'weekfare-shelf-'));
  try {
    return openSync(join(own, 'shelf'), 'wx+', 0o600);
  } finally {
    rmSync(own, { recursive: true });
  }
}
