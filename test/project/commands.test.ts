/** Every command of package.json, and every one that the documents name, is run by `npm run commands` or by a test. */
import { deepStrictEqual } from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COMMANDS } from '../../scripts/commands.ts';

const NAMED = /\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const names = Object.keys(scripts);
const isPreparation = (name: string) => name.startsWith('pre') && names.includes(name.slice('pre'.length));

/** Names of commands in a text, such as `npm run bench -- --quick`. */
function namedIn(text: string): string[] {
  return Array.from(text.matchAll(NAMED), ([, name, short = '']) => name ?? short);
}

test('every command of package.json is run', () => {
  const commands = names.filter((name) => !isPreparation(name));
  deepStrictEqual(Object.keys(COMMANDS).toSorted(), commands.toSorted());
});

test('every command that a document names is one of package.json', () => {
  const documents = [...globSync('*.md'), ...globSync('docs/**/*.md'), 'sdk/README.md', '.ci/run'];
  const missing = documents.flatMap((path) =>
    namedIn(readFileSync(path, 'utf8'))
      .filter((name) => !(name in COMMANDS))
      .map((name) => `${path}: ${name}`),
  );
  deepStrictEqual(missing, []);
});

test('finds the names of commands', () => {
  const text = '`npm run bench -- --quick`, `npm start` and npm run -s sdk:try -- node; npm ci';
  deepStrictEqual(namedIn(text), ['bench', 'start', 'sdk:try']);
});

test('what covers a command exists', () => {
  const missing = Object.values(COMMANDS).filter(
    (command) => 'coveredBy' in command && !existsSync(command.coveredBy),
  );
  deepStrictEqual(missing, []);
});

test('every command sets up a fresh clone', () => {
  const without = names.filter(
    (name) => !isPreparation(name) && !scripts[`pre${name}`]?.startsWith('node scripts/setup.mjs'),
  );
  deepStrictEqual(without, []);
});

test('.ci/run runs the tests, the trials and the other commands', () => {
  deepStrictEqual(new Set(namedIn(readFileSync('.ci/run', 'utf8'))), new Set(['test', 'chaos', 'commands']));
});
