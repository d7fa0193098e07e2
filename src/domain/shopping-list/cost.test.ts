import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, sampleCatalogue, meal, parseLine } from '#test/support/sample-foods.ts';
import { costOfList, foodCosts } from './cost.ts';
import { type ListOperation, NO_OPERATIONS, mergeOperations } from './operations.ts';
import { makeShoppingList } from './shopping-list.ts';

const PRICES = new Map([['flour', 300]]);

function listFor(lines: string[], done: ListOperation[] = []) {
  const operations = mergeOperations(NO_OPERATIONS, done);
  return makeShoppingList({
    meals: [meal(dish('one', 4, ...lines))],
    foods: sampleCatalogue,
    understand: parseLine,
    operations,
  });
}

test('costs what is to buy and what is ticked, not what is required', () => {
  const lines = ['200 g flour', '2 onions', '1 l water'];
  const cost = { costCents: 150 + 20, isAtLeast: false };
  deepStrictEqual(costOfList(listFor(lines), sampleCatalogue, PRICES), cost);
  const tick: ListOperation = { opId: 't', kind: 'tick', itemId: 'food:onion', bought: { g: '200' } };
  deepStrictEqual(costOfList(listFor(lines, [tick]), sampleCatalogue, PRICES), cost);
});

test('counts no staples that are only asked about', () => {
  deepStrictEqual(costOfList(listFor(['10 g salt']), sampleCatalogue, PRICES), {
    costCents: 0,
    isAtLeast: false,
  });
  const want: ListOperation = { opId: 'w', kind: 'want', itemId: 'food:salt' };
  deepStrictEqual(costOfList(listFor(['10 g salt'], [want]), sampleCatalogue, PRICES), {
    costCents: 50,
    isAtLeast: false,
  });
});

for (const line of ['stardust', '1 bunch parsley', 'parsley']) {
  test(`is a lower bound with ${line} on the list`, () => {
    const list = listFor(['200 g flour', line]);
    deepStrictEqual(costOfList(list, sampleCatalogue, PRICES), { costCents: 150, isAtLeast: true });
  });
}

test("lists each food once, with its price and whether the price is the family's own", () => {
  const tick: ListOperation = { opId: 't', kind: 'tick', itemId: 'food:onion', bought: { g: '100' } };
  const list = listFor(['3 onions', '200 g flour', 'stardust', '1 bunch parsley'], [tick]);
  deepStrictEqual(foodCosts(list, sampleCatalogue, PRICES, 'en'), [
    { foodId: 'onion', name: 'onions', centsPerKg: 100, isOwn: false, costCents: 30, isAtLeast: false },
    { foodId: 'parsley', name: 'parsley', centsPerKg: 100, isOwn: false, costCents: 0, isAtLeast: true },
    { foodId: 'flour', name: 'flour', centsPerKg: 300, isOwn: true, costCents: 150, isAtLeast: false },
  ]);
  deepStrictEqual(foodCosts(list, sampleCatalogue, PRICES, 'de')[0]?.name, 'onion auf Deutsch');
});
