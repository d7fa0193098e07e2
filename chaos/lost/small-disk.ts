/** A disk of a few megabytes that only one process has: a file system in memory, mounted for it alone. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '#test/store.ts';
import { freshFolder } from '#test/store.ts';
import type { Program, Running } from '../program.ts';

const SIZE = '8m';
const PIECE = Buffer.alloc(4_096);

export type OnSmallDisk = Running & {
  /** Where everyone else sees the disk. */
  folder: string;
  fillDisk(): void;
  makeRoom(): void;
};

export async function startOnSmallDisk(program: Program, scope: Scope): Promise<OnSmallDisk> {
  const folder = freshFolder(scope);
  // In a namespace of its own: that needs no rights, and nothing is left behind.
  const mounted = `mount -t tmpfs -o size=${SIZE} weekfare "$DATA_DIR" && exec "$@"`;
  const wrapper = ['unshare', '--map-root-user', '--mount', 'sh', '-c', mounted, 'sh'];
  const server = await program.start(scope, { DATA_DIR: folder, LOG_LEVEL: 'error' }, wrapper);
  const inside = `/proc/${server.child.pid}/root${folder}`;
  const ballast = join(inside, 'ballast');
  return {
    ...server,
    folder: inside,
    fillDisk: () => fill(ballast),
    makeRoom: () => rmSync(ballast),
  };
}

function fill(file: string): void {
  const out = openSync(file, 'w');
  try {
    for (;;) writeSync(out, PIECE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(out);
  }
}
