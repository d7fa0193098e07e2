import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { BookRecipe } from './book-recipe.ts';
import { parseCooklang, parseTranslation } from './cooklang.ts';
import { makeFoodCatalogue } from '#domain/food/food-catalogue.ts';
import { parseFoods } from '#domain/food/food-file.ts';
import { UserError } from '#domain/user-error.ts';
import { plainLine } from '#domain/ingredient-line/ingredient-line.ts';
import { fraction } from '#domain/quantity/fraction.ts';

const FACTS = `---
title: Red lentil dal
servings: 4
active: 15 min
total: 1 h 5 min
meals: lunch, dinner
course: main
cuisine: Indian
protein: lentils
season: all
keeps: yes
form: curry
starch: none
main: red-lentil
family: dal
children: yes
familiar: yes
freezes: yes
lunchbox: no
---`;
const STEPS = `Rinse the @red lentils{250%g} well.

Fry the @onions{1 1/2}(finely diced) in the oil
for ~{5-8%minutes}. Season with @salt{}(to taste).`;
const VARIANT = `=== with beans
- red lentils
+ @beans{240%g}(drained)
+ @onion{1}
Use the beans instead
of the lentils.`;

const GERMAN = `---
title: Rotes Linsen-Dal
---
Die @rote Linsen|roten Linsen{250%g} waschen.

Die @Zwiebeln{1,5}(fein gewürfelt) ~{5-8%Minuten} braten. Mit @Salz{}(nach Geschmack) würzen.`;
const GERMAN_VARIANT = `=== mit Bohnen
- rote Linsen
+ @Bohnen{240%g}(abgetropft)
+ @Zwiebel{1}
Statt der Linsen die Bohnen nehmen.`;

const foods = makeFoodCatalogue(
  [
    block('red lentil / red lentils', 'rote Linse / rote Linsen'),
    block('onion / onions', 'Zwiebel / Zwiebeln'),
    block('bean / beans', 'Bohne / Bohnen'),
    block('salt', 'Salz'),
  ].flatMap((text) => parseFoods('legumes', text)),
);

function block(names: string, german: string): string {
  return `# ${names.split(' / ', 1)[0]?.replace(' ', '-')}
en: ${names}
de: ${german}
usda: 00000
allergens: -
breaks: -
pack: loose
keeps: 7 days
price: 1.00
per 100 g: 1 kcal, 1 protein, 1 fat, 1 carbohydrate, 1 sodium`;
}

function parse(text: string): BookRecipe {
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
    course: 'main',
    cuisine: 'Indian',
    protein: 'lentils',
    season: ['spring', 'summer', 'autumn', 'winter'],
    keeps: true,
    form: 'curry',
    starch: 'none',
    mainFood: 'red-lentil',
    dishFamily: 'dal',
    isForChildren: true,
    isFamiliar: true,
    freezes: true,
    isForLunchbox: false,
    formerIds: [],
  });
});

test('parses the ids of dishes that were merged into this one', () => {
  const text = `${FACTS.replace('lunchbox: no', 'lunchbox: no\nformerly: lentil-soup, tarka-dal')}\n${STEPS}`;
  deepStrictEqual(parse(text).formerIds, ['lentil-soup', 'tarka-dal']);
});

test('parses a variant: what it leaves out, what it adds and how it is made', () => {
  const beans = { amount: fraction(240), unit: 'g' } as const;
  const onion = { amount: fraction(1), unit: 'piece' } as const;
  const { variant, ...recipe } = parse(`${FACTS}\n${STEPS}\n\n${VARIANT}\n`);
  deepStrictEqual(variant, {
    title: 'with beans',
    without: ['red-lentil'],
    ingredients: [
      {
        text: '240 g beans, drained',
        understood: { ...plainLine('bean', beans), preparation: 'drained' },
      },
      { text: '1 onion', understood: plainLine('onion', onion) },
    ],
    step: 'Use the beans instead of the lentils.',
  });
  deepStrictEqual(recipe, parse(`${FACTS}\n${STEPS}`));
});

