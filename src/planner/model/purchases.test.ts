import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Week } from '#domain/week/week.ts';
import { food } from '#test/planner/small-week.ts';
import {
  boughtTenths,
  costOfFood,
  dueFoodsOf,
  gramsAtHome,
  openingsByDays,
  spoilsOnceOpened,
} from './purchases.ts';

const week = '2026-06-15' as Week;

test('a pantry food is due from the Monday of the week to the end of the next week', () => {
  const dates = ['2026-06-14', '2026-06-15', '2026-06-21', '2026-06-28', '2026-06-29', undefined];
  const due = dueFoodsOf(
    week,
    dates.map((bestBefore) => ({ foodId: `food ${bestBefore}`, bestBefore })),
  );
  deepStrictEqual(
    due.map(({ foodId, lastDay }) => [foodId.slice(-2), lastDay]),
    [
      ['15', 0],
      ['21', 6],
      ['28', 6],
    ],
  );
});

test('of two dates of a food the earlier one counts', () => {
  const due = dueFoodsOf(week, [
    { foodId: 'milk', bestBefore: '2026-06-20' },
    { foodId: 'milk', bestBefore: '2026-06-17' },
  ]);
  deepStrictEqual(due, [{ foodId: 'milk', lastDay: 2 }]);
});

/** Days as their initials: `M-W----`. */
function openings(keepsDays: number, days: string): number {
  const bits = days.split('').reduce((sum, day, at) => (day === '-' ? sum : sum | (1 << at)), 0);
  return openingsByDays(keepsDays)[bits] as number;
}

test('counts the fewest packs that must be opened', () => {
  strictEqual(openings(2, '-------'), 0);
  strictEqual(openings(2, 'M-W----'), 1, 'good for two more days');
  strictEqual(openings(2, 'M--T---'), 2);
  strictEqual(openings(2, 'MTWT---'), 2);
  strictEqual(openings(2, 'M-WTF-S'), 3, 'Monday to Wednesday, Thursday to Saturday, Sunday');
  strictEqual(openings(0, 'MTWTFSS'), 7);
  strictEqual(openings(7, 'MTWTFSS'), 1);
});

test('a pack spoils if the food is bought, in packs, and does not keep', () => {
  const cream = food('cream', { keepsDays: 4, packs: [200] });
  strictEqual(spoilsOnceOpened(cream), true);
  strictEqual(spoilsOnceOpened({ ...cream, isStaple: true }), false);
  strictEqual(spoilsOnceOpened({ ...cream, packs: [] }), false);
  strictEqual(spoilsOnceOpened({ ...cream, keepsDays: Infinity }), false);
});

const bought: [string, number[], number, number][] = [
  ['nothing if nothing is required', [500], 0, 0],
  ['nothing if the pantry has more', [], -3, 0],
  ['as needed without packs', [], 123, 123],
  ['a whole pack', [500], 1, 500],
  ['no further pack for less than a tenth of one', [500], 549, 500],
  ['a further pack for a tenth of one', [500], 550, 1_000],
  ['the size that leaves the least', [400, 500], 750, 800],
  ['the size of which the least is missing', [300, 500], 320, 300],
  ['a pack for less than a tenth of one', [500], 49, 500],
];
for (const [what, packs, required, expected] of bought) {
  test(`buys ${what}`, () => {
    strictEqual(boughtTenths(packs, required), expected);
  });
}

test('the cost is what is bought beyond the pantry, rounded to cents', () => {
  const beans = { foodId: 'beans', packs: [], centsPerKg: 333, atHome: 1_000 };
  strictEqual(costOfFood(beans, 900), 0);
  strictEqual(costOfFood(beans, 2_000), 33);
  strictEqual(costOfFood({ ...beans, packs: [5_000] }, 2_000), 167);
});

test('adds up what the pantry has of a food', () => {
  const sums = gramsAtHome([
    { foodId: 'rice', grams: 100 },
    { foodId: 'rice', grams: 50 },
    { foodId: 'salt' },
    { foodId: 'salt', grams: 5 },
  ]);
  deepStrictEqual(
    [...sums],
    [
      ['rice', 150],
      ['salt', Infinity],
    ],
  );
});
