import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, sampleCatalogue } from '#test/support/sample-foods.ts';
import type { BookLanguage } from './book-recipe.ts';
import { viewOf } from './recipe-view.ts';

const scaled: [line: string, shown: string, language?: BookLanguage][] = [
  ['2 onions', '4 onions'],
  ['1/2 onion', '1 onion'],
  ['2 (15 oz) cans chickpeas', '2 (15 oz) cans chickpeas (× 2)'],
  ['salt to taste', 'salt to taste'],
  ['stardust', 'stardust (× 2)'],
  ['For the sauce:', 'For the sauce:'],
  ['baking parchment', 'baking parchment'],
  ['1 stalk celery', '2 stalks celery'],
  ['1/2 tsp salt', '1 tsp salt'],
  ['1 tbsp butter', '2 tbsp butter'],
  ['1 large onion', '2 large onions'],
  ['1 Stange celery', '2 Stangen celery', 'de'],
  ['1,1 l water', '2,2 l water', 'de'],
];
for (const [line, shown, language = 'en'] of scaled) {
  test(`"${line}" for twice the servings is "${shown}"`, () => {
    const options = { own: true, shownServings: 8, prices: new Map<string, number>(), language };
    const { ingredients } = viewOf(dish('soup', 4, line), options, sampleCatalogue);
    deepStrictEqual(
      ingredients.map((one) => one.shown),
      [shown],
    );
  });
}
