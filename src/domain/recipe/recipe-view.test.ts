import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, sampleCatalogue } from '#test/support/sample-foods.ts';
import { viewOf } from './recipe-view.ts';

const scaled: [line: string, shown: string][] = [
  ['2 onions', '4 onions'],
  ['1/2 onion', '1 onion'],
  ['2 (15 oz) cans chickpeas', '2 (15 oz) cans chickpeas (× 2)'],
  ['salt to taste', 'salt to taste'],
  ['stardust', 'stardust (× 2)'],
  ['For the sauce:', 'For the sauce:'],
  ['baking parchment', 'baking parchment'],
];
for (const [line, shown] of scaled) {
  test(`"${line}" for twice the servings is "${shown}"`, () => {
    const options = { own: true, shownServings: 8, prices: new Map<string, number>() };
    const { ingredients } = viewOf(dish('soup', 4, line), options, sampleCatalogue);
    deepStrictEqual(
      ingredients.map((one) => one.shown),
      [shown],
    );
  });
}
