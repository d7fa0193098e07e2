/**
 * The files of an SQLite database: which state of them may be opened, how a new database comes into being,
 * and who may read them.
 *
 * SQLite takes an empty file for a new database and deletes a write-ahead log whose database is missing. Both
 * would turn an accident into an empty installation, so both are refused here. A start that is killed before
 * its first commit leaves an empty file as well: the marker tells it from a file that somebody emptied. The
 * marker is made before the file, and removed after the first commit.
 */
import { chmodSync, closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { UserError } from '#domain/user-error.ts';
import { createFolder, syncFolder } from './folder.ts';

const SIDE_FILES = ['-wal', '-shm', '-journal'];
/** For its owner only: the file holds what a family eats, and the hashes of its passwords. */
const MODE = 0o600;

/** Before the file is opened: refuses what must not be opened, and makes a new file where there is none. */
export function prepareFile(file: string): void {
  const size = findFileBytes(file);
  if (size === undefined) {
    refuseOrphans(file);
    createFile(file);
  } else if (size === 0 && !existsSync(markerOf(file)) && findFileBytes(file) === 0) {
    // Looked at twice: another process may have made its first commit and removed the marker in between.
    throw new UserError(
      `The database ${file} is empty, which a database of Weekfare never is: move it away and restore a backup, or move it away and start with an empty installation. Nothing was changed.`,
    );
  }
}

/** After a commit: the file is a database now, and nobody else may read it. */
export function finishSetup(file: string): void {
  try {
    if (findFileBytes(file)) rmSync(markerOf(file), { force: true });
    for (const name of findFilesOpenToOthers(file)) chmodSync(name, MODE);
  } catch {
    // Not our file, or a file system without modes. The commit stands, and the server warns about the mode.
  }
}

/** Which of the files others than their owner may read or write. */
export function findFilesOpenToOthers(file: string): string[] {
  return filesOf(file).filter(isOpenToOthers);
}

/** Whether there is anything to open. A side file without its database is for `prepareFile` to refuse. */
export function hasFile(file: string): boolean {
  return filesOf(file).some((name) => findFileBytes(name) !== undefined);
}

function filesOf(file: string): string[] {
  return [file, ...SIDE_FILES.map((end) => file + end)];
}

function markerOf(file: string): string {
  return `${file}.setup`;
}

function refuseOrphans(file: string): void {
  const orphan = SIDE_FILES.map((end) => file + end).find((name) => existsSync(name));
  // Another process may be making the database right now; it makes the database file first.
  if (orphan === undefined || findFileBytes(file) !== undefined) return;
  throw new UserError(
    `The database ${file} is missing, but ${basename(orphan)}, which belongs to it, is there: put the database back, or move ${basename(orphan)} away too. Nothing was changed.`,
  );
}

function createFile(file: string): void {
  createFolder(dirname(file));
  createEmpty(markerOf(file));
  // The marker must survive a power cut that the empty file survives.
  syncFolder(dirname(file));
  createEmpty(file);
}

/** Unless it is there already: another process may do the same. */
function createEmpty(file: string): void {
  closeSync(openSync(file, 'a', MODE));
}

function isOpenToOthers(name: string): boolean {
  const found = statSync(name, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o077) !== 0;
}

/** The size of the file in bytes; undefined where there is none. */
export function findFileBytes(file: string): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  // Some file systems give folders the size 0; SQLite refuses a folder by itself.
  return found && (found.isFile() ? found.size : 1);
}
