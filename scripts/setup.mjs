/**
 * Makes a fresh clone ready: installs the locked versions, Node 26 among them, when they are
 * missing or the lock file has changed. Runs on whatever old Node started npm, so it is plain
 * JavaScript and uses nothing newer than Node 20. Speaks on stderr: stdout belongs to the command.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const stamp = new URL('node_modules/.installed-lock', root);
const locked = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex');

if (installedLock() !== locked) {
  console.error('Installing the locked packages and Node 26 (about 130 packages, half a minute or so) …');
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('The packages could not be installed; the lines above say why.');
    process.exit(1);
  }
  writeFileSync(stamp, locked);
  console.error('Installed.');
}

function installedLock() {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}
