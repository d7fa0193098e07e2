import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { AISLES } from '#domain/food/food.ts';
import { type ListAisle, OTHER_AISLE } from './item.ts';
import { learnAisleOrder } from './aisle-order.ts';

const USUAL: ListAisle[] = [...AISLES, OTHER_AISLE];
const aisle = fc.constantFrom(...USUAL);
const trips = fc.array(fc.array(aisle, { maxLength: 12 }), { maxLength: 10 });

function isBefore(order: readonly ListAisle[], first: ListAisle, second: ListAisle): boolean {
  return order.indexOf(first) < order.indexOf(second);
}

test('starts with the order of a usual shop', () => {
  deepStrictEqual(learnAisleOrder([]), USUAL);
  deepStrictEqual(learnAisleOrder([[], ['meat']]), USUAL);
});

test('contains every aisle once, whatever was ticked', () => {
  fc.assert(fc.property(trips, (all) => deepStrictEqual(learnAisleOrder(all).toSorted(), USUAL.toSorted())));
});

test('learns from one trip', () => {
  const order = learnAisleOrder([['frozen', 'meat', 'vegetables']]);
  ok(isBefore(order, 'frozen', 'meat') && isBefore(order, 'meat', 'vegetables'));
});

test('learns a constant path through the shop, however little is bought each time', () => {
  const shop = fc.shuffledSubarray(USUAL, { minLength: USUAL.length });
  fc.assert(
    fc.property(
      shop,
      fc.array(fc.array(aisle, { minLength: 2, maxLength: 6 }), { maxLength: 15 }),
      (walk, bought) => {
        const all = bought.map((some) =>
          some.toSorted((first, second) => walk.indexOf(first) - walk.indexOf(second)),
        );
        const order = learnAisleOrder(all);
        for (const trip of all) {
          for (const [at, first] of trip.entries()) {
            for (const second of trip.slice(at + 1)) ok(first === second || isBefore(order, first, second));
          }
        }
      },
    ),
  );
});

test('forgets the old order after a few trips through a rebuilt shop', () => {
  const [old, now]: ListAisle[][] = [
    ['bakery', 'dairy'],
    ['dairy', 'bakery'],
  ];
  const history = [...Array.from({ length: 50 }, () => old as ListAisle[]), now as ListAisle[]];
  strictEqual(isBefore(learnAisleOrder(history), 'bakery', 'dairy'), true, 'once may be by chance');
  const later = [...history, ...Array.from({ length: 3 }, () => now as ListAisle[])];
  strictEqual(isBefore(learnAisleOrder(later), 'dairy', 'bakery'), true);
});

test('ignores ticks in an aisle that was visited before', () => {
  const order = learnAisleOrder([['frozen', 'meat', 'frozen', 'vegetables', 'meat']]);
  ok(isBefore(order, 'frozen', 'meat') && isBefore(order, 'meat', 'vegetables'));
});
