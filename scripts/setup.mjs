/**
 * Makes a fresh clone ready: installs the locked versions, Node 26 among them, when they are missing or
 * the lock file has changed, bundles the packages with the most files, and builds the web app when its sources have
 * changed. For `npm start` it installs what runs and builds the service; with `--development` also what tests and
 * checks it. It runs on the Node that started npm, which may be old: plain JavaScript, nothing newer than Node 20. It
 * writes to stderr, because stdout belongs to the command.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Together two thirds of the files that a command loads. `resolve.mjs` replaces them by their bundles. */
const BUNDLED_PACKAGES = ['kysely', 'zod'];
const NODE_MAJOR = 26;
/** A placeholder: npm replaces it by the registry that it is configured with (`--replace-registry-host`). */
const REGISTRY = 'https://registry.invalid';

await install(process.argv.includes('--development'));
if (process.platform === 'win32') addExecCommand(join(root, 'node_modules/.bin/exec.cmd'));
await Promise.all([
  build('packages', 'dist/packages', ['package-lock.json', 'scripts/setup.mjs'], (draft) =>
    Promise.all(BUNDLED_PACKAGES.map((name) => bundle(name, `${draft}/${name}.js`))),
  ),
  build(
    'web app',
    'dist/web',
    ['package-lock.json', 'vite.config.ts', ...filesIn('src/web'), ...filesIn('src/domain')],
    (draft) =>
      runNode(
        ['node_modules/vite/bin/vite.js', 'build', '--logLevel=warn', `--outDir=${draft}`],
        'The web app could not be built',
      ),
  ),
]);

/** Installs into a folder of its own, so that an interrupted installation leaves the installed packages as they are. */
async function install(isForDevelopment) {
  const locked = hashOf(['package-lock.json']);
  const installed = readText(join(root, 'node_modules/.installed-lock'));
  if (installed === `${locked} development` || (installed === `${locked} start` && !isForDevelopment)) return;
  console.error(`Installing the locked packages and Node ${NODE_MAJOR} (some seconds) …`);
  const draft = join(root, 'dist/install');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const file of ['package.json', '.npmrc']) copyFileSync(join(root, file), join(draft, file));
  const parameters = ['ci', isForDevelopment ? '--include=dev' : '--omit=dev', '--include=optional'];
  writeFileSync(join(draft, 'package-lock.json'), lockWithAddresses());
  const fast = ['--replace-registry-host=always', '--fetch-retries=0', '--loglevel=silent'];
  if (!(await succeeds('npm', [...parameters, ...fast], draft))) {
    // The registry has other addresses, or the network failed once.
    copyFileSync(join(root, 'package-lock.json'), join(draft, 'package-lock.json'));
    const complaint = 'The packages could not be installed; the lines above say why.';
    await run('npm', [...parameters, '--loglevel=error'], complaint, { cwd: draft });
  }
  writeFileSync(
    join(draft, 'node_modules/.installed-lock'),
    `${locked} ${isForDevelopment ? 'development' : 'start'}`,
  );
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  renameSync(join(draft, 'node_modules'), join(root, 'node_modules'));
  rmSync(draft, { recursive: true });
  console.error('Installed.');
}

/**
 * The lock file with the address of each package in the form that all common registries use. Without addresses, npm
 * first reads the list of all versions of each package, which takes a third of its time.
 */
function lockWithAddresses() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = entry.name ?? path.split('node_modules/').at(-1);
    if (path) entry.resolved = `${REGISTRY}/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  }
  return JSON.stringify(lock);
}

/**
 * The `start` script begins with `exec`, so that a POSIX shell does not stay between npm and the server and
 * swallow SIGTERM. The shell of Windows has no `exec`: this command of the same name runs the rest of the line.
 */
function addExecCommand(file) {
  writeFileSync(file, '@%*\r\n');
}

/** Builds in a temporary folder and renames it, because servers and tests may start at the same time. */
async function build(what, path, sourceFiles, buildIn) {
  const folder = join(root, path);
  const sources = hashOf(sourceFiles);
  if (readText(join(folder, '.built-from')) === sources) return;
  console.error(`Building the ${what} (some seconds) …`);
  const draft = `${folder}-${process.pid}`;
  const old = `${draft}-old`;
  await buildIn(draft);
  writeFileSync(join(draft, '.built-from'), sources);
  mkdirSync(folder, { recursive: true });
  renameSync(folder, old);
  renameSync(draft, folder);
  rmSync(old, { recursive: true });
  console.error(`Built the ${what}.`);
}

/** Minified and in ASCII, since a process keeps its source text: zod's messages in Cyrillic would double its size. */
function bundle(name, file) {
  const parameters = [
    name,
    `--file=${file}`,
    '--format=esm',
    '--platform=node',
    '--minify',
    '--charset=ascii',
  ];
  // It lists what it has written on stdout; errors go to stderr.
  return runNode(['node_modules/rolldown/bin/cli.mjs', ...parameters], 'The packages could not be bundled', {
    stdout: 'ignore',
  });
}

/** Runs the Node that npm installed, not the one that runs this script. */
function runNode(parameters, complaint, options) {
  return run(findNode(), parameters, `${complaint}; the lines above say why.`, options);
}

/** There is no package with Node for some systems; there it must be installed before. */
function findNode() {
  const installed = join(root, 'node_modules/.bin/node');
  if (existsSync(installed)) return installed;
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
    const system = `${process.platform} on ${process.arch}`;
    fail(`npm has no Node ${NODE_MAJOR} for ${system}. Install Node ${NODE_MAJOR} or later yourself.`);
  }
  return process.execPath;
}

/** Ends this process with the complaint if the command fails. */
async function run(command, parameters, complaint, { cwd = root, stdout = 2 } = {}) {
  if (!(await succeeds(command, parameters, cwd, stdout))) fail(complaint);
}

function fail(complaint) {
  console.error(complaint);
  process.exit(1);
}

function succeeds(command, parameters, cwd, stdout = 2) {
  const child = spawn(command, parameters, {
    cwd,
    stdio: ['ignore', stdout, 2],
    shell: process.platform === 'win32',
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
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
