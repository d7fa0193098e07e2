/** Runs the operator's commands of the program under trial. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Location } from '#storage/store.ts';
import type { Program, Settings } from './program.ts';

type CommandLine = typeof import('#cli/command-line.ts');

/** Runs a command in this process: starting another process would take longer than the command. */
export async function runCommandHere(program: Program, location: Location, ...args: string[]) {
  const file = join(program.folder, 'src/cli/command-line.ts');
  const { runCommandLine } = (await import(file)) as CommandLine;
  let output = '';
  const print = (text: string) => void (output += `${text}\n`);
  const write = async (text: string) => void (output += text);
  const terminal = {
    environment: settingsOf(location),
    input: Readable.from([]),
    print,
    printError: print,
    write,
  };
  return { code: await runCommandLine(args, terminal), output };
}

/** Starts a command in its own process, which can be traced and killed. `wrapper` is a command that runs it. */
export function startCommand(
  program: Program,
  location: Location,
  args: string[],
  wrapper: string[] = [],
): ChildProcess {
  const node = [process.execPath, '--import', './scripts/preload.mjs', 'src/cli/main.ts', ...args];
  const [command = '', ...rest] = [...wrapper, ...node];
  const env = { PATH: process.env.PATH, ...settingsOf(location) };
  return spawn(command, rest, { cwd: program.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

export function settingsOf(location: Location): Settings {
  return location.kind === 'postgres'
    ? { DATABASE_URL: location.url }
    : { DATA_DIR: join(location.file, '..') };
}
