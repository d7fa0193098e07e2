import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseCooklang } from './cooklang.ts';
import { makeFoodCatalogue } from '#domain/food/food-catalogue.ts';
import { parseFoods } from '#domain/food/food-file.ts';
import { UserError } from '#domain/user-error.ts';
import { plainLine } from '#domain/ingredient-line/ingredient-line.ts';
import { fraction } from '#domain/quantity/fraction.ts';
import type { Recipe } from './recipe.ts';

const FACTS = `---
title: Red lentil dal
servings: 4
active: 15 min
total: 1 h 5 min
meals: lunch, dinner
cuisine: Indian
protein: lentils
season: all
keeps: yes
---`;
const STEPS = `Rinse the @red lentils{250%g} well.

Fry the @onions{1 1/2}(finely diced) in the oil
for ~{5-8%minutes}. Season with @salt{}(to taste).`;

const foods = makeFoodCatalogue(
  ['red lentil / red lentils', 'onion / onions', 'salt'].flatMap((names) =>
    parseFoods('legumes', block(names)),
  ),
);

function block(names: string): string {
  const id = names.split(' / ', 1)[0]?.replace(' ', '-');
  return `# ${id}
names: ${names}
german: ${id}-de
usda: 00000
allergens: -
breaks: -
pack: loose
keeps: 7 days
price: 1.00
per 100 g: 1 kcal, 1 protein, 1 fat, 1 carbohydrate, 1 sodium`;
}

function parse(text: string): Recipe {
  return parseCooklang('dal', text, foods);
}

test('parses the front matter', () => {
  const { ingredients, steps, ...facts } = parse(`${FACTS}\n${STEPS}\n`);
  deepStrictEqual([ingredients.length, steps.length], [3, 2]);
  deepStrictEqual(facts, {
    id: 'dal',
    title: 'Red lentil dal',
    servings: 4,
    activeMinutes: 15,
    totalMinutes: 65,
    meals: ['lunch', 'dinner'],
    cuisine: 'Indian',
    protein: 'lentils',
    season: ['spring', 'summer', 'autumn', 'winter'],
    keeps: true,
  });
});

test('parses the ingredients in the steps with amount, unit, food and preparation', () => {
  const lentils = { amount: fraction(250), unit: 'g' } as const;
  const onions = { amount: fraction(3, 2), unit: 'piece' } as const;
  deepStrictEqual(parse(`${FACTS}\n${STEPS}`).ingredients, [
    { text: '250 g red lentils', understood: plainLine('red-lentil', lentils) },
    {
      text: '1 1/2 onions, finely diced',
      understood: { ...plainLine('onion', onions), preparation: 'finely diced' },
    },
    { text: 'salt, to taste', understood: { ...plainLine('salt'), preparation: 'to taste' } },
  ]);
});

test('uses the plural of counted units', () => {
  const text = `${FACTS}\n@onion{2%slice} @onion{1%slice} @onion{1/2%leaf} @onion{3%leaf} @salt{2%tsp} @salt{2%cup}`;
  deepStrictEqual(
    parse(text).ingredients.map((line) => line.text),
    ['2 slices onion', '1 slice onion', '1/2 leaf onion', '3 leaves onion', '2 tsp salt', '2 cups salt'],
  );
});

test('parses each paragraph as a step of plain text', () => {
  deepStrictEqual(parse(`${FACTS}\n${STEPS}`).steps, [
    'Rinse the red lentils well.',
    'Fry the onions in the oil for 5-8 minutes. Season with salt.',
  ]);
});

test('ignores CRLF and extra empty lines', () => {
  const text = `${FACTS}\n${STEPS}`;
  deepStrictEqual(parse(text.replaceAll('\n', '\r\n')), parse(text));
  deepStrictEqual(parse(`${FACTS}\n\n\n${STEPS.replaceAll('\n\n', '\n\n \n\n')}\n\n\n`), parse(text));
});