test('a variant may only add foods', () => {
  const { variant } = parse(`${FACTS}\n${STEPS}\n${VARIANT.replace('- red lentils\n', '')}`);
  deepStrictEqual([variant?.without, variant?.ingredients.length], [[], 2]);
});

test('shows an ingredient in the form that the sentence needs', () => {
  const { ingredients, steps } = parse(`${FACTS}\nPeel an @onions|onion{2}(diced). Add @red lentils{1%g}.`);
  deepStrictEqual(steps, ['Peel an onion. Add red lentils.']);
  deepStrictEqual(
    ingredients.map(({ text }) => text),
    ['2 onions, diced', '1 g red lentils'],
  );
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
  const text = `${FACTS.replace('main: red-lentil', 'main: onion')}
@onion{2%slice} @onion{1%slice} @onion{1/2%leaf} @onion{3%leaf} @salt{2%tsp} @salt{2%cup}`;
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
  { from: 'cuisine: Indian\n', to: '', line: 8, why: 'a key is missing' },
  { from: 'cuisine: Indian', to: 'cuisine: Indian\ncuisine: Thai', line: 9, why: 'a key occurs twice' },
  { from: 'cuisine: Indian', to: 'colour: red', line: 8, why: 'a key is unknown' },
  { from: 'cuisine: Indian', to: 'cuisine:', line: 8, why: 'a key has no value' },
  { from: 'servings: 4', to: 'servings: 0', line: 3, why: 'servings are 0' },
  { from: 'servings: 4', to: 'servings: four', line: 3, why: 'servings are not a number' },
  { from: 'active: 15 min', to: 'active: 15', line: 4, why: 'a time has no unit' },
  { from: 'active: 15 min', to: 'active: 0 min', line: 4, why: 'a time is 0' },
  { from: 'active: 15 min', to: 'active: 2 h', line: 5, why: 'the total time is less than the active time' },
  { from: 'lunch, dinner', to: 'lunch, supper', line: 6, why: 'a meal is unknown' },
  { from: 'course: main', to: 'course: starter', line: 7, why: 'the course is unknown' },
  { from: 'season: all', to: 'season: rainy', line: 10, why: 'a season is unknown' },
  { from: 'lunchbox: no\n', to: '', line: 19, why: 'the last key is missing' },
  { from: 'lunchbox: no', to: 'lunchbox: no\nstars: 5', line: 20, why: 'there is an additional key' },
  { from: 'lunchbox: no', to: 'lunchbox: no\nformerly:', line: 20, why: 'no dish is named that was merged' },
  {
    from: 'lunchbox: no',
    to: 'lunchbox: no\nformerly: a\nformerly: b',
    line: 21,
    why: 'dishes that were merged are named twice',
  },
  { from: 'keeps: yes', to: 'keeps: maybe', line: 11, why: 'keeps is neither yes nor no' },
  { from: 'form: curry', to: 'form: blob', line: 12, why: 'the form is unknown' },
  { from: 'starch: none', to: 'starch: paper', line: 13, why: 'the starch is unknown' },
  { from: 'main: red-lentil', to: 'main: red lentils', line: 14, why: 'the main food is no id' },
  { from: 'main: red-lentil', to: 'main: bean', line: 21, why: 'no step uses the main food' },
  { from: 'family: dal', to: 'family: Dal and rice', line: 15, why: 'the family is not one word' },
  { from: 'children: yes', to: 'children: 3', line: 16, why: 'children is neither yes nor no' },
  { from: 'freezes: yes', to: 'freezes: maybe', line: 18, why: 'freezes is neither yes nor no' },
  { from: 'lunchbox: no', to: 'lunchbox: never', line: 19, why: 'lunchbox is neither yes nor no' },
  { from: '@red lentils', to: '@red lentles', line: 21, why: 'a food is not in the catalogue' },
  { from: '{250%g}', to: '{250%florps}', line: 21, why: 'a unit is unknown' },
  { from: '{250%g}', to: '{%g}', line: 21, why: 'a unit has no amount' },
  { from: '{250%g}', to: '{0%g}', line: 21, why: 'the amount is 0' },
  { from: '{250%g}', to: '{-250%g}', line: 21, why: 'the amount is negative' },
  { from: '{250%g}', to: '{1/0%g}', line: 21, why: 'the amount divides by 0' },
  { from: '{250%g}', to: '{1.500%g}', line: 21, why: 'the amount is ambiguous' },
  { from: '{250%g}', to: '{250%g%ml}', line: 21, why: 'there are two units' },
  { from: '{250%g}', to: '', line: 21, why: 'an ingredient has no braces' },
  { from: '{250%g}', to: '{250%g', line: 21, why: 'a brace is not closed' },
  { from: '~{5-8%minutes}', to: '~{5%moments}', line: 24, why: 'the unit of a timer is unknown' },
  { from: '~{5-8%minutes}', to: '~{1%minutes}', line: 24, why: 'one is in the plural' },
  { from: '~{5-8%minutes}', to: '~{5%minute}', line: 24, why: 'five are in the singular' },
  { from: '~{5-8%minutes}', to: '~{5%Minuten}', line: 24, why: 'a timer is in another language' },
  { from: '~{5-8%minutes}', to: '~5 minutes', line: 24, why: 'a timer has no braces' },
  { from: STEPS, to: '', line: 21, why: 'there are no steps' },
  { from: STEPS, to: 'Wait.', line: 21, why: 'there are no ingredients' },
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

const wrongVariants = [
  { from: '=== with beans', to: '===  ', line: 26, why: 'a variant has no title' },
  { from: 'of the lentils.', to: '=== with peas', line: 31, why: 'there is a second variant' },
  { from: '- red lentils', to: '- lentils of any kind', line: 27, why: 'it leaves out what is no food' },
  { from: '- red lentils', to: '- beans', line: 27, why: 'it leaves out what is not in the steps' },
  { from: '+ @beans{240%g}(drained)\n+ @onion{1}\n', to: '', line: 26, why: 'it adds nothing' },
  { from: '@beans{240%g}', to: '@peas{240%g}', line: 28, why: 'it adds a food that is not in the catalogue' },
  { from: 'Use the beans instead\nof the lentils.', to: '', line: 26, why: 'it has no sentence' },
] as const;
for (const { from, to, line, why } of wrongVariants) {
  test(`names line ${line} if ${why}`, () => {
    const text = `${FACTS}\n${STEPS}\n\n${VARIANT}`;
    strictEqual(text.split(from).length, 2, 'the replaced text occurs once');
    throws(() => parse(text.replace(from, to)), {
      name: 'UserError',
      message: new RegExp(`^dal.cook, line ${line}: `),
    });
  });
}

const recipe = parse(`${FACTS}\n${STEPS}\n\n${VARIANT}`);
const translation = `${GERMAN}\n\n${GERMAN_VARIANT}\n`;

test('parses a translation: title, ingredients, steps and variant', () => {
  const { title, ingredients, steps, variant } = parseTranslation(recipe, 'de', translation, foods);
  strictEqual(title, 'Rotes Linsen-Dal');
  deepStrictEqual(
    ingredients.map(({ text }) => text),
    ['250 g rote Linsen', '1,5 Zwiebeln, fein gewürfelt', 'Salz, nach Geschmack'],
  );
  deepStrictEqual(
    ingredients.map(({ understood }) => understood?.food),
    recipe.ingredients.map(({ understood }) => understood?.food),
  );
  deepStrictEqual(steps, ['Die roten Linsen waschen.', 'Die Zwiebeln 5-8 Minuten braten. Mit Salz würzen.']);
  strictEqual(variant?.title, 'mit Bohnen');
  deepStrictEqual(variant.without, ['red-lentil']);
  strictEqual(variant.step, 'Statt der Linsen die Bohnen nehmen.');
});

function factsOf({ ingredients }: Pick<BookRecipe, 'ingredients'>): unknown[][] {
  return ingredients.map(({ understood }) => [understood?.food, understood?.also.length, understood?.isSure]);
}

test('what a remark of a translation says is known from the English line', () => {
  const english = parse(`${FACTS}\nAdd @salt{1%g}(for the beans) and @red lentils{1%g}(soaked in florps).`);
  const german = `---
title: Linsen
---
@rote Linsen{1%g}(eingeweicht) und @Salz{1%g}(ganz unbekannt) dazugeben.`;
  deepStrictEqual(factsOf(parseTranslation(english, 'de', german, foods)), factsOf(english).toReversed());
  deepStrictEqual(factsOf(english), [
    ['salt', 1, true],
    ['red-lentil', 0, false],
  ]);
});

test('a spoon of a translation is a spoon', () => {
  const english = parse(`${FACTS}\nMix @red lentils{2%tbsp} and @salt{1%tsp}.`);
  const german = '---\ntitle: Linsen\n---\n@rote Linsen{2%EL} mit @Salz{1%TL} mischen.';
  deepStrictEqual(
    parseTranslation(english, 'de', german, foods).ingredients.map(({ text }) => text),
    ['2 EL rote Linsen', '1 TL Salz'],
  );
});

const wrongTranslations = [
  { from: '---\ntitle', to: 'title', message: /line 1: there is no front matter/ },
  { from: 'title: Rotes Linsen-Dal', to: 'title:', message: /line 2: "title:" is not "title: …"/ },
  { from: 'title: Rotes Linsen-Dal', to: 'servings: 4', message: /line 2: "servings: 4" is not "title: …"/ },
  { from: 'Linsen-Dal\n', to: 'Linsen-Dal\nservings: 4\n', message: /line 3: "servings: 4" is not "---: …"/ },
  { from: '@rote Linsen|', to: '@runde Linsen|', message: /line 4: "runde Linsen" is not in the catalogue/ },
  { from: '@rote Linsen|roten Linsen{250%g}', to: 'Linsen', message: /"rote Linsen" is no ingredient/ },
  { from: '@Zwiebeln{1,5}(fein gewürfelt)', to: 'Zwiebeln', message: /3\/2 piece onion of the English/ },
  { from: '{250%g}', to: '{200%g}', message: /line 13: 250 g red-lentil of the English recipe is not here/ },
  { from: 'waschen.', to: 'mit @Bohnen{1} waschen.', message: /line 13: 1 piece bean is not in the English/ },
  { from: '~{5-8%Minuten}', to: '~{5-8%minutes}', message: /line 6: "5-8%minutes" is not a time/ },
  { from: '~{5-8%Minuten}', to: '~{1%Minuten}', message: /line 6: "1%Minuten" is not a time/ },
  { from: GERMAN_VARIANT, to: '', message: /line 9: only one of the two has a variant/ },
  { from: '- rote Linsen', to: '- Zwiebeln', message: /line 13: the variants leave out different foods/ },
  { from: '{240%g}', to: '{200%g}', message: /line 13: 240 g bean of the English recipe is not here/ },
  { from: '+ @Zwiebel{1}\n', to: '', message: /line 12: 1 piece onion of the English recipe is not here/ },
];
for (const { from, to, message } of wrongTranslations) {
  test(`refuses a translation with ${JSON.stringify(to)} for ${JSON.stringify(from)}`, () => {
    strictEqual(translation.split(from).length, 2, 'the replaced text occurs once');
    const text = translation.replace(from, to);
    throws(() => parseTranslation(recipe, 'de', text, foods), { name: 'UserError', message });
  });
}

test('refuses a translation with a variant that the recipe does not have', () => {
  const plain = parse(`${FACTS}\n${STEPS}`);
  strictEqual(parseTranslation(plain, 'de', GERMAN, foods).variant, undefined);
  throws(() => parseTranslation(plain, 'de', translation, foods), {
    message: /^dal\.de\.cook, line 13: only one of the two has a variant\.$/,
  });
});

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
    '=== ',
    '\n+ ',
    '\n- ',
    '|',
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
