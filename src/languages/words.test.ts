/** How lists of words are read, and that the code reads every list. */
import { deepStrictEqual, ok, throws } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'vite';
import { UNIT_NAMES } from '#domain/quantity/unit.ts';
import { BASE_LANGUAGE, TRANSLATIONS } from './language.ts';
import { readWords } from './words.ts';

const UNITS: ReadonlySet<string> = new Set(UNIT_NAMES);

test('a list has the words of all languages, and one that does not exist is an error', () => {
  const words = readWords('ingredient-lines');
  deepStrictEqual(words.list('conjunctions'), ['or', 'and', 'oder', 'und', 'bzw']);
  ok(words.list('with any food').includes('sun ripened'));
  throws(() => words.list('conjunction'), /No language has the words "conjunction"/);
});

test('an entry may be a pair', () => {
  ok(
    readWords('spellings')
      .pairs('spellings')
      .some((pair) => pair.join() === 'evoo,extra virgin olive oil'),
  );
});

function beginning(name: string): string {
  return name.replace(/^(with foods of |ends names of |frequent in ).*/, '$1');
}

test('every list is read by name, or by the beginning of its name', () => {
  const code = globSync('**/*.ts', { cwd: join(import.meta.dirname, '..') })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(import.meta.dirname, '..', path), 'utf8'))
    .join('\n');
  const files = globSync('*/words/*.txt', { cwd: import.meta.dirname });
  const names = files.flatMap((file) =>
    Array.from(
      readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^# (.+)$/gm),
      ([, name = '']) => name,
    ),
  );
  ok(names.length > 20);
  deepStrictEqual(
    names.filter((name) => !UNITS.has(name) && !code.includes(`'${beginning(name)}'`)),
    [],
  );
});

/** Words of other languages that are English too, or a name of a program. */
const SHARED = new Set(['baguette', 'creme', 'fit', 'form', 'hand', 'lang']);
/** Files that have words of a language, and why (docs/decisions/0064-a-language-is-a-folder.md). */
const WITH_WORDS: Record<string, string> = {
  'domain/ingredient-line/ingredient-line.ts': 'names that German makes of a food and its form',
  'domain/ingredient-line/item.ts': 'compounds of a food and its part',
  'domain/ingredient-line/tokens.ts': 'abbreviations and shortened plurals',
  'domain/food/name-key.ts': 'the letter ß',
  'import/archive/ingredient-text.ts': 'spellings of metric units',
  'import/page/app-state.ts': 'names of fields in the data of pages',
  'import/page/schema-recipe.ts': 'names of fields in the data of pages',
};

test('words of a language are in its folder, not in a source file', () => {
  const root = join(import.meta.dirname, '..');
  const found = globSync('**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !path.includes('.test.') && !path.startsWith('languages'))
    .flatMap((path) => wordsOfLanguagesIn(path, readFileSync(join(root, path), 'utf8')));
  const files = new Set(found.map(({ path }) => path));
  deepStrictEqual(
    found.filter(({ path }) => !(path in WITH_WORDS)),
    [],
  );
  deepStrictEqual(
    Object.keys(WITH_WORDS).filter((path) => !files.has(path)),
    [],
    'these have none any more',
  );
});

test('finds words of a language in texts and regular expressions', () => {
  deepStrictEqual(plantedWords("const PLANTED = new Set(['with', 'ohne']); // und"), ['ohne']);
  deepStrictEqual(plantedWords('const PLANTED = /^(?:and|oder) /;'), ['oder']);
  deepStrictEqual(plantedWords('const PLANTED = `tomato süß`;'), ['süß']);
});

function plantedWords(code: string): string[] {
  return wordsOfLanguagesIn('planted.ts', code).map(({ word }) => word);
}

/** Words in strings and regular expressions that a list of another language has, or that have letters which English lacks. */
function wordsOfLanguagesIn(path: string, code: string): { path: string; word: string }[] {
  const words: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value, regex } = node as Node;
    if (regex) words.push(...split(regex.pattern));
    else if (type === 'TemplateElement') words.push(...split((value as { cooked: string }).cooked));
    else if (type === 'Literal' && typeof value === 'string') words.push(...split(value));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, code).program);
  return words
    .filter((word) => OTHER_WORDS.has(word) || /[äöüß]/i.test(word))
    .map((word) => ({ path, word }));
}

type Node = { type?: string; value?: unknown; regex?: { pattern: string } };

const OTHER_WORDS = otherWords();

function otherWords(): Set<string> {
  const english = new Set([...listedIn(BASE_LANGUAGE), ...UNITS, ...SHARED]);
  return new Set(TRANSLATIONS.flatMap(listedIn).filter((word) => word.length > 2 && !english.has(word)));
}

function listedIn(language: string): string[] {
  return globSync(`${language}/words/*.txt`, { cwd: import.meta.dirname }).flatMap((file) =>
    split(
      readFileSync(join(import.meta.dirname, file), 'utf8')
        .toLowerCase()
        .replaceAll(/^# .*$/gm, ''),
    ),
  );
}

function split(text: string): string[] {
  return text.split(/[^\p{L}]+/u);
}
