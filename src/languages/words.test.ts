/** How lists of words are read, and that the code reads every list. */
import { deepStrictEqual, ok, throws } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { UNIT_NAMES } from '#domain/quantity/unit.ts';
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
