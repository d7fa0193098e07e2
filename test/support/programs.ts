/** Finds the programs that the tests need and npm does not install. As root on Debian, installs missing ones. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The names of a program in order of preference; the first is also the Debian package. */
export type Program = readonly [string, ...string[]];

export type Machine = { folders: string[]; isRoot: boolean };

function thisMachine(): Machine {
  // Programs for administrators are not on the PATH of every user.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return { folders: folders.filter((folder) => folder !== ''), isRoot: process.getuid?.() === 0 };
}

/** The path of a program that `preparePrograms` has found or installed. */
export function getProgram(...names: Program): string {
  const file = findProgram(names, thisMachine());
  if (!file) throw new Error(missingMessage([names]));
  return file;
}

/** Installs all missing programs in one call. If it cannot, throws an error with one sentence that names them. */
export function preparePrograms(programs: readonly Program[], machine: Machine = thisMachine()): void {
  const missing = programs.filter((names) => !findProgram(names, machine));
  const aptGet = findProgram(['apt-get'], machine);
  if (missing.length > 0 && machine.isRoot && aptGet) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const packages = missing.map(([name]) => name);
    for (const args of [['update'], ['install', '--no-install-recommends', ...packages]]) {
      spawnSync(aptGet, ['-qq', ...args], { stdio: ['ignore', 2, 2], env });
    }
  }
  const stillMissing = missing.filter((names) => !findProgram(names, machine));
  if (stillMissing.length > 0) throw new Error(missingMessage(stillMissing));
}

export function findProgram(names: Program, { folders }: Machine): string | undefined {
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}

function missingMessage(programs: readonly Program[]): string {
  const names = programs.map((each) => each.join(' or '));
  return `The tests need ${names.join(', ')} on the PATH: install them and run the tests again.`;
}
