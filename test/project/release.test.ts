/** A release has one version number, and its notes are the changes since the last one. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual, throws } from 'node:assert/strict';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import {
  currentVersion,
  prepareRelease,
  releaseNotes,
  versionErrors,
} from '../../scripts/release/version.ts';
import { freshFolder, type Scope } from '../support/store.ts';

const FILES = [
  'package.json',
  'package-lock.json',
  'compose.yaml',
  'compose.postgres.yaml',
  'docs/install.md',
  'CHANGELOG.md',
];

function copyFiles(scope: Scope): string {
  const folder = freshFolder(scope);
  for (const file of FILES) cpSync(file, join(folder, file));
  return folder;
}

test('all files name the version of the last release', () => {
  deepStrictEqual(versionErrors('.'), []);
});

test('preparing a release sets the version everywhere and dates the unreleased changes', (t) => {
  const folder = copyFiles(t);
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const [, unreleased = ''] = changelog.split(/^## /m);
  prepareRelease(folder, '7.8.9', '2026-12-24');
  strictEqual(currentVersion(folder), '7.8.9');
  deepStrictEqual(versionErrors(folder), []);
  for (const file of FILES.slice(0, -1)) {
    const [before, after] = [readFileSync(file, 'utf8'), readFileSync(join(folder, file), 'utf8')];
    strictEqual(after.replaceAll('7.8.9', currentVersion('.')), before, file);
  }
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  deepStrictEqual([lock.version, lock.packages[''].version], ['7.8.9', '7.8.9']);
  match(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), /^## Unreleased\n\n## 7\.8\.9 - 2026-12-24$/m);
  strictEqual(`Unreleased\n\n${releaseNotes(folder)}`, unreleased);
});

test('a tag of another version and a file that was forgotten are refused', (t) => {
  const folder = copyFiles(t);
  throws(() => prepareRelease(folder, 'next', '2026-12-24'), /"next" is not a version/);
  prepareRelease(folder, '7.8.9', '2026-12-24');
  deepStrictEqual(versionErrors(folder, '7.9.0').length, FILES.length);
  const file = join(folder, 'compose.postgres.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('7.8.9', '7.8.8'));
  deepStrictEqual(versionErrors(folder), ['compose.postgres.yaml does not name version 7.8.9.']);
});

type Job = { environment?: string; permissions?: Record<string, string> };

test('actions are named by commit and images by digest, so that nobody can move them', () => {
  const sources = [
    '.github/workflows/ci.yml',
    '.github/workflows/release.yml',
    'Dockerfile',
    'compose.postgres.yaml',
  ];
  deepStrictEqual(globSync('.github/workflows/*').toSorted(), sources.slice(0, 2));
  const named = sources.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/(?:uses|container|image): (\S+)|^ARG \w+_IMAGE=(\S+)/gm),
      ([, used, base]) => used ?? base ?? '',
    ),
  );
  const own = ['./.github/workflows/ci.yml', 'weekfare:'];
  const foreign = named.filter((name) => !own.some((start) => name.startsWith(start)));
  ok(foreign.length >= 11, 'the pattern finds them');
  deepStrictEqual(
    foreign.filter((name) => !/@(?:[0-9a-f]{40}|sha256:[0-9a-f]{64})$/.test(name)),
    [],
  );
});

test('only a job that waits for an approval may write or sign, and it runs no build', () => {
  const { jobs, permissions } = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as {
    jobs: Record<string, Job>;
    permissions: unknown;
  };
  deepStrictEqual(permissions, { contents: 'read' });
  const writers = Object.entries(jobs).filter(([, { permissions: own = {} }]) =>
    Object.values(own).includes('write'),
  );
  deepStrictEqual(
    writers.map(([name, { environment }]) => [name, environment]),
    [['publish', 'release']],
  );
  doesNotMatch(JSON.stringify(writers), /npm (?:run|ci|test)|docker build|setup\.mjs/);
});
