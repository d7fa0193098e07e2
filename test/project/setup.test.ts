/** What `npm start` and `npm test` install and build, in a folder whose npm and Node only record how they are called. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { freshFolder, type Scope } from '../support/store.ts';

/** Like npm, it removes all packages first and writes the list of the installed ones at the end. */
const NPM = `#!/usr/bin/env node
const { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { CALLS } = process.env;
const words = process.argv.slice(2);
appendFileSync(CALLS, ['npm', ...words].join(' ') + '\\n');
rmSync('node_modules', { recursive: true, force: true });
mkdirSync('node_modules/.bin', { recursive: true });
cpSync(CALLS + '.node', 'node_modules/.bin/node');
if (existsSync(CALLS + '.fails')) process.exit(1);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = Object.entries(packages).filter(([path, { dev, os }]) =>
  path !== '' && (!dev || words.includes('--include=dev')) && os?.[0] !== 'win32');
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }));
`;
const NODE = `#!/bin/sh
echo "$1" >> "$CALLS"
mkdir -p dist/web
`;
const START = 'npm ci --omit=dev --include=optional --loglevel=error';
const DEVELOPMENT = START.replace('--omit', '--include');
const BUILD = 'node_modules/vite/bin/vite.js';

function makeClone(scope: Scope) {
  const folder = freshFolder(scope);
  for (const file of ['scripts/setup.mjs', 'package-lock.json', 'vite.config.ts', 'docs/openapi.json']) {
    cpSync(file, join(folder, file));
  }
  for (const name of ['src/web', 'src/domain', 'src/languages', 'bin'])
    mkdirSync(join(folder, name), { recursive: true });
  const calls = join(folder, 'calls');
  for (const [file, program] of [
    [join(folder, 'bin/npm'), NPM],
    [`${calls}.node`, NODE],
  ] as const) {
    writeFileSync(file, program);
    chmodSync(file, 0o755);
  }
  return {
    folder,
    calls,
    /** Returns what was called. */
    setUp: (...parameters: string[]) => {
      rmSync(calls, { force: true });
      const env = {
        PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
        CALLS: calls,
      };
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(folder, 'scripts/setup.mjs'), ...parameters],
        { env, encoding: 'utf8' },
      );
      const called = existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : [];
      strictEqual(stdout, '');
      return { status, stderr, called };
    },
  };
}

test('installs without the packages for tests, once, and all packages when tests need them', (t) => {
  const { setUp } = makeClone(t);
  deepStrictEqual(setUp().called, [START, BUILD]);
  deepStrictEqual(setUp().called, []);
  deepStrictEqual(setUp('--development').called, [DEVELOPMENT]);
  deepStrictEqual(setUp('--development').called, []);
  deepStrictEqual(setUp().called, []);
});

test('installs and builds again after the lock file names another version, builds again after a source has changed', (t) => {
  const { folder, setUp } = makeClone(t);
  setUp();
  const file = join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { version: string }> };
  ok(lock.packages['node_modules/fastify']);
  lock.packages['node_modules/fastify'].version = '999.0.0';
  writeFileSync(file, JSON.stringify(lock));
  deepStrictEqual(setUp().called, [START, BUILD]);
  writeFileSync(join(folder, 'src/web/main.tsx'), '');
  deepStrictEqual(setUp().called, [BUILD]);
});

test('repeats an installation that has failed', (t) => {
  const { calls, setUp } = makeClone(t);
  setUp();
  writeFileSync(`${calls}.fails`, '');
  const { status, stderr, called } = setUp('--development');
  deepStrictEqual([status, called], [1, [DEVELOPMENT]]);
  match(stderr, /The packages could not be installed; the lines above say why\.\n$/);
  rmSync(`${calls}.fails`);
  deepStrictEqual(setUp().called, [START]);
});
