/**
 * `npm run pack`: makes the package that is installed, dist/weekfare-VERSION.tgz, with the locked versions of its
 * dependencies. It needs neither a build nor the packages for development.
 */
import { renameSync, rmSync } from 'node:fs';
import { copy, makePackageFolder, run } from './package/folder.ts';

const FOLDER = 'dist/package';

rmSync(FOLDER, { recursive: true, force: true });
makePackageFolder(FOLDER);
writeLock();
run('npm', ['pack', `./${FOLDER}`, '--pack-destination', 'dist', '--silent']);

/** npm removes from the lock file what the manifest does not need, without network: it knows all versions. */
function writeLock(): void {
  copy('package-lock.json', `${FOLDER}/package-lock.json`);
  const parameters = ['--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--silent'];
  run('npm', ['install', ...parameters, '--omit-lockfile-registry-resolved'], FOLDER);
  // A package is published with its lock file only under this name.
  renameSync(`${FOLDER}/package-lock.json`, `${FOLDER}/npm-shrinkwrap.json`);
}
