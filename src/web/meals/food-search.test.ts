import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { searchFoods } from './food-search.ts';

const FOODS = [
  { id: 'sourdough', names: ['sourdough bread', 'peasant bread'] },
  { id: 'chips', names: ['peanut butter chips'] },
  { id: 'peanut-butter', names: ['peanut butter', 'peanut spread'] },
  { id: 'pea', names: ['peas', 'pea'] },
  { id: 'chickpea', names: ['chickpeas', 'garbanzo beans'] },
  { id: 'snow-pea', names: ['snow peas', 'mangetout'] },
];

const CASES: [text: string, names: string[]][] = [
  ['pea', ['peas', 'peanut butter', 'peanut butter chips', 'sourdough bread (peasant bread)', 'snow peas']],
  ['  PEANUT   b', ['peanut butter', 'peanut butter chips']],
  ['garbanzo', ['chickpeas (garbanzo beans)']],
  ['beans', ['chickpeas (garbanzo beans)']],
  ['utter', []],
  ['  ', []],
];
for (const [text, names] of CASES) {
  test(`finds foods by "${text}", the closest first`, () => {
    const found = searchFoods(FOODS, text);
    deepStrictEqual(
      found.map(({ name, match }) => (match === undefined ? name : `${name} (${match})`)),
      names,
    );
  });
}

test('shows at most eight foods', () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ id: `${at}`, names: [`bean ${at}`] }));
  deepStrictEqual(searchFoods(many, 'bean').length, 8);
});
