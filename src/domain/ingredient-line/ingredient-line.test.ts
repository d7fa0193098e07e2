import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Aisle } from '#domain/food/food.ts';
import type { KnownFood } from './known-food.ts';
import { type UnderstoodLine, parseIngredientLine } from './ingredient-line.ts';
import { type Fraction, fraction, fractionText } from '#domain/quantity/fraction.ts';
import type { Unit } from '#domain/quantity/unit.ts';

/** A few foods; test/corpora/ingredient-lines.test.ts uses the whole catalogue. */
const FOODS = {
  grains: { flour: ['flour', 'Mehl'], rice: ['rice'] },
  dairy: { milk: ['milk'], buttermilk: ['buttermilk'], butter: ['butter'] },
  eggs: { egg: ['egg', 'eggs', 'large egg', 'large eggs'] },
  vegetables: {
    tomato: ['tomato', 'tomatoes'],
    garlic: ['garlic', 'garlic cloves'],
    corn: ['ear of corn'],
    celery: ['celery'],
  },
  tins: { 'tinned-tomato': ['canned tomatoes', 'chopped tomatoes'], sweetcorn: ['corn'] },
  herbs: { basil: ['basil'] },
  spices: { 'dried-basil': ['dried basil'], mustard: ['mustard powder'], pepper: ['pepper'] },
  fruit: { lime: ['lime', 'limes'], peach: ['peach', 'peaches'] },
  condiments: { 'mild-mustard': ['mustard'] },
};
const COUNTED = new Set<string>(['eggs', 'vegetables', 'fruit']);
const BY_NAME = new Map(
  Object.entries(FOODS).flatMap(([aisle, foods]) =>
    Object.entries(foods).flatMap(([id, names]) =>
      names.map((name) => [name.toLowerCase(), food(id, aisle as Aisle)] as const),
    ),
  ),
);
const NAME_WORDS = new Set(BY_NAME.keys().flatMap((name) => name.split(' ')));
const CATALOGUE = {
  findByKey: (key: string) => BY_NAME.get(key),
  isNameWord: (key: string) => NAME_WORDS.has(key),
  findKindWord: () => undefined,
  findOfKind: () => [],
  findAnyKind: () => [],
};

function food(id: string, aisle: Aisle): KnownFood {
  const pieceGrams = new Map<Unit, Fraction>(COUNTED.has(aisle) ? [['piece', fraction(100)]] : []);
  const nothing = { allergens: new Set(), mayContain: new Set(), breaks: new Set(), mayBreak: new Set() };
  return { id, aisle, weights: { pieceGrams }, ...nothing } as KnownFood;
}

function understand(text: string): UnderstoodLine | undefined {
  const line = parseIngredientLine(text, CATALOGUE);
  strictEqual(line.text, text, 'the text is not changed');
  return line.understood;
}

/** The understood line as text, or `?`. */
function summaryOf(text: string): string {
  const line = understand(text);
  if (!line) return '?';
  const { food, quantity, preparation } = line;
  const amount = quantity ? `${fractionText(quantity.amount)} ${quantity.unit} ` : '';
  return `${amount}${food}${preparation && ` (${preparation})`}`;
}

