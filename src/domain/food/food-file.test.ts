import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import type { Food } from './food.ts';
import { parseFoods } from './food-file.ts';
import { fraction } from '#domain/quantity/fraction.ts';
import { findGrams } from '#domain/quantity/quantity.ts';

const BLOCK = `# spring-onion
en: spring onion / spring onions; scallion / scallions; cress
de: Frühlingszwiebel / Frühlingszwiebeln
usda: 11291
volume: 1 cup, chopped = 100 g
volume: 1 tbsp = 6 g
piece: 1 medium (4-1/8" long) = 15 g
piece: 1 large = 25 g
piece: 1 bunch = 120 g (package label)
piece: 1 slice, thin = 1 g
piece: 1 slice, thick = 2 g
allergens: wheat, soy
breaks: pescatarian
pack: 100 g, 1.5 kg, 6 pieces, loose
keeps: 7 days
price: 6.50
per 100 g: 32 kcal, 1.83 protein, 0.19 fat, 7.34 carbohydrate, 2.6 fibre, 0.016 sodium
note: A note: with a colon.
`;

function parseOne(text: string): Food {
  const [food] = parseFoods('vegetables', text);
  if (!food) throw new Error('no food');
  return food;
}

/** The block with one text replaced. */
function changed(line: string, replacement: string): string {
  strictEqual(BLOCK.split(line).length, 2, `"${line}" does not occur exactly once`);
  return BLOCK.replace(line, replacement);
}

test('parses a block into a food with derived allergens and diets', () => {
  const food = parseOne(BLOCK);
  strictEqual(food.id, 'spring-onion');
  strictEqual(food.aisle, 'vegetables');
  deepStrictEqual(food.names.en, [
    { singular: 'spring onion', plural: 'spring onions' },
    { singular: 'scallion', plural: 'scallions' },
    { singular: 'cress', plural: 'cress' },
  ]);
  deepStrictEqual(food.names.de, [{ singular: 'Frühlingszwiebel', plural: 'Frühlingszwiebeln' }]);
  deepStrictEqual([...food.allergens].toSorted(), ['gluten', 'soy', 'wheat']);
  deepStrictEqual([...food.breaks].toSorted(), ['gluten-free', 'pescatarian', 'vegan', 'vegetarian']);
  deepStrictEqual(food.packs, [
    { amount: fraction(100), unit: 'g' },
    { amount: fraction(3, 2), unit: 'kg' },
    { amount: fraction(6), unit: 'piece' },
  ]);
  strictEqual(food.loose, true);
  strictEqual(food.keepsDays, 7);
  strictEqual(food.staple, false);
  strictEqual(food.pricePerKg, 6.5);
  strictEqual(food.note, 'A note: with a colon.');
  const { energyKcal, proteinG, fatG, carbohydrateG, fibreG, sodiumG } = food.per100G;
  deepStrictEqual(
    [energyKcal, proteinG, fatG, carbohydrateG, fibreG, sodiumG],
    [32, 1.83, 0.19, 7.34, 2.6, 0.016],
  );
});

test('parses staples and foods without fibre, measures and note', () => {
  const text = changed('price: 6.50', 'staple: yes\nprice: 6.50')
    .replace(', 2.6 fibre', '')
    .replaceAll(/^(volume|piece|note): .*\n/gm, '');
  const food = parseOne(text);
  strictEqual(food.staple, true);
  strictEqual(food.per100G.fibreG, undefined);
  strictEqual(food.weights.gramsPerMl, undefined);
  strictEqual(food.weights.pieceGrams.get('piece'), undefined);
});

test('computes exact weights from the first line of each kind', () => {
  const { weights } = parseOne(BLOCK);
  const grams = (amount: number, unit: Parameters<typeof findGrams>[0]['unit']) =>
    findGrams({ amount: fraction(amount), unit }, weights);
  deepStrictEqual(grams(1, 'cup'), fraction(100));
  deepStrictEqual(grams(16, 'tbsp'), fraction(100), 'the second volume would give 96 g');
  deepStrictEqual(grams(3, 'piece'), fraction(45));
  deepStrictEqual(grams(2, 'medium'), fraction(30));
  deepStrictEqual(grams(2, 'large'), fraction(50));
  deepStrictEqual(grams(1, 'bunch'), fraction(120));
  deepStrictEqual(grams(1, 'slice'), fraction(1));
  strictEqual(grams(1, 'clove'), undefined);
});

test('divides a measure of several pieces', () => {
  const { weights } = parseOne(changed('piece: 1 medium (4-1/8" long) = 15 g', 'piece: 3 cloves = 10 g'));
  deepStrictEqual(weights.pieceGrams.get('clove'), fraction(10, 3));
});

test('converts measures of the table to what is bought by the edible share, and leaves others as sold', () => {
  const text = changed('allergens: wheat, soy', 'edible: 60 % (usual yield)\nallergens: wheat, soy');
  const { weights, edible, edibleSource } = parseOne(text);
  deepStrictEqual([edible, edibleSource], [fraction(3, 5), 'usual yield']);
  deepStrictEqual(weights.pieceGrams.get('medium'), fraction(25), '15 g are eaten');
  deepStrictEqual(weights.pieceGrams.get('bunch'), fraction(120), 'the label is as sold');
  deepStrictEqual(
    findGrams({ amount: fraction(1), unit: 'cup' }, weights),
    fraction(500, 3),
    '100 g are eaten',
  );
  const other = parseOne(text.replace('= 25 g', '= 25 g (usda 11290)'));
  deepStrictEqual(other.weights.pieceGrams.get('large'), fraction(125, 3), 'another row of the table');
  deepStrictEqual([parseOne(BLOCK).edible, parseOne(BLOCK).edibleSource], [fraction(1), undefined]);
});

