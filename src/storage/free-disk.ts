/**
 * The free room of the disks of the data folder and of temporary files. Below a floor, files and new families are refused,
 * so that the changes of the families that there are can still be stored.
 */
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Location } from './store.ts';

type Options = { minBytes: number; onChange?: (isLow: boolean, freeBytes: number) => void };

/** Of a small disk, this share is enough. */
const MIN_SHARE = 0.05;
const CHECK_MS = 1_000;

export class FreeDisk {
  readonly #folders: readonly string[];
  readonly #options: Options;
  #checking: Promise<void> | undefined;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #isLow = false;
  #bytes = 0;

  constructor(folders: readonly string[], options: Options) {
    this.#folders = folders;
    this.#options = options;
  }

  async isLow(): Promise<boolean> {
    if (performance.now() - this.#checkedAtMs >= CHECK_MS) {
      this.#checking ??= this.#check().finally(() => (this.#checking = undefined));
      await this.#checking;
    }
    return this.#isLow;
  }

  /** Of the disk with the least room when it was last measured; it is measured again for the next time. */
  lastBytes(): number {
    void this.isLow();
    return this.#bytes;
  }

  async #check(): Promise<void> {
    const disks = await Promise.all(this.#folders.map(readDisk));
    const known = disks.filter((disk) => disk !== undefined);
    this.#bytes = known.length > 0 ? Math.min(...known.map(({ free }) => free)) : 0;
    const { minBytes, onChange } = this.#options;
    const isLow = known.some(({ free, size }) => free < Math.min(minBytes, size * MIN_SHARE));
    if (isLow !== this.#isLow) onChange?.(isLow, this.#bytes);
    this.#isLow = isLow;
    this.#checkedAtMs = performance.now();
  }
}

/** The folders that members can fill. PostgreSQL watches its own. */
export function fillableFolders(location: Location): string[] {
  return location.kind === 'sqlite' ? [dirname(location.file), tmpdir()] : [tmpdir()];
}

/** Undefined where the system does not tell. */
async function readDisk(folder: string): Promise<{ free: number; size: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await fs.statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return undefined;
  }
}
