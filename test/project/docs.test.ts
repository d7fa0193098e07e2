/** The documents name files that exist, constants that these files declare, and all events. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withEventTable } from '../../scripts/event-table.ts';

/** A name without a folder is not checked: the sentence says where it is. */
const FILE = /`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|css))`/g;
const CONSTANT = /`([A-Z][A-Z0-9_]{3,})` (?:in|of) `([\w.-]+(?:\/[\w.-]+)+\.tsx?)`/g;
/** Documents shorten the paths of the program. */
const FOLDERS = ['', 'src/', 'src/web/'];

const documents = [...globSync('*.md'), ...globSync('docs/**/*.md')].map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

test('every file that a document names exists', () => {
  deepStrictEqual(documents.flatMap(missingFiles), []);
});

test('every constant that a document names with its file is in this file', () => {
  deepStrictEqual(documents.flatMap(missingConstants), []);
});

test('the table of events in README.md is up to date (run npm run openapi)', () => {
  const readme = readFileSync('README.md', 'utf8');
  strictEqual(readme, withEventTable(readme));
});

test('finds a missing file and a missing constant', () => {
  const text = '`domain/week/week.ts` and `domain/none.ts`; `DAYS` and `NONE` in `domain/week/week.ts`';
  deepStrictEqual(missingFiles({ path: 'a.md', text }), ['a.md: domain/none.ts']);
  deepStrictEqual(missingConstants({ path: 'a.md', text }), ['a.md: NONE in domain/week/week.ts']);
});

type Document = { path: string; text: string };

function missingFiles({ path, text }: Document): string[] {
  return Array.from(text.matchAll(FILE), ([, file = '']) => file)
    .filter((file) => !find(file))
    .map((file) => `${path}: ${file}`);
}

function missingConstants({ path, text }: Document): string[] {
  return Array.from(text.matchAll(CONSTANT), ([, name = '', file = '']) => ({ name, file }))
    .filter(({ name, file }) => !new RegExp(`\\b${name}\\b`).test(readFileSync(find(file) ?? path, 'utf8')))
    .map(({ name, file }) => `${path}: ${name} in ${file}`);
}

function find(file: string): string | undefined {
  return FOLDERS.map((folder) => folder + file).find((path) => existsSync(path));
}
