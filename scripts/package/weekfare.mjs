#!/usr/bin/env node
/**
 * The command of the package: `weekfare` starts the service, `weekfare COMMAND` runs a command of the operator. It runs
 * on the Node that npm uses, which may be old: plain JavaScript, nothing newer than Node 20. The program itself runs on
 * Node 26: this one, or the one that npm has installed with the package, if there is one for the system.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAJOR = 26;

const parameters = process.argv.slice(2);
const isServer = parameters.length === 0 || parameters[0] === 'start';
const program = fileURLToPath(new URL(isServer ? '../src/main.js' : '../src/cli/main.js', import.meta.url));
// The comments in scripts/server-options.ts and scripts/preload.mjs say what they are for.
const options = isServer ? ['--max-semi-space-size=2', '--heap-growing-percent=25', '--v8-pool-size=1'] : [];
const env = {
  ...(isServer && { MALLOC_MMAP_THRESHOLD_: '500000', MALLOC_ARENA_MAX: '2' }),
  UV_THREADPOOL_SIZE: availableParallelism() > 2 ? '2' : '1',
  NODE_COMPILE_CACHE: join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'weekfare'),
  ...process.env,
};

run(findNode(), [...options, program, ...(isServer ? parameters.slice(1) : parameters)]);

function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= MAJOR) return process.execPath;
  const file = nodeOfPackage();
  if (file === undefined) {
    console.error(
      `Weekfare needs Node ${MAJOR} or later; this is Node ${process.versions.node}, and npm has installed no other for ${process.platform} on ${process.arch}. Install Node ${MAJOR}, or install Weekfare again with --include=optional.`,
    );
    process.exit(1);
  }
  return file;
}

/** The packages with Node, one for each system, are the optional dependencies; npm installs the one that fits. */
function nodeOfPackage() {
  const require = createRequire(import.meta.url);
  for (const name of Object.keys(require('../package.json').optionalDependencies)) {
    try {
      const manifest = require.resolve(`${name}/package.json`);
      const file = join(manifest, '..', require(manifest).bin.node);
      if (spawnSync(file, ['--version']).status === 0) return file;
    } catch {
      // Not the package of this system.
    }
  }
  return undefined;
}

/** Where the system can, the program replaces this process, so that signals reach it. */
function run(node, words) {
  if (process.execve) process.execve(node, [node, ...words], env);
  const child = spawn(node, words, { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Windows and terminals send Ctrl+C to both processes, and a second signal would end the server at once.
      const hasIt = process.platform === 'win32' || (signal === 'SIGINT' && process.stdin.isTTY);
      if (!hasIt) child.kill(signal);
    });
  }
  child.once('exit', (code) => process.exit(code ?? 1));
}
