/** The lines of ingredient-lines.txt, read with the whole food catalogue. */
import { ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { getFoods } from '#cookbook/foods.ts';
import { type IngredientLine, parseIngredientLine } from '#domain/ingredient-line.ts';
import { fractionText } from '#domain/quantity-fraction.ts';

type Sample = { text: string; wanted: string[] };

const NOT_UNDERSTOOD = '?';
const samples = readFileSync(new URL('ingredient-lines.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('#'))
  .map((row): Sample => {
    const [text = '', ...wanted] = row.split('|').map((cell) => cell.trim());
    return { text, wanted };
  });
const { find, findByName } = getFoods();

function read(text: string): string[] {
  return cells(parseIngredientLine(text, findByName));
}

function cells({ understood }: IngredientLine): string[] {
  if (!understood) return [NOT_UNDERSTOOD];
  const { quantity, food, preparation } = understood;
  return [quantity ? fractionText(quantity.amount) : '', quantity?.unit ?? '', food, preparation];
}

test('of the lines that people write, at least 95 in 100 have food, amount and unit right', () => {
  const misses = samples.filter(
    ({ text, wanted }) => !isDeepStrictEqual(read(text).slice(0, 3), wanted.slice(0, 3)),
  );
  for (const { text, wanted } of misses) {
    console.log(`${text}\n  wanted ${wanted.join(' | ')}\n  read   ${read(text).join(' | ')}`);
  }
  ok(misses.length <= samples.length * 0.05, `${misses.length} of ${samples.length} lines are wrong`);
});

test('at least 90 in 100 have the preparation right, too', () => {
  const misses = samples.filter(({ text, wanted }) => !isDeepStrictEqual(read(text), wanted));
  ok(misses.length <= samples.length * 0.1, misses.map(({ text }) => text).join('\n'));
});

test('what must not be understood never is', () => {
  const puzzles = samples.filter(({ wanted }) => wanted[0] === NOT_UNDERSTOOD);
  ok(samples.length >= 300 && puzzles.length >= 40, `${puzzles.length} of ${samples.length}`);
  for (const { text } of puzzles) strictEqual(read(text)[0], NOT_UNDERSTOOD, text);
});

test('every food that a line is meant to name is in the catalogue', () => {
  for (const { text, wanted } of samples) ok(wanted[0] === NOT_UNDERSTOOD || find(wanted[2] ?? ''), text);
});
