/** The folders that files of the service lie in: that they are there, and that a power cut leaves their names. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** For its owner only: the file holds what a family eats, and the hashes of its passwords. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  // Step by step: in some places, such as /proc, Node never comes back from making parents by itself.
  createFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
    syncFolder(dirname(folder));
  } catch (error) {
    // Another server, started at the same moment, may have been faster.
    if (!existsSync(folder)) throw error;
  }
}

/** A synced file whose name is not synced may be gone after a power cut. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    // Not every system can. SQLite, which does the same for its own files, does not insist either.
  }
}
