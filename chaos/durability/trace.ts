/**
 * What a program did to its files and said to whoever asked, step by step, as the system calls tell it. A
 * write counts from when it is asked for, a sync from when it is over. The database's shared memory is left
 * out: SQLite makes it anew at every start.
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
  | { did: 'write'; file: string; at: number; bytes: Buffer }
  | { did: 'cut'; file: string; size: number }
  | { did: 'make' | 'remove' | 'sync'; file: string }
  | { did: 'answer'; text: string };

export type Traced = RunningServer & {
  /** The folder of its data, which it has made itself. */
  folder: string;
  /** Ends the server and answers all that it did. */
  end(): Promise<Step[]>;
};

/** Beside the program, of all its threads, with the names of files and everything that is written. */
const FORM = ['-D', '-f', '--seccomp-bpf', '-y', '-s', '1000000', '--strings-in-hex=non-ascii-chars'];
const CALLS =
  'pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync,ftruncate,?open,openat,?unlink,unlinkat,?mkdir,mkdirat,?rename,?renameat,?renameat2';

/** A command that runs another and writes down its system calls. */
export function tracer(log: string): string[] {
  return [getProgram('strace'), ...FORM, '-e', CALLS, '-o', log];
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
      // The tracer holds the pipes for as long as it writes.
      const closed = once(server.child, 'close');
      server.child.kill('SIGKILL');
      await closed;
      return readSteps(log, folder);
    },
  };
}

const LINE =
  /^(?<thread>\d+) +(?:<\.\.\. \w+ resumed>|(?<call>\w+)\((?<given>.*)(?:\) += .*| <unfinished \.\.\.>)$)/;

/** A call that another thread interrupts is told on two lines; only of a sync does the second one matter. */
export async function readSteps(log: string, folder: string): Promise<Step[]> {
  const steps: Step[] = [];
  const syncs = new Map<string, Step>();
  const files = new Set<string>();
  for await (const line of createInterface(createReadStream(log, 'latin1'))) {
    const { thread = '', call, given = '' } = LINE.exec(line)?.groups ?? {};
    const step = call === undefined ? syncs.get(thread) : stepOf(call, given);
    syncs.delete(thread);
    if (!step || (step.did !== 'answer' && !isOf(folder, step.file))) continue;
    if (step.did === 'sync' && line.endsWith('<unfinished ...>')) syncs.set(thread, step);
    else if (step.did !== 'make' || !files.has(step.file)) steps.push(step);
    if (step.did === 'make') files.add(step.file);
    if (step.did === 'remove') files.delete(step.file);
  }
  return steps;
}

function isOf(folder: string, file: string): boolean {
  return (file.startsWith(folder) && !file.endsWith('-shm')) || file === dirname(folder);
}

function stepOf(call: string, given: string): Step | undefined {
  const file = /^\d+<([^>]*)>/.exec(given)?.[1] ?? '';
  const named = /"([^"]*)"/.exec(given)?.[1] ?? '';
  const last = Number(/, (\d+)$/.exec(given)?.[1]);
  switch (call) {
    case 'pwrite64':
      return { did: 'write', file, at: last, bytes: bytesOf(given) };
    case 'ftruncate':
      return { did: 'cut', file, size: last };
    case 'fsync':
    case 'fdatasync':
      return { did: 'sync', file };
    case 'open':
    case 'openat':
      return given.includes('O_CREAT') ? { did: 'make', file: named } : undefined;
    case 'mkdir':
    case 'mkdirat':
      return { did: 'make', file: named };
    case 'unlink':
    case 'unlinkat':
      return { did: 'remove', file: named };
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return { did: 'make', file: given.match(/"[^"]*"/g)?.[1]?.slice(1, -1) ?? '' };
    default:
      return written(file, given);
  }
}

/** To a client, to whoever runs the command, or at the end of a file. */
function written(file: string, given: string): Step | undefined {
  const bytes = bytesOf(given);
  if (given.startsWith('1<') || bytes.includes('HTTP/1.1 ')) return { did: 'answer', text: bytes.toString() };
  return file.startsWith('/') ? { did: 'write', file, at: Infinity, bytes } : undefined;
}

const ESCAPED: Record<string, string> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' };

/** What stands in quotes, one after the other: a call may write several pieces. */
function bytesOf(given: string): Buffer {
  const pieces = given.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  const text = pieces.map((piece) => piece.slice(1, -1)).join('');
  const plain = text.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex?: string, letter = '') =>
    hex === undefined ? (ESCAPED[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(plain, 'latin1');
}
