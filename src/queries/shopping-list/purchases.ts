/** What people type to buy or to have: several things in one line, "500 g flour, 2 onions", in English or German. */
import { getFoods } from '#cookbook/foods.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { partsOf } from '#domain/shopping-list/operations.ts';
import { splitLine } from '#domain/shopping-list/split-line.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';

/** The things of a line, each with its amount; the line itself if it is not certain that they are several. */
export async function splitPurchases(text: string): Promise<string[]> {
  const parts = partsOf(text);
  if (parts.length === 1) return [text];
  const lines = new Map((await parseIngredientLines(parts)).map((line) => [line.text, line]));
  const { findByName } = getFoods();
  return splitLine(text, {
    isAmountOfFood: (part) => isPlain(lines.get(part)),
    isFood: (name) => findByName(name) !== undefined,
  });
}

/** One food for sure, and nothing about it: not "chicken, diced" and not "diced". */
function isPlain(line: IngredientLine | undefined): boolean {
  const { understood } = line ?? {};
  if (!understood?.isSure || understood.preparation !== '') return false;
  return understood.also.length + understood.alternatives.length === 0;
}
