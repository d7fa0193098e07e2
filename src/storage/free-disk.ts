/**
 * The free room of the disks of the data folder and of temporary files. Below a floor, files and new families are refused,
 * so that the changes of the families that there are can still be stored.
 */
import fs from 'node:fs/promises';

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
  /** Of the disk with the least room; undefined if that is not known. */
  bytes: number | undefined;

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

  async #check(): Promise<void> {
    const disks = await Promise.all(this.#folders.map(readDisk));
    const known = disks.filter((disk) => disk !== undefined);
    this.bytes = known.length > 0 ? Math.min(...known.map(({ free }) => free)) : undefined;
    const { minBytes, onChange } = this.#options;
    const isLow = known.some(({ free, size }) => free < Math.min(minBytes, size * MIN_SHARE));
    if (isLow !== this.#isLow) onChange?.(isLow, this.bytes ?? 0);
    this.#isLow = isLow;
    this.#checkedAtMs = performance.now();
  }
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
