/** What `npm start` and `npm test` install and build, in a folder whose npm and Node only record how they are called. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { freshFolder, type Scope } from '../support/store.ts';

/** Fails as often as the file `failures` has lines. */
const NPM = `#!/bin/sh
echo "npm $*" >> "$CALLS"
cp package-lock.json "$CALLS.lock"
if [ -s "$CALLS.failures" ]; then sed -i 1d "$CALLS.failures"; exit 1; fi
mkdir -p node_modules/.bin
cp "$CALLS.node" node_modules/.bin/node
`;
/** Creates the folder of what it is to build. */
const NODE = `#!/bin/sh
echo "$1" >> "$CALLS"
for word; do case "$word" in
  --outDir=*) mkdir -p "\${word#*=}" ;;
  --file=*) mkdir -p "$(dirname "\${word#*=}")" ;;
esac; done
`;
const INSTALL = 'npm ci --omit=dev --include=optional --replace-registry-host=always --fetch-retries=0';
const BUILDS = [
  'node_modules/rolldown/bin/cli.mjs',
  'node_modules/rolldown/bin/cli.mjs',
  'node_modules/vite/bin/vite.js',
];

function makeClone(scope: Scope) {
  const folder = freshFolder(scope);
  for (const file of ['scripts/setup.mjs', 'package.json', 'package-lock.json', '.npmrc', 'vite.config.ts']) {
    cpSync(file, join(folder, file));
  }
  for (const name of ['src/web', 'src/domain', 'bin']) mkdirSync(join(folder, name), { recursive: true });
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
    /** Returns what was called, in alphabetical order: builds run side by side. */
    setUp: (...parameters: string[]) => {
      rmSync(calls, { force: true });
      const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, CALLS: calls };
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(folder, 'scripts/setup.mjs'), ...parameters],
        { env, encoding: 'utf8' },
      );
      const called = existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : [];
      strictEqual(stdout, '');
      return { status, stderr, called: called.toSorted() };
    },
  };
}

test('installs without the packages for tests, once, and all packages when tests need them', (t) => {
  const { folder, setUp } = makeClone(t);
  deepStrictEqual(setUp().called, [...BUILDS, `${INSTALL} --loglevel=silent`]);
  deepStrictEqual(setUp().called, []);
  const all = `${INSTALL.replace('--omit=dev', '--include=dev')} --loglevel=silent`;
  deepStrictEqual(setUp('--development').called, [all]);
  deepStrictEqual(setUp().called, []);
  const lock = join(folder, 'package-lock.json');
  writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`);
  deepStrictEqual(setUp().called, [...BUILDS, `${INSTALL} --loglevel=silent`]);
});

test('gives npm the address of every package, and the lock file as it is if that fails', (t) => {
  const { folder, calls, setUp } = makeClone(t);
  setUp();
  const { packages } = JSON.parse(readFileSync(`${calls}.lock`, 'utf8')) as {
    packages: Record<string, { version: string; resolved?: string }>;
  };
  const { '': project, ...others } = packages;
  strictEqual(project?.resolved, undefined);
  ok(Object.values(others).every(({ resolved }) => resolved?.startsWith('https://registry.invalid/')));
  const { version, resolved } = packages['node_modules/@lingui/core'] ?? {};
  strictEqual(resolved, `https://registry.invalid/@lingui/core/-/core-${version}.tgz`);

  rmSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(`${calls}.failures`, 'fails\n');
  const second = setUp();
  deepStrictEqual(second.called, [
    `${INSTALL.split(' --replace')[0]} --loglevel=error`,
    `${INSTALL} --loglevel=silent`,
  ]);
  strictEqual(readFileSync(`${calls}.lock`, 'utf8'), readFileSync('package-lock.json', 'utf8'));
});

test('a failed installation leaves the installed packages as they are', (t) => {
  const { folder, calls, setUp } = makeClone(t);
  setUp();
  const file = join(folder, 'node_modules/fastify/package.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{}');
  writeFileSync(`${calls}.failures`, 'fails\nfails\n');
  const { status, stderr } = setUp('--development');
  strictEqual(status, 1);
  match(stderr, /The packages could not be installed; the lines above say why\.\n$/);
  ok(existsSync(file));
  deepStrictEqual(setUp().called, []);
});
