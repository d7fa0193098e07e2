/** Ingredient lines for other servings. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { fraction } from '#domain/quantity/fraction.ts';
import { parseLine, sampleCatalogue } from '#test/support/sample-foods.ts';
import type { Language } from '#languages/language.ts';
import { scaleLine } from './scaled-line.ts';

/** For twice the servings; undefined for a line that is not scaled. */
const scaled: [line: string, shown: string | undefined, language?: Language][] = [
  ['2 onions', '4 onions'],
  ['1/2 onion', '1 onion'],
  ['1-2 onions', '2-4 onions'],
  ['1 to 2 onions', '2 to 4 onions'],
  ['3–4 tbsp butter', '6–8 tbsp butter'],
  ['two onions', '4 onions'],
  ['half a lemon', '1 lemon'],
  ['a pinch of salt', '2 pinches of salt'],
  ['eine Prise salt', '2 Prisen salt', 'de'],
  ['2 (15 oz) cans chickpeas', '4 (15 oz) cans chickpeas'],
  ['2 cans (400 g each) chickpeas', '4 cans (400 g each) chickpeas'],
  ['1 can (400 g) chickpeas', '2 cans (400 g) chickpeas'],
  ['2 x 400 g cans chickpeas', '4 x 400 g cans chickpeas'],
  ['200 g flour (1 1/2 cups)', '400 g flour (3 cups)'],
  ['200g/7oz butter', '400g/14oz butter'],
  ['1 tbsp plus 1 tsp butter', '2 tbsp plus 2 tsp butter'],
  ['1 lb 4 oz butter', '2 lb 8 oz butter'],
  ['1,500 g flour', '3000 g flour'],
  ['1 onion, cut into 8 wedges', '2 onions, cut into 8 wedges'],
  ['1 onion, in 2 cm pieces', '2 onions, in 2 cm pieces'],
  ['butter, 50 g', 'butter, 100 g'],
  ['juice of 1 lemon', 'juice of 2 lemons'],
  ['salt to taste', 'salt to taste'],
  ['stardust', undefined],
  ['3 spoons of stardust', undefined],
  ['For the sauce:', 'For the sauce:'],
  ['baking parchment', 'baking parchment'],
  ['1 stalk celery', '2 stalks celery'],
  ['1/2 tsp salt', '1 tsp salt'],
  ['1 tbsp butter', '2 tbsp butter'],
  ['1 large onion', '2 large onions'],
  ['1 Stange celery', '2 Stangen celery', 'de'],
  ['100 g chickpeas, soaked for 2 hours', '200 g chickpeas, soaked for 2 hours'],
  ['100 g chickpeas, soaked for 2-3 hours', '200 g chickpeas, soaked for 2-3 hours'],
  ['100 g chickpeas, soaked for 8 to 12 h', '200 g chickpeas, soaked for 8 to 12 h'],
  ['100 g chickpeas, cooked for 1 to 1 1/2 hours', '200 g chickpeas, cooked for 1 to 1 1/2 hours'],
  ['2 onions, fried for 10 min.', '4 onions, fried for 10 min.'],
  ['2 onions, 30 Minuten geröstet', '4 onions, 30 Minuten geröstet', 'de'],
  ['100 g chickpeas, 2 Tage eingeweicht', '200 g chickpeas, 2 Tage eingeweicht', 'de'],
  ['1 onion, in 2-3 cm pieces', '2 onions, in 2-3 cm pieces'],
  ['1 onion, 2-3 cm wide', '2 onions, 2-3 cm wide'],
  ['1,1 l water', '2,2 l water', 'de'],
];
for (const [line, shown, language = 'en'] of scaled) {
  test(`"${line}" for twice the servings is "${shown}"`, () => {
    const scale = { times: fraction(2), language, foods: sampleCatalogue };
    strictEqual(scaleLine(parseLine(line), scale), shown);
  });
}
