/** The lines of ingredient-lines.txt, read with the whole food catalogue. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { getFoods } from '#cookbook/foods.ts';
import { MAX_NAME_WORDS } from '#domain/ingredient-line/named-food.ts';
import { type IngredientLine, parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { fractionText } from '#domain/quantity/fraction.ts';
import { seededRandom } from '#domain/random.ts';
import { fastestMs } from './support/growth.ts';
import { hostileShape, hostileText } from './support/hostile-lines.ts';

type Sample = { text: string; wanted: string[] };

const NOT_UNDERSTOOD = '?';
const samples = readFileSync(new URL('ingredient-lines.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('#'))
  .map((row): Sample => {
    const [text = '', ...wanted] = row.split('|').map((cell) => cell.trim());
    return { text, wanted };
  });
const { foods, find, findByName } = getFoods();

function read(text: string): string[] {
  return cells(parseIngredientLine(text, findByName));
}

function cells({ understood }: IngredientLine): string[] {
  if (!understood) return [NOT_UNDERSTOOD];
  const { quantity, food, preparation } = understood;
  return [quantity ? fractionText(quantity.amount) : '', quantity?.unit ?? '', food, preparation];
}

test('parses food, amount and unit of at least 95 % of the sample lines', () => {
  const misses = samples.filter(
    ({ text, wanted }) => !isDeepStrictEqual(read(text).slice(0, 3), wanted.slice(0, 3)),
  );
  for (const { text, wanted } of misses) {
    console.log(`${text}\n  wanted ${wanted.join(' | ')}\n  read   ${read(text).join(' | ')}`);
  }
  ok(misses.length <= samples.length * 0.05, `${misses.length} of ${samples.length} lines are wrong`);
});

test('parses the preparation, too, of at least 90 % of the sample lines', () => {
  const misses = samples.filter(({ text, wanted }) => !isDeepStrictEqual(read(text), wanted));
  ok(misses.length <= samples.length * 0.1, misses.map(({ text }) => text).join('\n'));
});

test('does not understand any line that is marked as incomprehensible', () => {
  const puzzles = samples.filter(({ wanted }) => wanted[0] === NOT_UNDERSTOOD);
  ok(samples.length >= 300 && puzzles.length >= 40, `${puzzles.length} of ${samples.length}`);
  for (const { text } of puzzles) strictEqual(read(text)[0], NOT_UNDERSTOOD, text);
});

test('has every food of the sample lines in the catalogue', () => {
  for (const { text, wanted } of samples) ok(wanted[0] === NOT_UNDERSTOOD || find(wanted[2] ?? ''), text);
});

test('has no name with more words than the parser tries', () => {
  const names = foods.flatMap((food) => [...food.names.en, ...food.names.de]);
  const words = names.flatMap(({ singular, plural }) => [singular, plural]).map((name) => name.split(' '));
  ok(Math.max(...words.map(({ length }) => length)) <= MAX_NAME_WORDS);
});

const MAX_MS = 5;
const LONGEST_LINE = 300;

function slowLines(lines: Iterable<string>): string[] {
  return Array.from(lines).filter((line) => {
    const readIt = () => void parseIngredientLine(line, findByName);
    // One run is enough for most; the others get several, since a busy machine may have interrupted the first.
    return fastestMs(readIt, 1) > MAX_MS && fastestMs(readIt, 20) > MAX_MS;
  });
}

test('10,000 hostile lines take at most 5 ms each', () => {
  const random = seededRandom(10_000);
  const lines = Array.from({ length: 10_000 }, () =>
    hostileText(hostileShape(random), LONGEST_LINE - random(100) * random(2)),
  );
  deepStrictEqual(slowLines(lines), []);
});

test('long words before a comma take at most 5 ms, and the line is understood where the food is known', () => {
  const lines = [
    `1 g ${'b'.repeat(60)}, x`,
    '200 g Zartbitterschokoladenraspel, fein',
    ...[24, 28, 30, 100, 250].map((letters) => `2 (14-oz) cans ${'g'.repeat(letters)}, chopped`),
  ];
  deepStrictEqual(slowLines(lines), []);
  deepStrictEqual(
    lines.map((line) => read(line)[0]),
    lines.map(() => NOT_UNDERSTOOD),
  );
  deepStrictEqual(read('200 g Zartbitterschokolade, fein gehackt'), [
    '200',
    'g',
    'dark-chocolate',
    'fein gehackt',
  ]);
});
