/** Parses the lines of ingredient-lines.txt with the whole food catalogue. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { getFoods } from '#cookbook/foods.ts';
import { nameKey } from '#domain/food/name-key.ts';
import { MAX_PHRASE_WORDS } from '#domain/ingredient-line/phrase.ts';
import { type IngredientLine, parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { fractionText } from '#domain/quantity/fraction.ts';
import { seededRandom } from '#domain/random.ts';
import { wallMs } from '../support/growth.ts';
import { hostileShape, hostileText } from '../support/texts/hostile-lines.ts';

type Sample = { text: string; expected: string[] };

const NOT_UNDERSTOOD = '?';
const samples = readFileSync(new URL('ingredient-lines.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('#'))
  .map((row): Sample => {
    const [text = '', ...expected] = row.split('|').map((cell) => cell.trim());
    return { text, expected };
  });
const catalogue = getFoods();
const { foods, find } = catalogue;

function parsedCells(text: string): string[] {
  return cells(parseIngredientLine(text, catalogue));
}

function cells({ understood }: IngredientLine): string[] {
  if (!understood) return [NOT_UNDERSTOOD];
  const { quantity, food, preparation } = understood;
  return [quantity ? fractionText(quantity.amount) : '', quantity?.unit ?? '', food, preparation];
}

test('parses food, amount and unit of at least 95 % of the sample lines', () => {
  const failures = samples.filter(
    ({ text, expected }) => !isDeepStrictEqual(parsedCells(text).slice(0, 3), expected.slice(0, 3)),
  );
  for (const { text, expected } of failures) {
    console.log(`${text}\n  expected ${expected.join(' | ')}\n  actual   ${parsedCells(text).join(' | ')}`);
  }
  ok(failures.length <= samples.length * 0.05, `${failures.length} of ${samples.length} lines are wrong`);
});

test('also parses the preparation of at least 90 % of the sample lines', () => {
  const failures = samples.filter(({ text, expected }) => !isDeepStrictEqual(parsedCells(text), expected));
  ok(failures.length <= samples.length * 0.1, failures.map(({ text }) => text).join('\n'));
});

test('does not parse a sample line that is marked with "?"', () => {
  const unparseable = samples.filter(({ expected }) => expected[0] === NOT_UNDERSTOOD);
  ok(samples.length >= 300 && unparseable.length >= 40, `${unparseable.length} of ${samples.length}`);
  for (const { text } of unparseable) strictEqual(parsedCells(text)[0], NOT_UNDERSTOOD, text);
});

test('the catalogue has every food of the sample lines', () => {
  for (const { text, expected } of samples)
    ok(expected[0] === NOT_UNDERSTOOD || find(expected[2] ?? ''), text);
});

test('no food name has more words than the parser tries', () => {
  const names = foods.flatMap((food) => [...food.names.en, ...food.names.de]);
  const words = names
    .flatMap(({ singular, plural }) => [singular, plural])
    .map((name) => nameKey(name).split(' '));
  ok(Math.max(...words.map(({ length }) => length)) <= MAX_PHRASE_WORDS);
});

const MAX_MS = 5;
const MAX_LINE_LENGTH = 300;

function slowLines(lines: Iterable<string>): string[] {
  return Array.from(lines).filter((line) => {
    const parse = () => void parseIngredientLine(line, catalogue);
    // One run is enough for most lines. A slow one is measured again, because a busy machine may have interrupted it.
    return Array.from({ length: 20 }).every(() => wallMs(parse) > MAX_MS);
  });
}

test('parses 4,000 hostile lines in at most 5 ms each', () => {
  const random = seededRandom(10_000);
  const lines = Array.from({ length: 4_000 }, () =>
    hostileText(hostileShape(random), MAX_LINE_LENGTH - random(100) * random(2)),
  );
  deepStrictEqual(slowLines(lines), []);
});

test('parses long words before a comma in at most 5 ms, and the line if the food is known', () => {
  const lines = [
    `1 g ${'b'.repeat(60)}, x`,
    '200 g Zartbitterschokoladenraspel, fein',
    ...[24, 28, 30, 100, 250].map((letters) => `2 (14-oz) cans ${'g'.repeat(letters)}, chopped`),
  ];
  deepStrictEqual(slowLines(lines), []);
  deepStrictEqual(
    lines.map((line) => parsedCells(line)[0]),
    lines.map(() => NOT_UNDERSTOOD),
  );
  deepStrictEqual(parsedCells('200 g Zartbitterschokolade, fein gehackt'), [
    '200',
    'g',
    'dark-chocolate',
    'fein gehackt',
  ]);
});
