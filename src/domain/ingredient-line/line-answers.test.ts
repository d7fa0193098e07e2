import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { getFoods } from '#cookbook/foods.ts';
import { type Allergen, ALLERGENS } from '#domain/food/food.ts';
import { fractionText } from '#domain/quantity/fraction.ts';
import { allergensOf, dietsOf, isFreeFrom } from '#domain/recipe/recipe.ts';
import { type IngredientLine, type LineAnswer, parseIngredientLine } from './ingredient-line.ts';
import {
  applyAnswer,
  applyAnswers,
  brandedWords,
  isUnclear,
  type LineAnswers,
  unclearWords,
  wordsOfLine,
} from './line-answers.ts';
import { freeBrandsOf, possibleAllergens } from './line-foods.ts';

const foods = getFoods();
const ANNA = { kind: 'member', id: 'anna', email: 'anna@example.org' } as const;
const CREATED_AT = '2026-03-03T12:00:00.000Z';
const HARMLESS = answer(null);

function answer(foodId: string | null): LineAnswer {
  return { foodId, createdBy: ANNA, createdAt: CREATED_AT };
}

function parse(text: string): IngredientLine {
  return parseIngredientLine(text, foods);
}

function answered(text: string, given: LineAnswer): IngredientLine {
  return applyAnswer(parse(text), given, foods);
}

function allergensIn(line: IngredientLine): string[] {
  const { contains } = allergensOf({ ingredients: [line] }, foods);
  return ALLERGENS.filter((allergen) => contains.has(allergen));
}

function isComplete(line: IngredientLine): boolean {
  return allergensOf({ ingredients: [line] }, foods).isComplete;
}

/** Lines with the same words: an answer to one of them is an answer to all. */
const SAME_WORDS: [words: string, lines: string][] = [
  [
    'gochujim',
    'gochujim | 2 tbsp gochujim | 50 g Gochujim | 1 1/2 cups GOCHUJIM | Gochujim, 50 g | gochujim (50 g)',
  ],
  [
    'gochujim',
    '• 2 TL Göchujim | ca. 3 EL gochujim | a pinch of gochujim | etwas Gochujim | 2 x 400g tins gochujim',
  ],
  [
    'gochujim',
    '2 (14 oz) cans gochujim | 1-2 Gochujim | 3 large gochujim | ½ Bund Gochujim | 400g/14oz gochujim',
  ],
  ['gochujim', 'To serve: 2 tbsp gochujim | Zum Servieren: Gochujim'],
  ['grandmas secret mix', "2 tsp grandma's secret-mix | Grandma’s  secret (mix)"],
  ['kurbis ol dressung', '3 EL Kürbis-Öl-Dressüng'],
  ['massloffel zauber', 'Maßlöffel Zauber'],
];
for (const [words, lines] of SAME_WORDS) {
  for (const line of lines.split(' | ')) {
    test(`the words of "${line}" are "${words}"`, () => strictEqual(wordsOfLine(line), words));
  }
}

/** Lines that look similar and may be different foods. */
const OTHER_WORDS: [string, string][] = [
  ['1 l zauberbruhe', '1 cube zauberbruhe'],
  ['5 g E160', '5 g E322'],
  ['gluten free zauberbrot', 'zauberbrot'],
  ['zauberbrot', 'zauberbrot sauce'],
  ['2 cans zaubermix', '2 (400 g, with peanuts) cans zaubermix'],
  ['zauber/brot', 'zauber brot'],
  ['zaubermix', 'zaubermix 🥜'],
  ['zaubermix', '🥜 zaubermix'],
  ['100 g ごま', '100 g こま'],
  ['ข้าว', 'ขาว'],
  ['zauber\u200Bmix', 'zaubermix'],
];
for (const [one, other] of OTHER_WORDS) {
  test(`"${one}" and "${other}" have different words`, () => {
    ok(wordsOfLine(one) !== undefined && wordsOfLine(other) !== undefined);
    notStrictEqual(wordsOfLine(one), wordsOfLine(other));
  });
}

test('a line without words, or one that is too long, cannot be answered', () => {
  const lines = [
    '',
    '2',
    '500 g',
    '½',
    '🥜',
    '2 kg 🥜',
    'x'.repeat(301),
    'a '.repeat(100),
    '1/0 zaubermix',
    '\uFB03'.repeat(200),
  ];
  for (const line of lines) strictEqual(wordsOfLine(line), undefined, line);
});

