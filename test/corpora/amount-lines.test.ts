/** The lines of amount-lines.txt: the amount and unit of each, and the number of its containers. */
import { ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { type Fraction, fractionNumber } from '#domain/quantity/fraction.ts';

const foods = getFoods();
const cases = readFileSync(new URL('amount-lines.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('#'))
  .map((row) => row.split('|').map((cell) => cell.trim()) as [string, string]);

function show(number: Fraction): number {
  return Math.round(fractionNumber(number) * 1000) / 1000;
}

function readAmount(line: string): string {
  const { quantity, packs } = parseIngredientLine(line, foods).understood ?? {};
  if (!quantity) return '-';
  const amount = `${show(quantity.amount)} ${quantity.unit}`;
  return packs ? `${amount}, ${[show(packs.count), packs.unit].filter(Boolean).join(' ')}` : amount;
}

for (const [line, amount] of cases) {
  test(`"${line}" has ${amount === '-' ? 'no amount' : amount}`, () => {
    ok(parseIngredientLine(line, foods).understood, 'not understood');
    strictEqual(readAmount(line), amount);
  });
}

test('there are lines of several kinds of sites', () => ok(cases.length >= 60));