const lines = [
  { text: '1 1/2 cups flour, sifted', is: '3/2 cup flour (sifted)', why: 'mixed numbers are exact' },
  { text: '1-1/2 cups milk', is: '3/2 cup milk', why: 'a dash can join whole and fraction' },
  { text: '1/3 cup milk', is: '1/3 cup milk', why: 'fractions are exact' },
  { text: '3–4 eggs', is: '4 piece egg', why: 'a range counts as its upper end' },
  { text: '4-3 eggs', is: '4 piece egg', why: 'also a range in reverse order' },
  { text: '2 large eggs', is: '2 large egg', why: 'a size is a unit, also if a name contains it' },
  { text: '3 garlic cloves', is: '3 clove garlic', why: 'a unit can follow the food' },
  { text: '2 (14-oz) cans tomatoes', is: '28 oz tinned-tomato', why: 'packages are multiplied out' },
  {
    text: '2 tomatoes (150 g)',
    is: '2 piece tomato (150 g)',
    why: 'a weight that is ambiguous (each or all) is part of the preparation',
  },
  { text: '2 tomatoes (150 g each)', is: '300 g tomato', why: 'a weight of each is multiplied' },
  { text: '2 sticks celery', is: '2 stalk celery', why: 'a stick of celery is a stalk' },
  { text: '2 sticks butter', is: '2 stick butter', why: 'a stick of butter is a stick' },
  { text: '1 can peaches', is: '?', why: 'a can does not contain fresh fruit' },
  {
    text: '2 tomatoes, chopped',
    is: '2 piece tomato (chopped)',
    why: 'chopped after the food is a preparation',
  },
  {
    text: '2 chopped tomatoes',
    is: '2 piece tomato (chopped)',
    why: 'chopped before the food is a preparation, not a tin',
  },
  { text: '1 tsp basil, dried', is: '1 tsp dried-basil', why: 'dried after the food selects the dried food' },
  { text: '2 ears corn', is: '2 ear corn', why: 'an ear is fresh corn' },
  { text: '1 cup fresh basil', is: '1 cup basil (fresh)', why: 'fresh does not change a herb' },
  { text: '1 tsp dry mustard', is: '?', why: 'dry mustard is another food than mustard' },
  { text: '3 lime leaves', is: '?', why: 'a lime leaf is not a lime' },
  { text: '1 cup cooked rice', is: '?', why: 'cooked rice has another weight' },
  { text: '1 hot pepper', is: '?', why: 'a hot pepper is another food than pepper' },
  { text: '1 pepper, sliced', is: '?', why: 'a spice is not counted' },
  { text: 'butter', is: 'butter', why: 'a food without an amount' },
  { text: 'a little butter', is: 'butter (a little)', why: '"a little" is not an amount' },
  { text: 'a few cloves of garlic', is: 'garlic (a few)', why: '"a few" is not an amount' },
  { text: 'butter, or oil', is: 'butter (or oil)', why: 'the first of two alternatives' },
  { text: '1 cup plus 2 tbsp milk', is: '18 tbsp milk', why: 'amounts are added' },
  {
    text: '2 eggs plus 1 yolk',
    is: '2 piece egg (plus 1 yolk)',
    why: 'the second amount is of another food',
  },
  { text: '8 ounces milk', is: '8 oz milk', why: 'an ounce is a mass' },
  { text: '8 fluid ounces milk', is: '8 fl-oz milk', why: 'a fluid ounce is a volume' },
  { text: '٣ eggs', is: '3 piece egg', why: 'digits of other scripts are digits' },
  { text: '2 tomatos', is: '2 piece tomato', why: 'frequent misspellings are corrected' },
  { text: '2 tommatoes', is: '?', why: 'other misspelled names are not matched' },
  { text: '1 c. flr', is: '1 cup flour', why: 'abbreviations of recipe cards are spelled out' },
  { text: '2 Cherokee tomatoes', is: '2 piece tomato (Cherokee)', why: 'a variety is a note' },
  { text: '1 cup velvety milk', is: '1 cup milk (velvety)', why: 'praise is a note' },
  { text: '1 cup vegan milk', is: '?', why: 'vegan makes another food of it' },
  { text: '2 stuffed tomatoes', is: '?', why: 'stuffed makes another food of it' },
  { text: '1 cup lime milk', is: '?', why: 'a word of another name may be the food' },
  { text: '1 cup butter milk', is: '1 cup buttermilk', why: 'a compound may be written as two words' },
  { text: '1 cup milk fudge', is: '?', why: 'an unknown word behind the name may be the food' },
  { text: '2/3 + 1/4 cup milk', is: '11/12 cup milk', why: 'fractions are added' },
  { text: '1½ (5 g) tsp milk', is: '3/2 tsp milk (5 g)', why: 'a bracket may stand before the unit' },
  {
    text: '3/4 cup 4 oz flour',
    is: '3/4 cup flour (4 oz)',
    why: 'the same amount in another measure is a note',
  },
  {
    text: '1, 14 oz can of tomatoes',
    is: '14 oz tinned-tomato',
    why: 'a comma may follow the number of packages',
  },
  { text: '&#8203;2 eggs', is: '2 piece egg', why: 'what is left of HTML is decoded' },
  { text: 'flour, milk and butter', is: 'flour (milk and butter)', why: 'three foods in one line' },
] as const;
for (const { text, is, why } of lines) {
  test(`"${text}": ${why}`, () => strictEqual(summaryOf(text), is));
}

for (const text of ['2 Cherokee tomatoes', '1 cup velvety milk']) {
  test(`"${text}": an unknown word before the food makes its allergens not sure`, () => {
    strictEqual(understand(text)?.isSure, false);
  });
}

