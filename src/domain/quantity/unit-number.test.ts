import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { pluralOf, singularOf } from './unit-number.ts';

const words: [singular: string, plural: string][] = [
  ['clove', 'cloves'],
  ['pinch', 'pinches'],
  ['leaf', 'leaves'],
  ['can', 'cans'],
  ['tsp', 'tsp'],
  ['g', 'g'],
  ['Zehe', 'Zehen'],
  ['Prise', 'Prisen'],
  ['Zweig', 'Zweige'],
  ['Blatt', 'Blätter'],
  ['Bund', 'Bund'],
  ['EL', 'EL'],
];
for (const [singular, plural] of words) {
  test(`one ${singular}, two ${plural}`, () => {
    strictEqual(pluralOf(singular), plural);
    strictEqual(singularOf(plural), singular);
    strictEqual(pluralOf(plural), plural);
    strictEqual(singularOf(singular), singular);
  });
}

test('other words and sizes stay as they are', () => {
  for (const word of ['onion', 'Zwiebeln', 'große', 'large', '']) {
    strictEqual(pluralOf(word), word);
    strictEqual(singularOf(word), word);
  }
});
