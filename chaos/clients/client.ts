/** What the trial of CalDAV clients gives to each client, and checks after each of its steps. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What is on the server before the first client comes. */
export const DISH = 'Jollof rice, with plantain';
export const ITEM = 'candles';

export type ClientSession = {
  url: string;
  password: string;
  /** An empty folder, which is also the home of the programs. */
  folder: string;
  /** Whether the server has an item with these words; undefined if it has none. */
  findItem: (words: string) => Promise<{ isTicked: boolean } | undefined>;
};

/** What a client shows before it changes anything; some show only one of them. */
export type Sight = { meals?: readonly string[]; items?: readonly string[] };

export type CalDavClient = {
  name: string;
  /** Undefined if it is not on this machine; otherwise its version. */
  find(): Promise<string | undefined>;
  /** Does what it can: lists meals and items, and adds, ticks and deletes an item that has its name. */
  use(session: ClientSession): Promise<{ did: string[]; seen: Sight }>;
};

/** Programs of Debian, which may have another Python than the PATH. */
export function systemProgram(name: string): string | undefined {
  return ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find((file) => existsSync(file));
}

const TIMEOUT_MS = 60_000;

export async function runProgram(
  name: string,
  args: readonly string[],
  { home, input = '' }: { home?: string; input?: string } = {},
): Promise<string> {
  const program = systemProgram(name);
  if (program === undefined) throw new Error(`There is no ${name}.`);
  const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: home ?? '/nonexistent', EDITOR: 'true' };
  const child = spawn(program, args, { env, ...(home !== undefined && { cwd: home }), timeout: TIMEOUT_MS });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}

/** The first words of its answer to `--version`. */
export async function versionOf(name: string): Promise<string | undefined> {
  if (systemProgram(name) === undefined) return undefined;
  return /\d+(?:\.\d+)+/.exec(await runProgram(name, ['--version']))?.[0] ?? 'some version';
}

/** Compares the server with what the client has done. */
export async function expectItem(
  { findItem }: ClientSession,
  words: string,
  expected: 'to buy' | 'ticked' | 'gone',
): Promise<void> {
  const item = await findItem(words);
  const state = item === undefined ? 'gone' : item.isTicked ? 'ticked' : 'to buy';
  if (state !== expected) throw new Error(`“${words}” should be ${expected} on the server; it is ${state}.`);
}

export function todoText({
  uid,
  summary,
  isDone,
}: {
  uid: string;
  summary: string;
  isDone: boolean;
}): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Weekfare//Trial//EN',
    'BEGIN:VTODO',
    `UID:${uid}`,
    'DTSTAMP:20261111T120000Z',
    `SUMMARY:${summary}`,
    `STATUS:${isDone ? 'COMPLETED' : 'NEEDS-ACTION'}`,
    ...(isDone ? ['COMPLETED:20261111T120000Z', 'PERCENT-COMPLETE:100'] : []),
    'END:VTODO',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

/** The summaries of all components of one kind. */
export function summariesOf(calendars: readonly string[], component: 'VEVENT' | 'VTODO'): string[] {
  return calendars
    .filter((each) => each.includes(`BEGIN:${component}`))
    .map((each) =>
      String(/^SUMMARY[^:]*:(.*)$/m.exec(each.replace(/\r?\n[ \t]/g, ''))?.[1])
        .trim()
        .replace(/\\(.)/g, '$1'),
    );
}
