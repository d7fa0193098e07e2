/**
 * Makes a clone ready: runs `npm ci` unless the locked packages are installed, Node 26 among them, and builds the web app
 * when its sources have changed. For `npm start` it installs what runs and builds the service; with `--development` also
 * what tests and checks it. It runs on the Node that started npm, which may be old: plain JavaScript, nothing newer than
 * Node 20. It writes to stderr, because stdout belongs to the command.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 26;
const isForDevelopment = process.argv.includes('--development');

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (!isInstalled()) install();
// The `start` script begins with `exec`, so that a POSIX shell does not stay between npm and the server and swallow
// SIGTERM. The shell of Windows has no `exec`: this command of the same name runs the rest of the line.
if (process.platform === 'win32') writeFileSync('node_modules/.bin/exec.cmd', '@%*\r\n');
const sources = hashOf([
  'package-lock.json',
  'vite.config.ts',
  'docs/openapi.json',
  ...filesIn('src/web'),
  ...filesIn('src/domain'),
  ...filesIn('src/languages'),
]);
if (readText('dist/web/.built-from') !== sources) build();

/** npm writes the list of what it has installed at the end, so an interrupted installation is repeated. */
function isInstalled() {
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(([path, { version, ...locked }]) => {
    if (path === '' || installed[path]?.version === version) return true;
    if (locked.dev && !isForDevelopment) return true;
    // Packages for other systems.
    return installed[path] === undefined && (locked.optional || locked.devOptional);
  });
}

function install() {
  console.error(`Installing the locked packages and Node ${NODE_MAJOR} (some seconds) …`);
  const groups = [isForDevelopment ? '--include=dev' : '--omit=dev', '--include=optional'];
  run('npm', ['ci', ...groups, '--loglevel=error'], 'The packages could not be installed');
}

/** Vite empties the folder first, so an interrupted build is repeated. */
function build() {
  console.error('Building the web app (some seconds) …');
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn'];
  run(findNode(), vite, 'The web app could not be built');
  writeFileSync('dist/web/.built-from', sources);
}

/** The Node that npm has installed. There is no package with Node for some systems; there it must be installed before. */
function findNode() {
  const installed = 'node_modules/.bin/node';
  if (existsSync(installed)) return installed;
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
    const system = `${process.platform} on ${process.arch}`;
    fail(`npm has no Node ${NODE_MAJOR} for ${system}. Install Node ${NODE_MAJOR} or later yourself.`);
  }
  return process.execPath;
}

/** Ends this process with the complaint if the command fails. */
function run(command, parameters, complaint) {
  const shell = process.platform === 'win32';
  const { status } = spawnSync(command, parameters, { stdio: ['ignore', 2, 2], shell });
  if (status !== 0) fail(`${complaint}; the lines above say why.`);
}

function fail(complaint) {
  console.error(complaint);
  process.exit(1);
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((name) => !name.endsWith('.test.ts') && statSync(name).isFile())
    .toSorted();
}

function packagesIn(lockFile) {
  return JSON.parse(readText(lockFile) ?? '{"packages":{}}').packages;
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