test('only a line that is not understood for sure can be answered', () => {
  for (const line of [
    '200 g flour',
    'salt to taste',
    'For the sauce:',
    'baking parchment',
    '2 eggs, beaten',
  ]) {
    strictEqual(unclearWords(parse(line)), undefined, line);
    const parsed = parse(line);
    strictEqual(applyAnswer(parsed, answer('peanut-butter'), foods), parsed, line);
    strictEqual(applyAnswer(parsed, HARMLESS, foods), parsed, line);
  }
  for (const line of ['200 g gochujim', '200 ml cream or gochujim']) ok(unclearWords(parse(line)), line);
});

test('with a food, the line is understood as this food with the amount that was typed', () => {
  const line = answered('2 tbsp Omas Nusstraum', answer('peanut-butter'));
  const { understood } = line;
  deepStrictEqual(
    [understood?.food, understood?.isSure, line.answer?.createdBy],
    ['peanut-butter', true, ANNA],
  );
  deepStrictEqual(
    [
      understood?.quantity?.unit,
      fractionText(understood?.quantity?.amount ?? { numerator: 0n, denominator: 1n }),
    ],
    ['tbsp', '2'],
  );
  strictEqual(understood?.preparation, 'Omas Nusstraum');
  ok(allergensIn(line).includes('peanuts') && isComplete(line) && !isUnclear(line));
});

const AMOUNTS: [line: string, amount: string | undefined][] = [
  ['250 g gochujim', '250 g'],
  ['gochujim, 250 g', '250 g'],
  ['some gochujim', undefined],
  ['gochujim', undefined],
  ['2 x 400g tins gochujim', '800 g'],
];
for (const [line, amount] of AMOUNTS) {
  test(`"${line}" answered as red lentils is ${amount ?? 'without an amount'}`, () => {
    const { understood } = answered(line, answer('red-lentil'));
    const quantity =
      understood?.quantity && `${fractionText(understood.quantity.amount)} ${understood.quantity.unit}`;
    deepStrictEqual([understood?.food, quantity], ['red-lentil', amount]);
  });
}

test('every food of the catalogue can be chosen, and keeps the amount', () => {
  const lost = foods.foods.filter(({ id }) => {
    const { understood } = answered('100 g qwertz uiop', answer(id));
    return understood?.food !== id || !understood.isSure || understood.quantity?.unit !== 'g';
  });
  deepStrictEqual(
    lost.map(({ id }) => id),
    [],
  );
});

test('"harmless" makes the recipe complete and leaves the line as typed', () => {
  const line = answered('2 tbsp pixie dust', HARMLESS);
  deepStrictEqual([line.understood, line.named, isComplete(line)], [undefined, [], true]);
  for (const allergen of ALLERGENS) ok(isFreeFrom({ ingredients: [line] }, allergen, foods), allergen);
});

/** Lines with an unknown part, and the allergens of what they name. No answer may hide them. */
const NAMED: [line: string, allergen: Allergen][] = [
  ['2 tbsp pixie dust with peanuts', 'peanuts'],
  ['200 g Zauberkugeln mit Erdnüssen', 'peanuts'],
  ['Zauberkugeln in Erdnusssoße', 'peanuts'],
  ['200 ml cream or gochujim', 'milk'],
  ['200 ml gochujim or cream', 'milk'],
  ['milk or gochujim drink', 'milk'],
  ['1 cup milk and gochujim', 'milk'],
  ['4 Käsescheiben mit Zauberkraut', 'milk'],
  ['2 (400 g, with peanuts) cans gochujim', 'peanuts'],
  ['200 g-5 Käse gochujim', 'milk'],
  ['gochujim (contains egg and wheat flour)', 'wheat'],
  ['2 eggs free-range from gochujim', 'eggs'],
  ['gochujim, tossed in flour', 'gluten'],
  ['gochujim/prawns', 'crustaceans'],
  ['pixie dust with tofu, 200 g', 'soy'],
];
for (const [text, allergen] of NAMED) {
  test(`no answer to "${text}" hides ${allergen}`, () => {
    for (const given of [HARMLESS, answer('red-lentil'), answer('rice')]) {
      const line = answered(text, given);
      ok(line.answer, 'answered');
      ok(allergensIn(line).includes(allergen), JSON.stringify(line, jsonValue));
      ok(!isFreeFrom({ ingredients: [line] }, allergen, foods));
      ok(isComplete(line));
    }
  });
}

