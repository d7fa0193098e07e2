/** Lists with the real catalogue: what nobody sells is bought as the whole food. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { PARTS_OF } from '#domain/food/whole-foods.ts';
import { parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { NO_OPERATIONS } from '#domain/shopping-list/operations.ts';
import { makeShoppingList } from '#domain/shopping-list/shopping-list.ts';
import { dish, meal } from '#test/support/sample-foods.ts';
import { getFoods } from './foods.ts';

function listFor(...lines: string[]): string[] {
  const foods = getFoods();
  const ingredients = lines.map((line) => parseIngredientLine(line, foods));
  const { probablyAtHome, aisles } = makeShoppingList({
    meals: [meal({ ...dish('one', 4), ingredients })],
    foods,
    operations: NO_OPERATIONS,
    understand: (text) => parseIngredientLine(text, foods),
    units: 'metric',
    language: 'en',
  });
  return [...probablyAtHome, ...aisles.flatMap(({ items }) => items)].map(
    ({ buy: [first], name, needed }) => {
      const amount = first && ('packs' in first ? `${first.packs} x ${first.size.amount}` : first.amount);
      return `${amount} ${name}${needed?.[0] ? `, need ${needed[0].amount}` : ''}`;
    },
  );
}

test('each part and each whole food is in the catalogue, with the weight of a piece', () => {
  for (const [whole, parts] of PARTS_OF) {
    for (const id of [whole, ...parts]) {
      const pieces = getFoods().find(id)?.weights.pieceGrams;
      ok(pieces?.has('piece') || pieces?.has('large'), id);
    }
  }
});

for (const [lines, list] of [
  // A lemon gives 45 g of juice and 6 g of zest.
  [['2 tbsp fresh lemon juice', '1 tsp lemon zest'], ['1 lemon, need 0.75']],
  [['juice of 2 lemons', '1 tsp lemon zest', '1 lemon'], ['3 lemons']],
  [['2 egg yolks', '3 egg whites', '4 eggs'], ['1 x 10 eggs, need 7']],
  [
    ['1 tsp orange zest', '2 limes'],
    ['2 limes', '1 orange, need 0.25'],
  ],
  [['5 g red chilli'], ['1 red chilli, need 5']],
  [['225 g potatoes'], ['230 potatoes']],
] as const) {
  test(`${lines.join(', ')}: ${list.join(', ')}`, () => deepStrictEqual(listFor(...lines), list));
}
