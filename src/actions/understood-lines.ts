/**
 * Ingredient lines, understood without holding up everyone else. A line takes a fraction of a
 * millisecond, a long recipe has hundreds, and the same lines come again with every letter that is typed
 * and every list that is made: so the last ones are remembered, by their text, and long work makes pauses.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getFoods } from '#cookbook/foods.ts';
import { type IngredientLine, parseIngredientLine } from '#domain/ingredient-line.ts';

const MOST_LINES = 10_000;
const WITHOUT_PAUSE = 16;

const understood = new Map<string, IngredientLine>();

export async function understandLines(texts: readonly string[]): Promise<IngredientLine[]> {
  const { findByName } = getFoods();
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
