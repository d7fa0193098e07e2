/**
 * Lines of kind-lines.txt: a diet word, a "free from", a choice or a substitute beside a food. The line means the
 * substitute, or both, so it is not free of what either may hold.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { type Allergen, ALLERGENS } from '#domain/food/food.ts';
import { parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { allergensOf, isFreeFrom } from '#domain/recipe/recipe.ts';

/** Lower them when the rule improves. */
const MOST = {
  'kind-lines.txt': { falselyFree: 0, falselyContained: 0, notUnderstood: 3 },
  'kind-lines-untouched.txt': { falselyFree: 0, falselyContained: 0, notUnderstood: 4 },
};

const foods = getFoods();

function allergensIn(cell: string): readonly Allergen[] {
  return cell === '*' ? ALLERGENS : (cell.split(' ').filter((word) => word !== '') as Allergen[]);
}

for (const [file, most] of Object.entries(MOST)) {
  const rows = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
  const cases = rows
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => {
      const [text = '', possible = '', impossible = ''] = row.split('|').map((cell) => cell.trim());
      const line = parseIngredientLine(text, foods);
      const recipe = { ingredients: [line] };
      const { contains } = allergensOf(recipe, foods);
      return {
        text,
        labels: [...allergensIn(possible), ...allergensIn(impossible)],
        free: allergensIn(possible).filter((allergen) => isFreeFrom(recipe, allergen, foods)),
        contained: allergensIn(impossible).filter((allergen) => contains.has(allergen)),
        isUnderstood: line.understood !== undefined,
      };
    });
  const linesWith = (key: 'free' | 'contained'): string[] =>
    cases
      .filter((example) => example[key].length > 0)
      .map((example) => `${example.text}: ${example[key].join(' ')}`);

  test(`${file}: the labels are allergens`, () => {
    ok(cases.length >= 100);
    for (const { text, labels } of cases) for (const label of labels) ok(ALLERGENS.includes(label), text);
  });

  test(`${file}: no line is free of what it may hold`, (context) => {
    const wrong = linesWith('free');
    context.diagnostic(`${wrong.length} of ${cases.length}`);
    deepStrictEqual(wrong.slice(most.falselyFree), [], wrong.join('\n'));
  });

  test(`${file}: no line contains what it is without`, (context) => {
    const wrong = linesWith('contained');
    context.diagnostic(`${wrong.length} of ${cases.length}`);
    deepStrictEqual(wrong.slice(most.falselyContained), [], wrong.join('\n'));
  });

  test(`${file}: the lines are understood`, (context) => {
    const wrong = cases.filter(({ isUnderstood }) => !isUnderstood).map(({ text }) => text);
    context.diagnostic(`${wrong.length} of ${cases.length}`);
    deepStrictEqual(wrong.slice(most.notUnderstood), [], wrong.join('\n'));
  });
}
