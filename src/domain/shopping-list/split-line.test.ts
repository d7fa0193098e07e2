import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseLine, sampleCatalogue } from '#test/support/sample-foods.ts';
import { dividedLine } from './line-parts.ts';
import { splitLine } from './split-line.ts';

const KNOWN = {
  foods: sampleCatalogue,
  isSure: (text: string) => parseLine(text).understood?.isSure ?? false,
};

for (const [text, lines] of [
  ['toilet paper, butter', ['toilet paper', 'butter']],
  ['2 onions; milk', ['2 onions', 'milk']],
  ['onions\nmilk\r\neggs', ['onions', 'milk', 'eggs']],
  ['chicken, diced', ['chicken, diced']],
  ['oil, olive', ['oil, olive']],
  ['500 ml oil, olive', ['500 ml oil, olive']],
  ['2,5 kg potatoes', ['2,5 kg potatoes']],
  ['1,5 l milk; zorbles', ['1,5 l milk', 'zorbles']],
  ['butter and eggs', ['butter', 'eggs']],
  ['zorbles and gizmos', ['zorbles and gizmos']],
  ['butter (soft, white and salted), eggs', ['butter (soft, white and salted)', 'eggs']],
  ['butter (soft, eggs', ['butter (soft', 'eggs']],
  [', butter,, and eggs,', ['butter', 'eggs']],
  ['butter', ['butter']],
  [', ;', [', ;']],
] as const) {
  test(`${JSON.stringify(text)} is ${lines.length === 1 ? 'one line' : `${lines.length} lines`}`, () => {
    deepStrictEqual(splitLine(text, KNOWN), lines);
  });
}

/** Without what may be between two things. */
function contents(line: string): string {
  return line
    .replaceAll(/[,;]|(?<= |^)(?:and|und)(?= |$)/g, '')
    .split(/\s+/)
    .join('');
}

test('loses no word and no amount, whatever was typed', () => {
  const word = fc.constantFrom(
    'butter',
    '2',
    'onions',
    'and',
    'und',
    ',',
    ';',
    '(',
    ')',
    '"',
    'red',
    '500 g',
    'zorbles',
    '-',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const text = words.join(' ');
      strictEqual(contents(splitLine(text, KNOWN).join(' ')), contents(text));
    }),
  );
});

test('a line with more than twenty parts stays one line', () => {
  const text = Array.from({ length: 21 }, (_, at) => `thing ${at}x`).join(', ');
  strictEqual(dividedLine(text).length, 1);
});
