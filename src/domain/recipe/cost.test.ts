import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, sampleCatalogue } from '#test/support/sample-foods.ts';
import { costPerServing } from './cost.ts';

const NO_PRICES = new Map<string, number>();

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
