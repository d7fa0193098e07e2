import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { type MeasuredLine, splitAmount } from './amount.ts';

/** Numbers are numberIndexes: `1` is the first number of the line, not the value 1. */
const lines: [text: string, numberIndexes: number[], unit: MeasuredLine['unit'], description: string][] = [
  ['1 g flour', [1], 'g', 'flour'],
  ['1g flour', [1], 'g', 'flour'],
  ['1 Tbsp. olive oil', [1], 'tbsp', 'olive oil'],
  ['1 T honey', [1], 'tbsp', 'honey'],
  ['1 t honey', [1], 'tsp', 'honey'],
  ['1 EL Öl', [1], 'el', 'Öl'],
  ['1-2 eggs', [1, 2], undefined, 'eggs'],
  ['1 - 2 eggs', [1, 2], undefined, 'eggs'],
  ['1 to 2 cups of milk', [1, 2], 'cup', 'milk'],
  ['1 bis 2 Dosen von Mais', [1, 2], 'can', 'Mais'],
  ['1 oder 2 Eier', [1, 2], undefined, 'Eier'],
  ['1 tomatoes', [1], undefined, 'tomatoes'],
  ['1 large eggs', [1], undefined, 'large eggs'],
  ['1 cups', [1], undefined, 'cups'],
  ['1 cup(s) milk', [1], undefined, 'cup(s) milk'],
  ['1 g/ml milk', [1], undefined, 'g/ml milk'],
  ['1 - cups flour', [1], undefined, '- cups flour'],
  ['1 2 cups flour', [1], undefined, '2 cups flour'],
  ['pinch of salt', [], 'pinch', 'salt'],
  ['salt, to taste', [], undefined, 'salt, to taste'],
  ['Tomatoes 1', [1], undefined, 'Tomatoes'],
  ['Tomatoes x1', [1], undefined, 'Tomatoes'],
  ['Tomatoes x 1', [1], undefined, 'Tomatoes'],
  ['lox 1 g', [1], 'g', 'lox'],
  ['Tomatoes 1kg', [1], 'kg', 'Tomatoes'],
  ['Tomatoes, 1-2 kg', [1, 2], 'kg', 'Tomatoes'],
  ['Tomatoes - 1 to 2 kg', [1, 2], 'kg', 'Tomatoes'],
  ['Tomatoes: 1 - 2', [1, 2], undefined, 'Tomatoes'],
  ['onions 1 large', [1], undefined, 'large onions'],
  ['onions 1 chopped', [1], undefined, 'chopped onions'],
  ['cream, 1 % fat, 2 ml', [2], 'ml', 'cream, 1 % fat'],
  ['tomatoes 1 onions', [], undefined, 'tomatoes 1 onions'],
  ['pinch of salt, about 1 g', [], 'pinch', 'salt, about 1 g'],
  ['can tomatoes 1 g', [], 'can', 'tomatoes, 1 g'],
  ['flour (1 g)', [], undefined, 'flour (1 g)'],
  ['', [], undefined, ''],
];
for (const [text, numberIndexes, unit, description] of lines) {
  test(`"${text}" has ${numberIndexes.length} numbers, the unit ${unit} and the description "${description}"`, () => {
    deepStrictEqual(splitAmount(text), { numberIndexes, unit, description });
  });
}
