import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import type { Food } from './food.ts';
import { centsPerKgOf, soldAmounts } from './sold-amounts.ts';

function foodOf(id: string): Food {
  const food = getFoods().find(id);
  ok(food, id);
  return food;
}

test('a price per kilogram, pound, litre, piece or pack becomes one per kilogram', () => {
  strictEqual(centsPerKgOf(foodOf('carrot'), { cents: 199, per: '1 kg' }), 199);
  strictEqual(centsPerKgOf(foodOf('carrot'), { cents: 199, per: '1 lb' }), 439);
  const litre = centsPerKgOf(foodOf('milk'), { cents: 103, per: '1 l' });
  ok(litre && Math.abs(litre - 100) < 3, String(litre));
  for (const { per, grams } of soldAmounts(foodOf('egg')))
    strictEqual(centsPerKgOf(foodOf('egg'), { cents: 300, per }), Math.round(300_000 / grams), per);
  ok(soldAmounts(foodOf('egg')).some(({ isPack, unit }) => isPack && unit === 'piece'));
});

test('refuses amounts that are not sold, and prices beyond the limit', () => {
  for (const per of ['', '1 parsec', '3 kg', 'kg'])
    strictEqual(centsPerKgOf(foodOf('carrot'), { cents: 1, per }), undefined, per);
  strictEqual(centsPerKgOf(foodOf('carrot'), { cents: 4_000_000, per: '1 lb' }), undefined);
});

test('every food is sold by the kilogram, and no weight is offered twice', () => {
  for (const food of getFoods().foods) {
    const amounts = soldAmounts(food);
    strictEqual(amounts[0]?.per, '1 kg', food.id);
    const weights = amounts.map(({ grams }) => grams);
    deepStrictEqual(weights, [...new Set(weights)], food.id);
  }
});
