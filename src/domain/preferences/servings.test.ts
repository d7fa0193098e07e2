import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { eater } from '#test/planner/small-week.ts';
import type { Eater, SlotSettings } from './preferences.ts';
import { eatersAt, isChild, portionOf, servingsAt, servingsOf } from './servings.ts';

const [adult, hungry, child, toddler] = [
  eater('Ann'),
  eater('Bob', { portion: 'hungry' }),
  eater('Kim', { portion: 'child' }),
  eater('Tim', { portion: 'toddler' }),
];

test('an adult eats one serving, others a part of it or more', () => {
  deepStrictEqual([toddler, child, adult, hungry].map(portionOf), [0.5, 0.75, 1, 1.5]);
  strictEqual(portionOf(eater('Eve', { portion: 'adult' })), 1);
});

test('children and toddlers are children', () => {
  deepStrictEqual([toddler, child, adult, hungry].map(isChild), [true, true, false, false]);
});

const cases: [string, Eater[], SlotSettings, number][] = [
  ['four for a family that has not entered its eaters', [], {}, 4],
  ['guests too, for a family that has not entered its eaters', [], { guests: 2 }, 6],
  ['as many as eat', [adult, hungry, toddler], {}, 3],
  ['rounded to the nearest', [adult, child], {}, 2],
  ['rounded up at a half', [adult, adult, toddler], {}, 3],
  ['without those who are away', [adult, hungry, toddler], { away: ['Bob', 'Tim'] }, 1],
  ['one for each guest', [adult], { guests: 3 }, 4],
  ['at least one', [toddler], { away: ['Tim'] }, 1],
  ['the number that was set by hand', [adult, hungry], { servings: 7, guests: 3, away: ['Ann'] }, 7],
];
for (const [what, eaters, settings, servings] of cases) {
  test(`servings: ${what}`, () => {
    strictEqual(servingsAt({ eaters }, settings), servings);
  });
}

test('a toddler alone gets a whole serving', () => {
  strictEqual(servingsOf([toddler]), 1);
});

test('ids of eaters who are no more do not matter', () => {
  deepStrictEqual(eatersAt({ eaters: [adult, child] }, { away: ['gone', 'Kim'] }), [adult]);
});
