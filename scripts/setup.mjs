/**
 * Makes a fresh clone ready: installs the locked versions, Node 26 among them, when they are missing or
 * the lock file has changed, bundles the packages with the most files, and builds the web app when its sources have
 * changed. It runs on the Node that started npm, which may be old: plain JavaScript, nothing newer than Node 20. It
 * writes to stderr, because stdout belongs to the command.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Together two thirds of the files that a command loads. `resolve.mjs` replaces them by their bundles. */
const BUNDLED_PACKAGES = ['kysely', 'zod'];

install(join(root, 'node_modules/.installed-lock'), hashOf(['package-lock.json']));
if (process.platform === 'win32') addExecCommand(join(root, 'node_modules/.bin/exec.cmd'));
build('packages', 'dist/packages', hashOf(['package-lock.json', 'scripts/setup.mjs']), (draft) => {
  for (const name of BUNDLED_PACKAGES) {
    const output = [`--file=${draft}/${name}.js`, '--format=esm', '--platform=node'];
    const rolldown = ['node_modules/rolldown/bin/cli.mjs', name, ...output];
    // It lists what it has written on stdout; errors go to stderr.
    runNode(rolldown, 'The packages could not be bundled', 'ignore');
  }
});
build(
  'web app',
  'dist/web',
  hashOf(['package-lock.json', 'vite.config.ts', ...filesIn('src/web'), ...filesIn('src/domain')]),
  (draft) => {
    const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn', `--outDir=${draft}`];
    runNode(vite, 'The web app could not be built');
  },
);

function install(stamp, locked) {
  if (readText(stamp) === locked) return;
  console.error('Installing the locked packages and Node 26 (about 200 packages, half a minute or so) …');
  run(
    'npm',
    ['ci', '--include=dev', '--loglevel=error'],
    'The packages could not be installed; the lines above say why.',
  );
  writeFileSync(stamp, locked);
  console.error('Installed.');
}

/**
 * The `start` script begins with `exec`, so that a POSIX shell does not stay between npm and the server and
 * swallow SIGTERM. The shell of Windows has no `exec`: this command of the same name runs the rest of the line.
 */
function addExecCommand(file) {
  writeFileSync(file, '@%*\r\n');
}

/** Builds in a temporary folder and renames it, because servers and tests may start at the same time. */
function build(what, path, sources, buildIn) {
  const folder = join(root, path);
  if (readText(join(folder, '.built-from')) === sources) return;
  console.error(`Building the ${what} (some seconds) …`);
  const draft = `${folder}-${process.pid}`;
  const old = `${draft}-old`;
  buildIn(draft);
  writeFileSync(join(draft, '.built-from'), sources);
  mkdirSync(folder, { recursive: true });
  renameSync(folder, old);
  renameSync(draft, folder);
  rmSync(old, { recursive: true });
  console.error('Built.');
}

/** Runs the Node that npm installed, not the one that runs this script. */
function runNode(parameters, complaint, stdout) {
  run(join(root, 'node_modules/.bin/node'), parameters, `${complaint}; the lines above say why.`, stdout);
}

function run(command, parameters, complaint, stdout = 2) {
  const { status } = spawnSync(command, parameters, {
    cwd: root,
    stdio: ['ignore', stdout, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(complaint);
  process.exit(1);
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((name) => !name.endsWith('.test.ts') && statSync(join(root, name)).isFile())
    .toSorted();
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
