/** The set-up of the tests on a bare machine, simulated by folders without a browser, strace or cache. */
import { deepStrictEqual, match, strictEqual, throws } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { COMES_FROM_NPM, prepareBrowser, unpackBrowser } from '../web/support/browser.ts';
import { checkPrograms, findProgram, installPrograms, type Machine, type Program } from './programs.ts';
import { freshFolder } from './store.ts';

const NEEDED: Program[] = [['chromium-headless-shell', 'chromium'], ['strace'], ['haproxy']];

/** A fake apt-get, which logs its calls and creates an empty file for each package. */
const APT_GET = `#!/bin/sh
folder=\${0%/*}
echo "$*" >> "$folder/calls"
for name in chromium-headless-shell strace haproxy; do
  case "$*" in *install*" $name"*) : > "$folder/$name" ;; esac
done
`;

function addAptGet(folder: string): void {
  const file = join(folder, 'apt-get');
  writeFileSync(file, APT_GET);
  chmodSync(file, 0o755);
}

test('as root on Debian, installs all missing programs in one call', async (t) => {
  const folder = freshFolder(t);
  addAptGet(folder);
  writeFileSync(join(folder, 'strace'), '');
  const machine: Machine = { folders: [folder], isRoot: true };
  await installPrograms(NEEDED, machine);
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n');
  deepStrictEqual(calls, [
    '-qq update',
    '-qq install --no-install-recommends chromium-headless-shell haproxy',
  ]);
  for (const names of NEEDED) strictEqual(findProgram(names, machine), join(folder, names[0]));
  await installPrograms(NEEDED, machine);
  strictEqual(readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n').length, calls.length);
});

test('without root or apt-get, throws one sentence that names the missing programs', (t) => {
  const [debian, other] = [freshFolder(t), freshFolder(t)];
  addAptGet(debian);
  const sentence =
    /^Error: The tests need chromium-headless-shell or chromium, strace, haproxy on the PATH: [^.]*\.$/;
  throws(() => checkPrograms(NEEDED, { folders: [debian], isRoot: false }), sentence);
  throws(() => checkPrograms(NEEDED, { folders: [other], isRoot: true }), sentence);
});

test('the trials print that sentence and exit before they start', (t) => {
  const env = { PATH: freshFolder(t), HOME: freshFolder(t) };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['chaos/main.ts', '--short'], {
    env,
    encoding: 'utf8',
  });
  deepStrictEqual([status, stdout], [1, '']);
  match(stderr, /^The tests need [^\n]*strace[^\n]* on the PATH: [^\n]*\n$/);
});

// In a fresh clone every browser test shows that the package is unpacked: there is no other browser on x64.
test('uses the browser that another process has unpacked meanwhile', { skip: !COMES_FROM_NPM }, async (t) => {
  const unpacked = dirname((await prepareBrowser()).file);
  const folder = join(freshFolder(t), 'chromium');
  const draft = `${folder}-${process.pid}`;
  // The package does not unpack again what is in the draft already.
  cpSync(unpacked, draft, { recursive: true });
  const unpacking = unpackBrowser(folder);
  mkdirSync(folder);
  writeFileSync(join(folder, 'chromium'), 'of another process');
  strictEqual(readFileSync((await unpacking).file, 'utf8'), 'of another process');
  strictEqual(existsSync(draft), false);
});
