/** Finds the programs that the tests need and npm does not install. As root on Debian, installs missing ones. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** The path of a program that `installPrograms` has found or installed. */
export function getProgram(...names: Program): string {
  return getProgramOn(thisMachine(), ...names);
}

function getProgramOn(machine: Machine, ...names: Program): string {
  const file = findProgram(names, machine);
  if (!file) throw new Error(missingMessage([names]));
  return file;
}

/** If a program is missing and cannot be installed, throws an error with one sentence that names it. */
export function checkPrograms(programs: readonly Program[], machine: Machine = thisMachine()): void {
  const missing = findMissing(programs, machine);
  const canInstall = machine.isRoot && findProgram(['apt-get'], machine);
  if (missing.length > 0 && !canInstall) throw new Error(missingMessage(missing));
}

/** Installs all missing programs in one call; throws the same error if that fails. */
export async function installPrograms(
  programs: readonly Program[],
  machine: Machine = thisMachine(),
): Promise<void> {
  checkPrograms(programs, machine);
  const packages = findMissing(programs, machine).map(([name]) => name);
  if (packages.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--no-install-recommends', ...packages]]) {
    const aptGet = spawn(getProgramOn(machine, 'apt-get'), ['-qq', ...args], {
      stdio: ['ignore', 2, 2],
      env,
    });
    await once(aptGet, 'close');
  }
  const stillMissing = findMissing(programs, machine);
  if (stillMissing.length > 0) throw new Error(missingMessage(stillMissing));
}

function findMissing(programs: readonly Program[], machine: Machine): Program[] {
  return programs.filter((names) => !findProgram(names, machine));
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
