/**
 * The lines of allergen-lines.txt, in which a wrong reading could hurt someone: none is free of what is listed, as typed,
 * pasted or in capitals.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { type Allergen, ALLERGENS } from '#domain/food/food.ts';
import { parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { cleanPastedLines } from '#domain/recipe/pasted-lines.ts';
import { isFreeFrom } from '#domain/recipe/recipe.ts';

const foods = getFoods();
const cases = readFileSync(new URL('allergen-lines.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('#'))
  .map((row) => {
    const [text = '', allergens = ''] = row.split('|').map((cell) => cell.trim());
    return { text, allergens: allergens === '*' ? ALLERGENS : (allergens.split(' ') as Allergen[]) };
  });

for (const { text, allergens } of cases) {
  test(`"${text}" is not free of ${allergens === ALLERGENS ? 'anything' : allergens.join(', ')}`, () => {
    // Beside a line that is free of everything: a recipe of headings only is free of nothing.
    const recipes = [`${text}\n100 g sugar`, `${text.toUpperCase()}\n100 g sugar`].flatMap((pasted) => [
      pasted.split('\n'),
      cleanPastedLines(pasted, 'ingredients'),
    ]);
    for (const lines of recipes) {
      const recipe = { ingredients: lines.map((line) => parseIngredientLine(line, foods)) };
      deepStrictEqual(
        allergens.filter((allergen) => isFreeFrom(recipe, allergen, foods)),
        [],
        lines.join('\n'),
      );
    }
  });
}

test('the lines name known allergens', () => {
  ok(cases.length > 60);
  for (const { text, allergens } of cases)
    for (const allergen of allergens) ok(ALLERGENS.includes(allergen), text);
});