const wrong = [
  { from: '---\ntitle', to: 'title', line: 1, why: 'the front matter is not opened' },
  { from: '\n---\nRinse', to: '\nRinse', line: 1, why: 'the front matter is not closed' },
  { from: 'cuisine: Indian\n', to: '', line: 7, why: 'a key is missing' },
  { from: 'cuisine: Indian', to: 'cuisine: Indian\ncuisine: Thai', line: 8, why: 'a key occurs twice' },
  { from: 'cuisine: Indian', to: 'colour: red', line: 7, why: 'a key is unknown' },
  { from: 'cuisine: Indian', to: 'cuisine:', line: 7, why: 'a key has no value' },
  { from: 'servings: 4', to: 'servings: 0', line: 3, why: 'servings are 0' },
  { from: 'servings: 4', to: 'servings: four', line: 3, why: 'servings are not a number' },
  { from: 'active: 15 min', to: 'active: 15', line: 4, why: 'a time has no unit' },
  { from: 'active: 15 min', to: 'active: 0 min', line: 4, why: 'a time is 0' },
  { from: 'active: 15 min', to: 'active: 2 h', line: 5, why: 'the total time is less than the active time' },
  { from: 'lunch, dinner', to: 'lunch, supper', line: 6, why: 'a meal is unknown' },
  { from: 'season: all', to: 'season: rainy', line: 9, why: 'a season is unknown' },
  { from: 'keeps: yes\n', to: '', line: 10, why: 'the last key is missing' },
  { from: 'keeps: yes', to: 'keeps: yes\nstars: 5', line: 11, why: 'there is an additional key' },
  { from: 'keeps: yes', to: 'keeps: maybe', line: 10, why: 'keeps is neither yes nor no' },
  { from: '@red lentils', to: '@red lentles', line: 12, why: 'a food is not in the catalogue' },
  { from: '{250%g}', to: '{250%florps}', line: 12, why: 'a unit is unknown' },
  { from: '{250%g}', to: '{%g}', line: 12, why: 'a unit has no amount' },
  { from: '{250%g}', to: '{0%g}', line: 12, why: 'the amount is 0' },
  { from: '{250%g}', to: '{-250%g}', line: 12, why: 'the amount is negative' },
  { from: '{250%g}', to: '{1/0%g}', line: 12, why: 'the amount divides by 0' },
  { from: '{250%g}', to: '{1.500%g}', line: 12, why: 'the amount is ambiguous' },
  { from: '{250%g}', to: '{250%g%ml}', line: 12, why: 'there are two units' },
  { from: '{250%g}', to: '', line: 12, why: 'an ingredient has no braces' },
  { from: '{250%g}', to: '{250%g', line: 12, why: 'a brace is not closed' },
  { from: '~{5-8%minutes}', to: '~{5%moments}', line: 15, why: 'the unit of a timer is unknown' },
  { from: '~{5-8%minutes}', to: '~5 minutes', line: 15, why: 'a timer has no braces' },
  { from: STEPS, to: '', line: 12, why: 'there are no steps' },
  { from: STEPS, to: 'Wait.', line: 12, why: 'there are no ingredients' },
] as const;
for (const { from, to, line, why } of wrong) {
  test(`names line ${line} if ${why}`, () => {
    const text = `${FACTS}\n${STEPS}`;
    strictEqual(text.split(from).length, 2, 'the replaced text occurs once');
    throws(() => parse(text.replace(from, to)), {
      name: 'UserError',
      message: new RegExp(`^dal.cook, line ${line}: `),
    });
  });
}

test('parses any text or throws a UserError', () => {
  const scraps = fc.constantFrom(
    '@',
    '~',
    '{',
    '}',
    '(',
    ')',
    '%',
    '1',
    '/',
    '\n',
    '\n\n',
    'onion',
    'g',
    '---',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(scraps, { maxLength: 40 }), (parts) => {
      try {
        parse(`${FACTS}\n${parts.join('')}`);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
      }
    }),
    { numRuns: 500 },
  );
});
