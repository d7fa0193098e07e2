/**
 * A disk of a few megabytes that only one process has: a file system in memory, mounted for it alone. Where
 * nothing may be mounted, as in most containers, a limit on the size of its files stands in for it.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder, type Scope } from '#test/support/store.ts';
import type { Program, RunningServer } from '../program.ts';

const PIECE = Buffer.alloc(4_096);
/** In a namespace of its own: for that nobody must be root, and nothing is left behind. */
const APART = ['unshare', '--map-root-user', '--mount', 'sh', '-c'] as const;
const MOUNT = 'mount -t tmpfs -o size=8m weekfare "$DATA_DIR"';

export type OnSmallDisk = RunningServer & {
  /** Where everyone else sees the disk. */
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
  const server = await program.start(scope, settings, [...APART, `${MOUNT} && exec "$@"`, 'sh']);
  const folder = `/proc/${server.child.pid}/root${settings.DATA_DIR}`;
  const ballast = join(folder, 'ballast');
  return { ...server, folder, fillDisk: () => fill(ballast), makeRoom: () => rmSync(ballast) };
}

function mayMount(folder: string): boolean {
  const [command, ...words] = APART;
  return spawnSync(command, [...words, MOUNT], { env: { ...process.env, DATA_DIR: folder } }).status === 0;
}

function run(command: string, ...words: string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
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
