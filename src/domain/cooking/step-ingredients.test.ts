/** The ingredient lines of each step. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { findFastGrowth } from '#test/support/growth.ts';
import { parseLine, sampleCatalogue } from '#test/support/sample-foods.ts';
import { stepIngredients } from './step-ingredients.ts';

type Case = { name: string; lines: string[]; steps: [step: string, ...uses: string[]][] };

/** `rest` before a line: an earlier step uses a part of it. */
const CASES: Case[] = [
  {
    name: 'a line belongs to the first step that names its food, in singular or plural',
    lines: ['2 onions', '1 lemon', '200 g flour'],
    steps: [
      ['Chop the onion.', '2 onions'],
      ['Add the flour to the onions.', '200 g flour'],
      ['Serve with lemons.', '1 lemon'],
    ],
  },
  {
    name: 'a later step that uses the rest gets the line again',
    lines: ['100 g butter', '2 eggs'],
    steps: [
      ['Melt half of the butter.', '100 g butter'],
      ['Whisk the eggs with the butter.', '2 eggs'],
      ['Fry them in the remaining butter.', 'rest 100 g butter'],
    ],
  },
  {
    name: 'a part of a name is enough, unless another step has the whole name',
    lines: ['2 tbsp olive oil', '400 g canned tomatoes'],
    steps: [
      ['Heat the oil.', '2 tbsp olive oil'],
      ['Add the tomatoes.', '400 g canned tomatoes'],
    ],
  },
  {
    name: 'two lines of one food go to the two steps that name it',
    lines: ['For the filling:', '1 onion', 'For the sauce:', '2 onions'],
    steps: [['Fill it with the onion.', '1 onion'], ['For the sauce:'], ['Fry the onions.', '2 onions']],
  },
  {
    name: 'a pinch of something is not the line that a later step uses',
    lines: ['1 tsp salt', '500 ml water'],
    steps: [
      ['Boil the potatoes in plenty of water with a little salt.'],
      ['Add the water and the salt.', '1 tsp salt', '500 ml water'],
    ],
  },
  {
    name: 'everything is what no step names',
    lines: ['250 g flour', 'a good pinch of love', '1 lemon'],
    steps: [
      ['Whisk everything.', '250 g flour', 'a good pinch of love'],
      ['Serve with the lemon.', '1 lemon'],
    ],
  },
  {
    name: 'a line that is not understood is found by its last word',
    lines: ['3 spoons of stardust'],
    steps: [['Heat the pan.'], ['Scatter with stardust.', '3 spoons of stardust']],
  },
  {
    name: 'what a remark names is no ingredient of the line',
    lines: ['1 tbsp flour, mixed with water', '1 onion'],
    steps: [
      ['Pour water on the onion.', '1 onion'],
      ['Stir in the flour.', '1 tbsp flour, mixed with water'],
    ],
  },
];

for (const { name, lines, steps } of CASES) {
  test(name, () => {
    const recipe = { ingredients: lines.map(parseLine), steps: steps.map(([step]) => step) };
    const found = finish(stepIngredients(recipe, sampleCatalogue));
    deepStrictEqual(
      found.map((uses) => uses.map(({ line, isRest }) => `${isRest ? 'rest ' : ''}${lines[line]}`)),
      steps.map(([, ...uses]) => uses),
    );
  });
}

test('takes time for the words of lines and steps, not for each pair of them', () => {
  // Reading the lines is not what is measured.
  const lines = new Map<string, ReturnType<typeof parseLine>>();
  const growth = findFastGrowth(
    (text) => {
      const words = text.split(' ');
      const ingredients = words.map((word) => lines.getOrInsertComputed(word, parseLine));
      const steps = words.map((word) => `rest ${word}z`);
      return finish(stepIngredients({ ingredients, steps }, sampleCatalogue));
    },
    (length) => Array.from({ length: Math.ceil(length / 8) }, (_, at) => wordAt(at)).join(' '),
    8_192,
  );
  strictEqual(growth, undefined);
});

function wordAt(at: number): string {
  return `${Array.from(String(at), (digit) => 'bcdfghjklm'[Number(digit)]).join('')}q`;
}

function finish<Value>(steps: Generator<undefined, Value, undefined>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
