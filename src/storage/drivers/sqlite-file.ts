/**
 * The files of an SQLite database: decides which may be opened, creates new ones and sets their permissions.
 *
 * SQLite treats an empty file as a new database, and deletes a write-ahead log whose database is missing. Both
 * would turn an accident into an empty installation, so both are refused here. A start that is killed before
 * its first commit leaves an empty file too; a marker file distinguishes it from a database that was truncated.
 * The marker is created before the database and removed after the first commit.
 */
import { chmodSync, closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { UserError } from '#domain/user-error.ts';
import { createFolder, syncFolder } from './folder.ts';

const SIDE_FILES = ['-wal', '-shm', '-journal'];
/** Only the owner has access: the files contain what families eat, and their password hashes. */
const MODE = 0o600;

/** Before the file is opened: refuses a file that must not be opened, and creates a missing one. */
export function prepareFile(file: string): void {
  const size = findFileBytes(file);
  if (size === undefined) {
    refuseOrphans(file);
    createFile(file);
  } else if (size === 0 && !existsSync(markerOf(file)) && findFileBytes(file) === 0) {
    // Checked twice: another process may have made its first commit and removed the marker in between.
    throw new UserError(
      `The database ${file} is an empty file, which a database of Weekfare never is. Move it away, then restore a backup or start with an empty installation. Nothing was changed.`,
    );
  }
}

/** After a commit: removes the marker, and the permissions of other users. */
export function finishSetup(file: string): void {
  try {
    if (findFileBytes(file)) rmSync(markerOf(file), { force: true });
    for (const name of findFilesOpenToOthers(file)) chmodSync(name, MODE);
  } catch {
    // Not our file, or a file system without permissions. The commit is done, and the server warns about them.
  }
}

/** The files that other users than their owner may read or write. */
export function findFilesOpenToOthers(file: string): string[] {
  return filesOf(file).filter(isOpenToOthers);
}

/** Whether there is a database, or a part of one: `prepareFile` refuses a side file without its database. */
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
  // Another process may be creating the database right now; it creates the database file first.
  if (orphan === undefined || findFileBytes(file) !== undefined) return;
  throw new UserError(
    `The database ${file} is missing, but its ${basename(orphan)} is there. Put the database back, or move ${basename(orphan)} away too. Nothing was changed.`,
  );
}

function createFile(file: string): void {
  createFolder(dirname(file));
  createEmpty(markerOf(file));
  // If the empty file survives a power cut, the marker must too.
  syncFolder(dirname(file));
  createEmpty(file);
}

/** Does not truncate an existing file: another process may have created it. */
function createEmpty(file: string): void {
  closeSync(openSync(file, 'a', MODE));
}

function isOpenToOthers(name: string): boolean {
  const found = statSync(name, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o077) !== 0;
}

/** The size of the file; undefined if it does not exist. */
export function findFileBytes(file: string): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  // Some file systems report the size 0 for folders. A folder is not an empty file; SQLite refuses it.
  return found && (found.isFile() ? found.size : 1);
}
