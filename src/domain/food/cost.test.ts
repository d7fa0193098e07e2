import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { sampleCatalogue } from '#test/support/sample-foods.ts';
import { type FoodAmount, centsPerKg, costOf } from './cost.ts';
import { fraction } from '#domain/quantity/fraction.ts';

const NO_PRICES = new Map<string, number>();
const onion = sampleCatalogue.find('onion')!;

function grams(food: string, many: number): FoodAmount {
  return { food, quantity: { amount: fraction(many), unit: 'g' } };
}

test("uses the family's price of a food if there is one, else the catalogue's", () => {
  strictEqual(centsPerKg(onion, NO_PRICES), 100);
  strictEqual(centsPerKg(onion, new Map([['onion', 250]])), 250);
  strictEqual(centsPerKg(onion, new Map([['onion', 0]])), 0, 'a price of 0 is valid');
  strictEqual(centsPerKg(onion, new Map([['potato', 250]])), 100);
  strictEqual(centsPerKg({ id: 'x', pricePerKg: 1.15 }, NO_PRICES), 115);
});

test('multiplies weights by prices and rounds once, at the end', () => {
  const prices = new Map([['potato', 199]]);
  deepStrictEqual(costOf([grams('onion', 500), grams('potato', 1_500)], sampleCatalogue, prices), {
    costCents: 349,
    isAtLeast: false,
  });
  const little = Array.from({ length: 10 }, () => grams('onion', 4));
  strictEqual(costOf(little, sampleCatalogue, NO_PRICES).costCents, 4);
  deepStrictEqual(costOf([], sampleCatalogue, NO_PRICES), { costCents: 0, isAtLeast: false });
});

test('converts pieces and spoons to weights', () => {
  const amount = { amount: fraction(3), unit: 'large' } as const;
  strictEqual(costOf([{ food: 'onion', quantity: amount }], sampleCatalogue, NO_PRICES).costCents, 45);
});

const unknown: [string, FoodAmount][] = [
  ['a line that was not understood', {}],
  ['a food that the catalogue does not have', grams('gone', 100)],
  ['an amount without a weight', { food: 'parsley', quantity: { amount: fraction(1), unit: 'bunch' } }],
  ['a food without an amount', { food: 'salt' }],
];
for (const [what, amount] of unknown) {
  test(`is a lower bound with ${what}`, () => {
    deepStrictEqual(costOf([grams('onion', 1_000), amount], sampleCatalogue, NO_PRICES), {
      costCents: 100,
      isAtLeast: true,
    });
  });
}

test('tap water costs nothing in any amount', () => {
  deepStrictEqual(costOf([{ food: 'water' }, grams('water', 2_000)], sampleCatalogue, NO_PRICES), {
    costCents: 0,
    isAtLeast: false,
  });
});

test('does not depend on the order and is monotonic in the prices', () => {
  const amounts = fc.array(
    fc
      .tuple(fc.constantFrom(...sampleCatalogue.foods), fc.integer({ min: 1, max: 5_000 }))
      .map(([food, many]) => grams(food.id, many)),
    { maxLength: 12 },
  );
  const price = fc.integer({ min: 0, max: 5_000 });
  fc.assert(
    fc.property(amounts, price, price, (all, first, second) => {
      const at = (cents: number) => costOf(all, sampleCatalogue, new Map([['onion', cents]])).costCents;
      strictEqual(
        at(first),
        costOf(all.toReversed(), sampleCatalogue, new Map([['onion', first]])).costCents,
      );
      strictEqual(Math.sign(at(Math.max(first, second)) - at(Math.min(first, second))) >= 0, true);
    }),
  );
});
