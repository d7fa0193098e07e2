/** Programs of the machine that npm does not bring: found on the PATH, or installed where we may. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these that is there; where none is, as root on Debian, the first is installed. */
export function getProgram(...names: [string, ...string[]]): string {
  const file = findOnPath(names) ?? install(names[0]);
  if (!file) throw new Error(`The tests need ${names.join(' or ')} on the PATH.`);
  return file;
}

function findOnPath(names: string[]): string | undefined {
  // Programs of the system's keepers are not on everybody's PATH.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}

function install(name: string): string | undefined {
  if (process.getuid?.() !== 0 || !findOnPath(['apt-get'])) return undefined;
  console.error(`Installing the Debian package ${name} for the tests, which may take some minutes …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [['update'], ['install', '--no-install-recommends', name]]) {
    spawnSync('apt-get', ['-qq', ...words], { stdio: ['ignore', 2, 2], env });
  }
  return findOnPath([name]);
}
