import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { fractionText } from '#domain/quantity/fraction.ts';
import { readReference } from './recipe-reference.ts';

const LINES: readonly [line: string, amount: string, name: string][] = [
  ['1 batch pizza dough', '1 batches', 'pizza dough'],
  ['2 batches of pizza dough', '2 batches', 'pizza dough'],
  ['half a batch pizza dough', '1/2 batches', 'pizza dough'],
  ['1/2 recipe Pizza Dough', '1/2 batches', 'Pizza Dough'],
  ['pizza dough', '1 batches', 'pizza dough'],
  ['2 pizza doughs', '2 batches', 'pizza doughs'],
  ['3 servings tomato sauce', '3 servings', 'tomato sauce'],
  ['500 g pizza dough', '500 grams', 'pizza dough'],
  ['1.5 kg Pizzateig', '1500 grams', 'Pizzateig'],
  ['1 Rezept Pizzateig', '1 batches', 'Pizzateig'],
  ['eine halbe Menge Pizzateig', '1/2 batches', 'Pizzateig'],
  ['2 Portionen Reis', '2 servings', 'Reis'],
  ['2 cups tomato sauce', 'some', 'tomato sauce'],
  ['pizza dough, 500 g', 'some', 'pizza dough, 500 g'],
];

for (const [line, amount, name] of LINES) {
  test(`reads how much of a recipe is taken: ${line}`, () => {
    const read = readReference(line);
    const shown =
      'amount' in read.amount ? `${fractionText(read.amount.amount)} ${read.amount.kind}` : read.amount.kind;
    deepStrictEqual([shown, read.name], [amount, name]);
  });
}
