/**
 * Traces the system calls of a program: what it writes to its files, and what it sends to clients or prints. A write
 * counts when it starts, a sync when it has completed. The database's shared memory is ignored, because SQLite
 * recreates it at every start.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { getProgram } from '#test/support/programs.ts';
import { freshFolder } from '#test/support/store.ts';
import type { RunningServer } from '../program.ts';
import type { TrialContext } from '../trial.ts';

export type Step =
  | { kind: 'write'; file: string; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'create' | 'remove' | 'sync'; file: string }
  | { kind: 'output'; text: string };

export type Traced = RunningServer & {
  /** Its data folder, which the server has created. */
  folder: string;
  /** Kills the server and returns its steps. */
  end(): Promise<Step[]>;
};

/** strace as a separate process (-D), all threads (-f), names of files (-y), complete data (-s). */
const OPTIONS = ['-D', '-f', '--seccomp-bpf', '-y', '-s', '1000000', '--strings-in-hex=non-ascii-chars'];
const CALLS =
  'pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync,ftruncate,?open,openat,?unlink,unlinkat,?mkdir,mkdirat,?rename,?renameat,?renameat2';

/** A command that runs another one and logs its system calls. */
export function tracer(log: string): string[] {
  return [getProgram('strace'), ...OPTIONS, '-e', CALLS, '-o', log];
}

export async function startTraced({ program, scope }: TrialContext): Promise<Traced> {
  const home = freshFolder(scope);
  const [folder, log] = [join(home, 'data'), join(home, 'trace')];
  const server = await program.start(
    scope,
    { DATA_DIR: folder, LOG_LEVEL: 'error', APP_RATE_LIMIT_PER_MINUTE: '0' },
    tracer(log),
  );
  return {
    ...server,
    folder,
    async end() {
      // strace holds the pipes until it has written the whole log.
      const closed = once(server.child, 'close');
      server.child.kill('SIGKILL');
      await closed;
      return readSteps(log, folder);
    },
  };
}

const LINE =
  /^(?<thread>\d+) +(?:<\.\.\. \w+ resumed>|(?<call>\w+)\((?<args>.*)(?:\) += .*| <unfinished \.\.\.>)$)/;

/** strace splits a call that another thread interrupts into two lines. The second one matters only for a sync. */
export async function readSteps(log: string, folder: string): Promise<Step[]> {
  const steps: Step[] = [];
  const syncs = new Map<string, Step>();
  const files = new Set<string>();
  for await (const line of createInterface(createReadStream(log, 'latin1'))) {
    const { thread = '', call, args = '' } = LINE.exec(line)?.groups ?? {};
    const step = call === undefined ? syncs.get(thread) : stepOf(call, args);
    syncs.delete(thread);
    if (!step || (step.kind !== 'output' && !isInFolder(folder, step.file))) continue;
    if (step.kind === 'sync' && line.endsWith('<unfinished ...>')) syncs.set(thread, step);
    else if (step.kind !== 'create' || !files.has(step.file)) steps.push(step);
    if (step.kind === 'create') files.add(step.file);
    if (step.kind === 'remove') files.delete(step.file);
  }
  return steps;
}

function isInFolder(folder: string, file: string): boolean {
  return (file.startsWith(folder) && !file.endsWith('-shm')) || file === dirname(folder);
}

function stepOf(call: string, args: string): Step | undefined {
  const file = /^\d+<([^>]*)>/.exec(args)?.[1] ?? '';
  const named = /"([^"]*)"/.exec(args)?.[1] ?? '';
  const last = Number(/, (\d+)$/.exec(args)?.[1]);
  switch (call) {
    case 'pwrite64':
      return { kind: 'write', file, at: last, bytes: bytesOf(args) };
    case 'ftruncate':
      return { kind: 'truncate', file, size: last };
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', file };
    case 'open':
    case 'openat':
      return args.includes('O_CREAT') ? { kind: 'create', file: named } : undefined;
    case 'mkdir':
    case 'mkdirat':
      return { kind: 'create', file: named };
    case 'unlink':
    case 'unlinkat':
      return { kind: 'remove', file: named };
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return { kind: 'create', file: args.match(/"[^"]*"/g)?.[1]?.slice(1, -1) ?? '' };
    default:
      return writeStep(file, args);
  }
}

/** A write to a client, to stdout, or at the end of a file. */
function writeStep(file: string, args: string): Step | undefined {
  const bytes = bytesOf(args);
  if (args.startsWith('1<') || bytes.includes('HTTP/1.1 ')) return { kind: 'output', text: bytes.toString() };
  return file.startsWith('/') ? { kind: 'write', file, at: Infinity, bytes } : undefined;
}

const ESCAPED: Record<string, string> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' };

/** Joins all quoted strings, because one call may write several buffers. */
function bytesOf(args: string): Buffer {
  const strings = args.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  const text = strings.map((string) => string.slice(1, -1)).join('');
  const plain = text.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex?: string, letter = '') =>
    hex === undefined ? (ESCAPED[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(plain, 'latin1');
}
