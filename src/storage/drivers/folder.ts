/** Creates the folders of the service's files, and syncs them so that file names survive a power cut. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** Only the owner has access: the files contain what families eat, and their password hashes. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  // One level at a time: `mkdir` with `recursive` never returns in some places, such as /proc.
  createFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
    syncFolder(dirname(folder));
  } catch (error) {
    // Another server may have created it at the same moment.
    if (!existsSync(folder)) throw error;
  }
}

/** After a power cut, a synced file is lost if its folder is not synced. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    // Not every system supports this. SQLite ignores the error for its own files too.
  }
}