const impossible = ['1/0 cups flour', '-2 cups flour', '0 eggs', '0/3 cup milk', 'flour -2 g'];
const twoReadings = ['1/2/3 cup milk', '1.2.3 g flour'];
const nothing = ['', ' ', '\n', '\0', ',', '()', '2', '2 cups', '½', 'of', '-', 'x', ':', 'For the sauce:'];
const huge = ['9'.repeat(30) + ' g flour', '1e9 g flour', '10000000 g flour'];
for (const text of [...impossible, ...twoReadings, ...nothing, ...huge]) {
  test(`${JSON.stringify(text).slice(0, 40)} is not understood`, () => {
    strictEqual(understand(text), undefined);
  });
}

test('ignores HTML tags', () => {
  strictEqual(summaryOf('<b>2 cups</b> flour'), '2 cup flour');
  strictEqual(summaryOf('<script>alert(1)</script>'), '?');
  strictEqual(summaryOf('2 cups flour, <i>sifted</i>'), '2 cup flour (sifted)');
});

test('a group of three digits is thousands of grams and decimals of kilograms', () => {
  strictEqual(summaryOf('1,000 g flour'), '1000 g flour');
  strictEqual(summaryOf('1.500 g Mehl'), '1500 g flour');
  strictEqual(summaryOf('1,250 kg Mehl'), '5/4 kg flour');
});

test('does not understand two lines in one', () => {
  strictEqual(summaryOf('1 cup milk\n2 eggs'), '?');
  strictEqual(summaryOf('1 cup milk\r\n'), '1 cup milk');
});

test('never throws on any text', () => {
  const scraps = [
    '1',
    '½',
    '/',
    '0',
    '-',
    ' to ',
    'cup',
    ' x ',
    '(',
    ')',
    ',',
    ' plus ',
    'flour',
    'can',
    'g',
    ' of ',
  ];
  const text = fc.array(fc.oneof(fc.constantFrom(...scraps), fc.string({ unit: 'binary' })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, (parts) => {
      const quantity = understand(parts.join(''))?.quantity;
      ok(quantity === undefined || quantity.amount.numerator > 0n);
    }),
    { numRuns: 2_000 },
  );
});

const hostile = [
  '1 ',
  '1/',
  '1 1/',
  '½',
  '(',
  ')',
  ', ',
  ' - ',
  '1-',
  '1 x ',
  '1 cup ',
  ' plus 1 cup',
  ' (1 g each)',
  'à ',
]
  .concat(
    'fresh ',
    'of ',
    'large ',
    'can ',
    'clove ',
    'a ',
    'ein ',
    '.',
    '\t',
    '\u0301',
    '<b>',
    '٣',
    '9',
    'e',
    '🍲',
  )
  .flatMap((scrap) => [scrap, `1 can ${scrap}`, `flour ${scrap}`])
  .flatMap((scrap) => [scrap.repeat(300).slice(0, 300), scrap.repeat(10_000).slice(0, 10_000)]);
test('parses any line in less than 5 ms', () => {
  for (const text of hostile) {
    // The minimum of several runs, in processor time: the machine may be busy with other tests.
    const times = Array.from({ length: 6 }, () => {
      const { user, system } = process.threadCpuUsage();
      understand(text);
      const after = process.threadCpuUsage();
      return (after.user + after.system - user - system) / 1_000;
    });
    ok(Math.min(...times) < 5, `${Math.min(...times)} ms for ${JSON.stringify(text.slice(0, 40))}`);
  }
});

/** The number of food names looked up for a line that is not understood. */
function countLookUps(text: string): number {
  let lookUps = 0;
  const findByKey = (key: string) => {
    lookUps += 1;
    return BY_NAME.get(key);
  };
  const line = parseIngredientLine(text, { ...CATALOGUE, findByKey });
  deepStrictEqual(line, { text, understood: undefined });
  return lookUps;
}

test('does not understand a line beyond the limits of characters and words', () => {
  strictEqual(countLookUps(`flour, ${'x'.repeat(300)}`), 0);
  strictEqual(countLookUps(`flour${',x'.repeat(147)}`), 0);
  strictEqual(summaryOf(`flour${',x'.repeat(40)}`).startsWith('flour (x, x'), true);
});

test('understands 300 lines one by one', () => {
  const each = Array.from({ length: 300 }, (_, at) => summaryOf(`${at + 1} g flour`));
  deepStrictEqual([each[0], each[299]], ['1 g flour', '300 g flour']);
});