test('a cube of an answered stock counts as cube and as stock', () => {
  const line = answered('1 cube Zauberbrühe', answer('vegetable-stock'));
  const ids = [line.understood?.food, ...(line.understood?.also ?? []).map(({ food }) => food)];
  ok(ids.includes('vegetable-stock') && ids.length > 1, ids.join(', '));
});

test('a line that was understood in part keeps its food and amount, and gets the other food', () => {
  const text = '200 ml cream or gochujim';
  const before = parse(text).understood;
  const { understood } = answered(text, answer('peanut-butter'));
  deepStrictEqual([understood?.food, understood?.quantity], [before?.food, before?.quantity]);
  const added = understood?.also.find(({ food }) => food === 'peanut-butter');
  deepStrictEqual(added, { food: 'peanut-butter', isOnlyNamed: true }, 'it counts, but is not bought');
});

test('an answer with a food that the catalogue no longer has changes nothing', () => {
  const line = parse('2 tbsp pixie dust');
  strictEqual(applyAnswer(line, answer('no-such-food'), foods), line);
});

test('the answer is found by the words of the line, and only by them', () => {
  const answers = new Map([['pixie dust', HARMLESS]]);
  const lines = ['2 tbsp Pixie-Dust', 'pixie dust', 'pixie dust and more', '2 eggs'].map(parse);
  const answered = lines.map((line) => applyAnswers(line, answers, foods));
  deepStrictEqual(
    answered.map(({ answer }) => answer !== undefined),
    [true, true, false, false],
  );
  strictEqual(answered[2], lines[2]);
});

test('an answer is never applied to an answered line again', () => {
  const line = answered('2 tbsp pixie dust', HARMLESS);
  strictEqual(applyAnswer(line, answer('red-lentil'), foods), line);
});

const PARTS = [
  '2 ',
  'g ',
  '1/2 ',
  'pixie ',
  'dust ',
  'peanuts ',
  'or ',
  'ohne ',
  'free ',
  '(',
  ')',
  ', ',
  '-',
  '/',
  'E',
  '🥜',
  'ß',
  'cube ',
  'milk ',
];

test('an answer never removes a food that the parser found, whatever the line is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }),
      fc.constantFrom(null, 'rice', 'egg'),
      (parts, foodId) => {
        const line = parse(parts.join('').trim());
        const answered = applyAnswer(line, answer(foodId), foods);
        const [before, after] = [line, answered].map((text) => new Set(allergensIn(text)));
        ok((before as Set<string>).isSubsetOf(after as Set<string>));
        if (answered !== line) ok(isUnclear(line) && isComplete(answered));
      },
    ),
    { numRuns: 2_000 },
  );
});

