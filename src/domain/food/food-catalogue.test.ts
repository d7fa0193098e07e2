import { strictEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import type { Food } from './food.ts';
import { makeFoodCatalogue } from './food-catalogue.ts';
import { parseFoods } from './food-file.ts';

function food(id: string, names: string, german = `${id}-deutsch`): Food {
  const lines = [`# ${id}`, `en: ${names}`, `de: ${german}`, 'usda: 00000', 'allergens: -', 'breaks: -'];
  const rest = ['pack: loose', 'keeps: 7 days', 'price: 1.00'];
  const figures = 'per 100 g: 0 kcal, 0 protein, 0 fat, 0 carbohydrate, 0 fibre, 0 sodium';
  return parseFoods('fruit', [...lines, ...rest, figures].join('\n'))[0] as Food;
}

const foods = [
  food('tomato', 'tomato / tomatoes', 'Tomate / Tomaten; Paradeiser'),
  food('lambs-lettuce', "lamb's lettuce", 'Rapünzchen'),
];

test('finds a food by its id and by every name, ignoring case and spaces', () => {
  const { find, findByName } = makeFoodCatalogue(foods);
  strictEqual(find('tomato'), foods[0]);
  strictEqual(find('tomatoes'), undefined);
  for (const name of ['tomato', 'Tomatoes', ' TOMATE ', 'tomaten', 'paradeiser']) {
    strictEqual(findByName(name), foods[0], name);
  }
  for (const name of ["Lamb's  lettuce", 'lamb’s lettuce', 'lambs lettuce', 'rapu\u0308nzchen']) {
    strictEqual(findByName(name), foods[1], name);
  }
});

test('finds a German name with any ending of its adjective, after the exact names', () => {
  const onions = [
    food('red-onion', 'red onion', 'rote Zwiebel / rote Zwiebeln'),
    food('pickle', 'pickle', 'roter Zwiebeln'),
    food('violet-onion', 'violet onion', 'lila Zwiebel; Junge Zwiebel'),
  ];
  const { findByName, findByKey } = makeFoodCatalogue(onions);
  for (const word of ['rote', 'rotem', 'roten', 'roter', 'rotes']) {
    strictEqual(findByName(`${word} Zwiebel`), onions[0], word);
    strictEqual(findByKey(`${word} zwiebeln`), onions[word === 'roter' ? 1 : 0], word);
  }
  for (const word of ['lila', 'lilae', 'lilaem']) strictEqual(findByName(`${word} Zwiebel`), onions[2], word);
  for (const name of ['rot Zwiebel', 'rotens Zwiebel', 'roten', 'jungen Zwiebel', 'Zwiebel roten', ' e ']) {
    strictEqual(findByName(name), undefined, name);
  }
});

test('finds no food by a similar name', () => {
  const { findByName } = makeFoodCatalogue(foods);
  for (const name of ['tomatos', 'tomat', 'lambs', 'lettuce', '', 'constructor']) {
    strictEqual(findByName(name), undefined, name);
  }
});

test('refuses two foods with one id', () => {
  throws(() => makeFoodCatalogue([...foods, food('tomato', 'love apple')]), /two foods with the id tomato/);
});

test('refuses a name of two foods in any case, number or language', () => {
  for (const name of ['tomato', 'TOMATOES', 'Paradeiser']) {
    throws(
      () => makeFoodCatalogue([...foods, food('other', `other; ${name}`)]),
      /Both tomato and other are named/,
    );
    throws(
      () => makeFoodCatalogue([...foods, food('other', 'other', name)]),
      /Both tomato and other are named/,
    );
  }
});
