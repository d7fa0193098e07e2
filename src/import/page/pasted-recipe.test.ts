/**
 * Whole recipes as people paste them into the form. The second half was not looked at while the rules were made. The texts
 * in pasted.txt were written before the reader saw them (docs/import.md); the marks are those of sites.test.ts, and ">"
 * for a step.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cleanPastedLines } from '#domain/recipe/pasted-lines.ts';
import { recipeSourceOf } from '#import/recipe-source.ts';
import { readAny } from './text.ts';

type Sample = { text: string; title: string; ingredients: string[]; steps: string[] };

const KNOWN: Sample[] = [
  {
    text: 'Tomato soup\n\nServes 4\n\nIngredients\n• 1 kg tomatoes\n• ½ onion\n\nMethod\n1. Chop the onion.\n2. Cook everything for 20 minutes.',
    title: 'Tomato soup',
    ingredients: ['1 kg tomatoes', '½ onion'],
    steps: ['Chop the onion.', 'Cook everything for 20 minutes.'],
  },
  {
    text: 'Omas Pfannkuchen\nZutaten für 4 Personen:\n▢ 250 g Mehl\n▢ 3 Eier\nFür die Füllung:\n▢ 2 Äpfel\n\nZubereitung:\nSchritt 1: Mehl und Eier verrühren.\nSchritt 2: Die Äpfel schneiden und backen.',
    title: 'Omas Pfannkuchen',
    ingredients: ['250 g Mehl', '3 Eier', 'Für die Füllung:', '2 Äpfel'],
    steps: ['Mehl und Eier verrühren.', 'Die Äpfel schneiden und backen.'],
  },
  {
    text: 'Banana bread\n3 bananas\n200 g flour\n100 g sugar\nMash the bananas with a fork.\nStir in the rest and bake for an hour.',
    title: 'Banana bread',
    ingredients: ['3 bananas', '200 g flour', '100 g sugar'],
    steps: ['Mash the bananas with a fork.', 'Stir in the rest and bake for an hour.'],
  },
];

const UNTOUCHED: Sample[] = [
  {
    text: '# Chilli\n\n## Ingredients\n- 400 g beans\n- 1 onion\n\n## Instructions\n1. Fry the onion.\n2. Add the beans.',
    title: 'Chilli',
    ingredients: ['400 g beans', '1 onion'],
    steps: ['Fry the onion.', 'Add the beans.'],
  },
  {
    text: 'Linsensuppe 🍲\r\n\r\nZUTATEN\r\n– 300\u00A0g Linsen\r\n– 1\u00A0Möhre\r\n\r\nZUBEREITUNG\r\n① Linsen waschen.\r\n② Alles 40 Minuten kochen.',
    title: 'Linsensuppe',
    ingredients: ['300 g Linsen', '1 Möhre'],
    steps: ['Linsen waschen.', 'Alles 40 Minuten kochen.'],
  },
  {
    text: 'Kartoffelsalat\n1 kg Kartoffeln\n1 Zwiebel\n150 ml Brühe\n1. Die Kartoffeln kochen und schälen.\n2. Mit der Brühe mischen und ziehen lassen.',
    title: 'Kartoffelsalat',
    ingredients: ['1 kg Kartoffeln', '1 Zwiebel', '150 ml Brühe'],
    steps: ['Die Kartoffeln kochen und schälen.', 'Mit der Brühe mischen und ziehen lassen.'],
  },
];

function wrong(samples: readonly Sample[]): string[] {
  return samples.flatMap(({ text, ...expected }) => {
    const recipe = readAny(text);
    if ('found' in recipe) return [`${text}: ${recipe.reason}`];
    const { source } = recipeSourceOf(recipe);
    const read = {
      title: source.title,
      ingredients: cleanPastedLines(source.ingredients.join('\n'), 'ingredients'),
      steps: cleanPastedLines(source.steps.join('\n'), 'steps'),
    };
    return JSON.stringify(read) === JSON.stringify(expected) ? [] : [JSON.stringify(read)];
  });
}

test('a pasted recipe is divided into title, ingredients and steps', () => {
  deepStrictEqual(wrong(KNOWN), []);
});

test('recipes that the rules were not made for', () => {
  const faults = wrong(UNTOUCHED);
  console.log(`${UNTOUCHED.length - faults.length} of ${UNTOUCHED.length} untouched recipes are right`);
  ok(faults.length === 0, faults.join('\n'));
});

const file = new URL('../../../test/support/pages/pasted.txt', import.meta.url);
for (const pasted of readFileSync(file, 'utf8').split(/^@@@ /m).slice(1)) {
  const [head = '', text = ''] = pasted.split('=====\n');
  const [name = '', ...expected] = head.trim().split('\n');
  test(`reads ${name}`, () => {
    const recipe = readAny(text);
    const lines =
      'found' in recipe
        ? ['none']
        : [
            `title: ${recipe.title}`,
            ...recipe.ingredientGroups.flatMap((group) => [
              ...(group.heading === undefined ? [] : [`# ${group.heading}`]),
              ...group.lines.map((line) => `- ${line}`),
            ]),
            ...recipe.stepGroups.flatMap(({ steps }) => steps.map((step) => `> ${step}`)),
          ];
    deepStrictEqual(lines, expected);
  });
}
