/** A list in several unit systems counts once; no line of another food or amount is lost. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { oneOf, seededRandom } from '#domain/random.ts';
import type { IngredientGroup } from '#import/imported-recipe.ts';
import { inOneSystem } from './unit-systems.ts';

const FOODS = [
  'flour',
  'almond flour',
  'sugar',
  'milk',
  'coconut milk',
  'butter',
  'peanut butter',
  'eggs',
  'salt',
];
const AMOUNTS = [
  '1 cup',
  '2 cups',
  '120 g',
  '240 ml',
  '8 oz',
  '1 tbsp',
  '15 ml',
  '2',
  '1',
  '1 stick',
  '110 g',
  '',
];
const HEADINGS = [
  undefined,
  undefined,
  'US',
  'Metric',
  'Dough',
  'Filling',
  'Dough (US)',
  'Dough (metric)',
  'Cups',
];

function linesIn(groups: readonly IngredientGroup[]): string[] {
  return groups.flatMap(({ lines }) => lines);
}

/** "240 g coconut milk" names coconut milk, and not milk. */
const foodOf = (line: string) => line.replace(/^[\d /]*(?:cups?|g|ml|oz|tbsp|stick)? ?/, '');

test('whatever a list has, every food that it names is still named', () => {
  const random = seededRandom(38);
  let removed = 0;
  for (let count = 0; count < 4_000; count += 1) {
    const line = () => `${oneOf(random, AMOUNTS)} ${oneOf(random, FOODS)}`.trim();
    const lines = Array.from({ length: 1 + random(5) }, line);
    // Half of the lists are there again, with amounts of their own.
    const again = lines.map((each) =>
      each
        .replace(/^[\d /]+(?:cups?|g|ml|oz|tbsp|stick)?/, `${oneOf(random, AMOUNTS)} `)
        .replaceAll('  ', ' ')
        .trim(),
    );
    const groups = [
      { heading: oneOf(random, HEADINGS), lines },
      {
        heading: oneOf(random, HEADINGS),
        lines: random(2) === 0 ? again : Array.from({ length: 1 + random(5) }, line),
      },
    ].map(({ heading, lines: own }) => ({ ...(heading !== undefined && { heading }), lines: own }));
    const retained = linesIn(inOneSystem(groups));
    removed += linesIn(groups).length - retained.length;
    for (const text of linesIn(groups)) {
      const isNamed = retained.some((other) => foodOf(other) === foodOf(text));
      ok(isNamed, `${text} is lost of ${JSON.stringify(groups)}`);
    }
  }
  ok(removed > 200, `${removed} lines removed`);
});

const retained: [why: string, lines: string[]][] = [
  ['two parts of a dish', ['200 g flour', '100 g sugar', '2 eggs', '1 cup flour', '1 cup sugar', '1 egg']],
  [
    'one amount differs',
    ['1 cup milk', '1 cup flour', '1 cup sugar', '240 ml milk', '500 g flour', '200 g sugar'],
  ],
  ['one food differs', ['1 cup oats', '1 cup nuts', '1 cup milk', '90 g oats', '120 g seeds', '240 ml milk']],
  [
    'a line more',
    ['1 cup milk', '1 cup flour', '1 cup sugar', '240 ml milk', '120 g flour', '200 g sugar', '1 egg'],
  ],
  [
    'another food in its place',
    ['1 cup milk', '1 cup flour', '1 cup sugar', '240 ml coconut milk', '120 g flour', '200 g sugar'],
  ],
  ['too short to tell', ['1 cup milk', '1 cup flour', '240 ml milk', '120 g flour']],
  ['the same units again', ['1 tsp salt', '2 eggs', '1 tbsp oil', '1 tsp salt', '2 eggs', '1 tbsp oil']],
  ['both systems mixed', ['1 cup milk', '120 g flour', '1 egg', '240 ml milk', '1 cup flour', '1 egg']],
  ['two pairs by chance', ['1 cup milk', '240 ml milk', '1 cup flour', '120 g flour', '3 eggs']],
];
for (const [why, lines] of retained)
  test(`all lines stay: ${why}`, () => deepStrictEqual(inOneSystem([{ lines }]), [{ lines }]));
