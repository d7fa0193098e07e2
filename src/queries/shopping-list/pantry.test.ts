import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { fraction } from '#domain/quantity/fraction.ts';
import type { Quantity } from '#domain/quantity/quantity.ts';
import { parseStoredPantry } from './pantry.ts';

const cases: [foodId: string, quantityText: string, quantity: Quantity][] = [
  ['chickpea', '2 x 400 g', { amount: fraction(2), unit: 'can' }],
  ['chickpea', '2 cans', { amount: fraction(2), unit: 'can' }],
  ['chickpea', '300 g', { amount: fraction(300), unit: 'g' }],
  ['banana', '3', { amount: fraction(3), unit: 'piece' }],
];
for (const [foodId, quantityText, quantity] of cases) {
  test(`"${quantityText}" of ${foodId} at home are as bought`, async () => {
    deepStrictEqual(await parseStoredPantry([{ foodId, quantityText }]), [{ food: foodId, quantity }]);
  });
}
