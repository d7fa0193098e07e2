import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { splitLine } from './split-line.ts';

const FOODS = [
  'wine',
  'wein',
  'apples',
  'milk',
  'milch',
  'oil',
  'olive',
  'olive oil',
  'chicken',
  'hafer',
  'hafermilch',
];
const isFood = (name: string) => FOODS.includes(name.toLowerCase());
const isAmountOfFood = (text: string) => isFood(text.replace(/^[\d,]+ (?:(?:g|ml|l) )?/, ''));

for (const [text, parts] of [
  ['toilet paper, wine', ['toilet paper', 'wine']],
  ['Klopapier, Wein', ['Klopapier', 'Wein']],
  ['2 apples; milk', ['2 apples', 'milk']],
  ['Chicken, diced', ['Chicken, diced']],
  ['milk, lactose-free', ['milk, lactose-free']],
  ['oil, olive', ['oil, olive']],
  ['Milch, Hafer', ['Milch, Hafer']],
  ['2,5 kg apples', ['2,5 kg apples']],
  ['1,5 l milk', ['1,5 l milk']],
  ['wine', ['wine']],
  ['500 g apples, 2 milk', ['500 g apples', '2 milk']],
  ['1,5 l Milch; Klopapier', ['1,5 l Milch', 'Klopapier']],
  ['500 ml oil, olive', ['500 ml oil, olive']],
  ['3 shampoo, wine', ['3 shampoo', 'wine']],
] as const) {
  test(`${text} is ${parts.length === 1 ? 'one line' : `${parts.length} lines`}`, () => {
    deepStrictEqual(splitLine(text, { isFood, isAmountOfFood }), parts);
  });
}