function jsonValue(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

const CURRY = '1 tbsp curry powder';

function freeFrom(text: string, ...free: Allergen[]): LineAnswer {
  return { ...answer(null), brands: freeBrandsOf(parse(text), free, foods) };
}

function mayContain(...lines: IngredientLine[]): Allergen[] {
  const found = allergensOf({ ingredients: lines }, foods).mayContain;
  return ALLERGENS.filter((allergen) => found.has(allergen));
}

test('an answer about brands counts for the allergens that it names, and for the same words', () => {
  deepStrictEqual(mayContain(parse(CURRY)), ['gluten', 'celery', 'wheat']);
  deepStrictEqual(mayContain(answered(CURRY, freeFrom(CURRY, 'celery'))), ['gluten', 'wheat']);
  deepStrictEqual(mayContain(answered(CURRY, freeFrom(CURRY, 'celery', 'wheat', 'gluten'))), []);
  const answers: LineAnswers = new Map([['curry powder', freeFrom(CURRY, 'celery')]]);
  const withAnswers = (text: string) => mayContain(applyAnswers(parse(text), answers, foods));
  ok(!withAnswers('3 tsp Curry Powder').includes('celery'));
  for (const other of [
    '1 tbsp mild curry powder',
    '1 tbsp Madras curry powder',
    '1 tbsp curry powder, toasted',
  ])
    ok(withAnswers(other).includes('celery'), other);
});

test('an answer about brands keeps a diet only if it names every allergen that breaks it', () => {
  const named: Allergen[][] = [['celery'], ['gluten'], ['wheat', 'gluten']];
  const mayBreak = named.map((free) =>
    dietsOf({ ingredients: [answered(CURRY, freeFrom(CURRY, ...free))] }, foods).mayBreak.has('gluten-free'),
  );
  deepStrictEqual(mayBreak, [true, true, false]);
});

test('an answer about brands never says what an unclear line means, nor the other way round', () => {
  const unclear = parse('1 tbsp gochujim');
  deepStrictEqual(applyAnswer(unclear, freeFrom(CURRY, 'celery'), foods), unclear);
  const clear = parse(CURRY);
  deepStrictEqual(applyAnswer(clear, HARMLESS, foods), clear);
  strictEqual(brandedWords(unclear, foods), undefined);
  strictEqual(brandedWords(parse('250 g red lentils'), foods), undefined);
});

test('what an answer about brands names is possible in the line, and certain in none of its foods', () => {
  const line = parse('1 tbsp curry powder or wheat flour');
  ok(allergensIn(line).includes('wheat'));
  deepStrictEqual(possibleAllergens(line, foods), ['celery']);
});

/** What a food of a made-up catalogue has, and in some brands. */
type Contents = { allergens: Set<Allergen>; mayContain: Set<Allergen> };

/** Two versions of a catalogue: when the family answered, and when its recipes are read. */
const contents = fc.record({
  allergens: fc.subarray([...ALLERGENS], { maxLength: 2 }).map((some) => new Set(some)),
  mayContain: fc.subarray([...ALLERGENS]).map((some) => new Set(some)),
});
const IDS = ['curry-powder', 'butter', 'onion', 'red-lentil', 'paprika'] as const;
const catalogue = fc.record({
  'curry-powder': contents,
  butter: contents,
  onion: contents,
  'red-lentil': contents,
  paprika: contents,
});
const NAMES = ['fish sauce', 'broth', 'spice mix', 'sweets'];
const dish = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES),
    foods: fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1, maxLength: 3 }),
    isSure: fc.integer({ max: 9, min: 0 }).map((chance) => chance > 0),
  }),
  { minLength: 1, maxLength: 4 },
);

function catalogueOf(all: Record<(typeof IDS)[number], Contents>): typeof foods {
  const find = (id: string) => {
    const food = foods.find(id);
    const given = (all as Record<string, Contents>)[id];
    return food && given && { ...food, ...given, mayContain: given.mayContain.difference(given.allergens) };
  };
  return { ...foods, find };
}

test('an answer about brands never removes a certain allergen, in 1,000 random dishes and catalogues', () => {
  let removed = 0;
  fc.assert(
    fc.property(
      catalogue,
      fc.option(catalogue),
      dish,
      fc.option(dish),
      fc.subarray([...ALLERGENS], { minLength: 8 }),
      (then, later, answeredDish, otherDish, free) => {
        const [now, readDish] = [later ?? then, otherDish ?? answeredDish.slice(0, 3)];
        const lineOf = ({ name, foods: [food = 'onion', ...others], isSure }: (typeof readDish)[number]) => ({
          text: `100 g ${name}`,
          understood: {
            food,
            alternatives: others,
            also: [],
            isSure,
            preparation: '',
          },
        });
        const answers = new Map<string, LineAnswer>();
        for (const line of answeredDish.map(lineOf)) {
          const possible = possibleAllergens(line, catalogueOf(then));
          const named = free.filter((allergen) => possible.includes(allergen));
          const brands = freeBrandsOf(line, named, catalogueOf(then));
          answers.set(wordsOfLine(line.text) ?? '', { ...answer(null), brands });
        }
        const lines = readDish.map(lineOf);
        const found = allergensOf(
          { ingredients: lines.map((line) => applyAnswers(line, answers, catalogueOf(now))) },
          catalogueOf(now),
        );
        for (const allergen of ALLERGENS) {
          // By hand, from the foods alone.
          const uses = readDish.flatMap((line) => line.foods.map((food) => ({ ...line, food })));
          const isCertain = uses.some(({ food }) => now[food].allergens.has(allergen));
          strictEqual(found.contains.has(allergen), isCertain, 'a certain allergen');
          const doubts = uses.filter(({ food }) => now[food].mayContain.has(allergen));
          const isAnswered = doubts.every(
            ({ name, food, isSure }) =>
              isSure && answers.get(name)?.brands?.[food]?.includes(allergen) === true,
          );
          if (doubts.length === 0 || isCertain) continue;
          strictEqual(found.mayContain.has(allergen), !isAnswered, 'a possible allergen');
          if (isAnswered) removed += 1;
        }
      },
    ),
    { numRuns: 1_000 },
  );
  ok(removed > 100, `${removed} were answered`);
});
