import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedMeal, type ProposedMeal, withVariantsOfLeftovers } from './proposal.ts';

const variant = { eaterIds: ['mia'], servings: 2 };
const figures = { minutes: 20, activeMinutes: 20, costCents: 500, reasons: [] };

function cooked(day: 'Monday' | 'Tuesday', recipeId: string, more: object): ProposedMeal {
  return { day, slot: 'dinner', kind: 'cooked', recipeId, title: recipeId, servings: 6, ...figures, ...more };
}

function leftovers(day: 'Tuesday' | 'Wednesday', source: ProposedMeal, recipeId: string): ProposedMeal {
  const of = { day: source.day, slot: source.slot };
  return { day, slot: 'lunch', kind: 'leftovers', of, recipeId, title: recipeId };
}

test('an accepted meal and its leftovers have the variant of the dish', () => {
  const [katsu, soup] = [cooked('Monday', 'katsu', { variant }), cooked('Tuesday', 'soup', {})];
  const meals = [katsu, leftovers('Tuesday', katsu, 'katsu'), soup, leftovers('Wednesday', soup, 'soup')];
  deepStrictEqual(
    withVariantsOfLeftovers(meals).map((meal) => acceptedMeal(meal)),
    [
      { description: 'katsu', recipeId: 'katsu', servings: 6, variant, generated: true },
      { description: 'katsu', recipeId: 'katsu', kind: 'leftovers', variant, generated: true },
      { description: 'soup', recipeId: 'soup', servings: 6, generated: true },
      { description: 'soup', recipeId: 'soup', kind: 'leftovers', generated: true },
    ],
  );
});
