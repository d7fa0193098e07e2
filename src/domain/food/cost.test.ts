import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { dish, sampleCatalogue } from '#test/support/sample-foods.ts';
import { type FoodAmount, centsPerKg, costOf, costPerServing } from './cost.ts';
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

test('divides the cost by the servings; a recipe without lines has an unknown cost', () => {
  const soup = dish('soup', 4, '1 kg potatoes', '2 onions', '1 l water');
  deepStrictEqual(costPerServing(soup, sampleCatalogue, NO_PRICES), { costCents: 30, isAtLeast: false });
  strictEqual(costPerServing(soup, sampleCatalogue, new Map([['potato', 400]])).costCents, 105);
  strictEqual(
    costPerServing(dish('riddle', 4, '1 kg potatoes', 'stardust'), sampleCatalogue, NO_PRICES).isAtLeast,
    true,
  );
  deepStrictEqual(costPerServing(dish('title', 4), sampleCatalogue, NO_PRICES), {
    costCents: 0,
    isAtLeast: true,
  });
});

test('counts what is bought: bones, whole cans, and other foods of a line; not what costs next to nothing', () => {
  const costOfLine = (line: string) => costPerServing(dish('a', 1, line), sampleCatalogue, NO_PRICES);
  deepStrictEqual(costOfLine('1 chicken'), { costCents: 100, isAtLeast: false });
  deepStrictEqual(costOfLine('2 (15 oz) cans chickpeas'), { costCents: 48, isAtLeast: false });
  deepStrictEqual(costOfLine('100 g butter plus 200 g flour'), { costCents: 30, isAtLeast: false });
  deepStrictEqual(costOfLine('100 g butter or 200 g bacon'), { costCents: 10, isAtLeast: false });
  deepStrictEqual(costOfLine('salt to taste'), { costCents: 0, isAtLeast: false });
  deepStrictEqual(costOfLine('potatoes'), { costCents: 0, isAtLeast: true });
  const withHeading = costPerServing(
    dish('a', 1, 'For the sauce:', '100 g butter'),
    sampleCatalogue,
    NO_PRICES,
  );
  deepStrictEqual(withHeading, { costCents: 10, isAtLeast: false });
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
    fc.property(amounts, price, price, (all, one, other) => {
      const at = (cents: number) => costOf(all, sampleCatalogue, new Map([['onion', cents]])).costCents;
      strictEqual(at(one), costOf(all.toReversed(), sampleCatalogue, new Map([['onion', one]])).costCents);
      strictEqual(Math.sign(at(Math.max(one, other)) - at(Math.min(one, other))) >= 0, true);
    }),
  );
});
