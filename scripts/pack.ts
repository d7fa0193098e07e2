/**
 * `npm run pack`: makes the package that is installed, dist/weekfare-VERSION.tgz, with the locked versions of its
 * dependencies. It needs neither a build nor the packages for development. Another folder than `dist` can be given.
 */
import { renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makePackageFolder, run, writeLock } from './package/folder.ts';

const [TARGET = 'dist'] = process.argv.slice(2);
const FOLDER = join(TARGET, 'package');

rmSync(FOLDER, { recursive: true, force: true });
makePackageFolder(FOLDER);
writeLock(FOLDER);
// A package is published with its lock file only under this name.
renameSync(join(FOLDER, 'package-lock.json'), join(FOLDER, 'npm-shrinkwrap.json'));
run('npm', ['pack', resolve(FOLDER), '--pack-destination', TARGET, '--silent']);