test('a container without a weight of its own is the first pack, and a package may be a sachet', () => {
  const { weights } = parseOne(changed('piece: 1 large = 25 g', 'piece: 1 jar = 25 g'));
  deepStrictEqual(weights.pieceGrams.get('jar'), fraction(25));
  deepStrictEqual(weights.pieceGrams.get('tub'), fraction(100), 'the pack of 100 g');
  strictEqual(weights.pieceGrams.get('block'), undefined);
  const small = parseOne(changed('piece: 1 large = 25 g', 'piece: 1 sachet = 7 g'));
  deepStrictEqual(small.weights.pieceGrams.get('package'), fraction(7));
  const loose = parseOne(changed('pack: 100 g, 1.5 kg, 6 pieces, loose', 'pack: 6 pieces, loose'));
  strictEqual(loose.weights.pieceGrams.get('tub'), undefined);
});

test('parses the drained and the gross weight of cans', () => {
  const text = changed(
    'piece: 1 slice, thin = 1 g',
    'piece: 1 can = 240 g of 400 g (package label)\npiece: 2 cans = 200 g of 320 g',
  );
  const { cans, weights } = parseOne(text);
  deepStrictEqual(cans, [
    { unit: 'can', drainedGrams: fraction(240), grossGrams: fraction(400) },
    { unit: 'can', drainedGrams: fraction(100), grossGrams: fraction(160) },
  ]);
  deepStrictEqual(weights.pieceGrams.get('can'), fraction(240), 'the first is the usual one');
  deepStrictEqual(parseOne(BLOCK).cans, []);
});

const refused: [line: string, replacement: string, why: RegExp][] = [
  ['# spring-onion', '# Spring Onion', /line 1: "Spring Onion" is not an id/],
  ['# spring-onion', '', /line 2: a block begins with/],
  ['usda: 11291', 'usda: 1129', /line 4: "1129" is not a number of five digits/],
  ['usda: 11291\n', '', /line 1: spring-onion has no line "usda: "/],
  ['usda: 11291', 'usda: 11291\nusda: 11291', /line 5: usda occurs twice/],
  ['usda: 11291', 'colour: green', /line 4: "colour: green" is not "key: value"/],
  ['usda: 11291', 'usda:', /line 4: "usda:" is not "key: value"/],
  ['1 cup, chopped = 100 g', '1 cup, chopped, 100 g', /line 5: .* is not such as "1 cup/],
  ['1 cup, chopped = 100 g', '0 cup, chopped = 100 g', /line 5: .* is not such as "1 cup/],
  ['1 cup, chopped = 100 g', '1 cup, chopped = 0 g', /line 5: .* is not such as "1 cup/],
  ['1 cup, chopped = 100 g', '1 head = 100 g', /line 5: "head" is not a volume/],
  ['piece: 1 large = 25 g', 'piece: 1 strange = 25 g', /line 8: "strange" is nothing that a recipe/],
  ['piece: 1 large = 25 g', 'piece: 1 can = 400 g of 240 g', /line 8: .* holds more than it weighs/],
  ['usda: 11291', 'usda: 11291\nedible: 0 %', /line 5: "0 %" is not a share such as "64 %"/],
  ['usda: 11291', 'usda: 11291\nedible: 100 %', /line 5: "100 %" is not a share/],
  ['usda: 11291', 'usda: 11291\nedible: most', /line 5: "most" is not a share/],
  ['scallion / scallions', 'scallion / scallions / more', /line 2: .* is not a name/],
  ['scallion / scallions', 'scallion  / scallions', /line 2: .* has two spaces/],
  ['allergens: wheat, soy', 'allergens: weat', /line 12: "weat" is none of gluten, crustaceans/],
  ['allergens: wheat, soy', 'allergens: none', /line 12: "none" is none of/],
  ['breaks: pescatarian', 'breaks: vegn', /line 13: "vegn" is none of vegetarian, vegan/],
  ['pack: 100 g,', 'pack: 100 stones,', /line 14: "100 stones" is not a pack/],
  ['keeps: 7 days', 'keeps: a week', /line 15: "a week" is not such as "7 days"/],
  ['price: 6.50', 'price: 6,50', /line 16: "6,50" is not a price/],
  ['1.83 protein, ', '', /line 17: .* is not "… kcal/],
  ['1.83 protein', '1.8.3 protein', /line 17: "1.8.3" is not a number/],
];
for (const [line, replacement, why] of refused) {
  test(`refuses "${replacement.replace('\n', ' ')}" in place of "${line.trim()}" and names the line`, () => {
    throws(() => parseFoods('vegetables', changed(line, replacement)), {
      name: 'UserError',
      message: new RegExp(`^vegetables\\.txt, ${why.source}`),
    });
  });
}
