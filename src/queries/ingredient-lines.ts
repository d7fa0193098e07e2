/**
 * Ingredient lines, understood without holding up everyone else. A line takes a fraction of a
 * millisecond, a long recipe has hundreds, and the same lines come again with every letter that is typed
 * and every list that is made: so the last ones are remembered, by their text, and long work makes pauses.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getFoods } from '#cookbook/foods.ts';
import { lazy, type Steps } from '#cookbook/lazy.ts';
import type { FindFood } from '#domain/ingredient-line/named-food.ts';
import { type IngredientLine, parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';

const MOST_LINES = 10_000;
const WITHOUT_PAUSE = 16;

/** The very first lines of a process take long, whatever they say: these, and not somebody's. */
const FIRST_LINES = ['2 (14-oz) cans diced tomatoes', 'juice of ½ lemon, plus 1 tbsp extra', '3–4 Zwiebeln'];

const understood = new Map<string, IngredientLine>();

/** How names become foods, once lines are understood in no time. */
export const lazyFoodFinder = lazy(function* (): Steps<FindFood> {
  const { findByName } = getFoods();
  for (const line of FIRST_LINES) {
    yield;
    parseIngredientLine(line, findByName);
  }
  return findByName;
});

export async function understandLines(texts: readonly string[]): Promise<IngredientLine[]> {
  const findByName = lazyFoodFinder.get();
  const lines: IngredientLine[] = [];
  let work = 0;
  for (const text of texts) {
    let line = understood.get(text);
    if (line === undefined) {
      work += 1;
      if (work % WITHOUT_PAUSE === 0) await nextTurn();
      line = parseIngredientLine(text, findByName);
      remember(line);
    }
    lines.push(line);
  }
  return lines;
}

/** The oldest go first. */
function remember(line: IngredientLine): void {
  const [oldest] = understood.keys();
  if (oldest !== undefined && understood.size >= MOST_LINES) understood.delete(oldest);
  understood.set(line.text, line);
}
