/**
 * Starts a server on a disk of 8 MB: a file system in memory that is mounted only for its process. Where mounting is
 * not allowed, as in most containers, a limit on file size replaces it.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder, type Scope } from '#test/support/store.ts';
import type { Program, RunningServer } from '../program.ts';

const PIECE = Buffer.alloc(4_096);
/** A separate mount namespace: needs no root, and disappears with the process. */
const UNSHARE = ['unshare', '--map-root-user', '--mount', 'sh', '-c'] as const;
const MOUNT = 'mount -t tmpfs -o size=8m weekfare "$DATA_DIR"';

export type OnSmallDisk = RunningServer & {
  /** The path of the disk as seen by other processes. */
  folder: string;
  fillDisk(): void;
  makeRoom(): void;
};

export async function startOnSmallDisk(program: Program, scope: Scope): Promise<OnSmallDisk> {
  const settings = { DATA_DIR: freshFolder(scope), LOG_LEVEL: 'error', APP_RATE_LIMIT_PER_MINUTE: '0' };
  if (!mayMount(settings.DATA_DIR)) {
    const server = await program.start(scope, settings);
    const limit = (bytes: string) => run('prlimit', `--pid=${server.child.pid}`, `--fsize=${bytes}:`);
    const folder = settings.DATA_DIR;
    return { ...server, folder, fillDisk: () => limit('1'), makeRoom: () => limit('unlimited') };
  }
  const server = await program.start(scope, settings, [...UNSHARE, `${MOUNT} && exec "$@"`, 'sh']);
  const folder = `/proc/${server.child.pid}/root${settings.DATA_DIR}`;
  const ballast = join(folder, 'ballast');
  return { ...server, folder, fillDisk: () => fill(ballast), makeRoom: () => rmSync(ballast) };
}

function mayMount(folder: string): boolean {
  const [command, ...args] = UNSHARE;
  return spawnSync(command, [...args, MOUNT], { env: { ...process.env, DATA_DIR: folder } }).status === 0;
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
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
