/**
 * The version of a release: package.json has it, other files name it. The changes since the last release are the
 * section "Unreleased" of the changelog.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const UNRELEASED = '## Unreleased\n';
const VERSION = /^\d+\.\d+\.\d+$/;
/** Files that name the version, with what stands before and after it. */
const NAMED_IN: Record<string, [before: string, after: string]> = {
  'package.json': ['"version": "', '"'],
  'package-lock.json': ['"version": "', '"'],
  'compose.yaml': ['image: weekfare:', '\n'],
  'compose.postgres.yaml': ['image: weekfare:', '\n'],
  'docs/install.md': ['weekfare-', '.tgz'],
};

export function currentVersion(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Sets the version everywhere, and makes a dated section of the unreleased changes. */
export function prepareRelease(folder: string, version: string, date: string): void {
  if (!VERSION.test(version)) throw new Error(`"${version}" is not a version such as 1.2.3.`);
  const old = currentVersion(folder);
  for (const [name, [before, after]] of Object.entries(NAMED_IN)) {
    replaceFirst(join(folder, name), `${before}${old}${after}`, `${before}${version}${after}`);
  }
  // The lock file names it a second time, for the project itself.
  const project = '"name": "weekfare",\n      "version": "';
  replaceFirst(join(folder, 'package-lock.json'), `${project}${old}"`, `${project}${version}"`);
  replaceFirst(join(folder, 'CHANGELOG.md'), UNRELEASED, `${UNRELEASED}\n## ${version} - ${date}\n`);
}

/** What contradicts that this version is being released, one sentence each. */
export function versionErrors(folder: string, version = currentVersion(folder)): string[] {
  const errors = Object.entries(NAMED_IN)
    .filter(
      ([name, [before, after]]) =>
        !readFileSync(join(folder, name), 'utf8').includes(before + version + after),
    )
    .map(([name]) => `${name} does not name version ${version}.`);
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  const newest = /^## (\S+) - \d{4}-\d\d-\d\d$/m.exec(changelog)?.[1];
  if (newest !== version) errors.push(`The newest release in CHANGELOG.md is ${newest}, not ${version}.`);
  return errors;
}

/** The changes of the newest release, as the changelog lists them. */
export function releaseNotes(folder: string): string {
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  const [, , ...released] = changelog.split(/^## /m);
  return released[0]?.replace(/^.*\n+/, '') ?? '';
}

function replaceFirst(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}.`);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
}
