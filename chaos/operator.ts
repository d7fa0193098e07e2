/** The operator's commands of the program under trial, in this process: its start costs more than its work. */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Location } from '#storage/store.ts';
import type { Program, Settings } from './program.ts';

type CommandLine = typeof import('#cli/command-line.ts');

export async function operateHere(program: Program, location: Location, ...words: string[]) {
  const file = join(program.folder, 'src/cli/command-line.ts');
  const { runCommandLine } = (await import(file)) as CommandLine;
  let said = '';
  const say = (text: string) => void (said += `${text}\n`);
  const terminal = { environment: settingsOf(location), input: Readable.from([]), say, complain: say };
  return { code: await runCommandLine(words, terminal), said };
}

export function settingsOf(location: Location): Settings {
  return location.kind === 'postgres'
    ? { DATABASE_URL: location.url }
    : { DATA_DIR: join(location.file, '..') };
}
