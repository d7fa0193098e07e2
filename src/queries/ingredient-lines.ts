/**
 * Parses ingredient lines without blocking the event loop. A line takes a fraction of a millisecond, a long recipe has
 * hundreds, and the same lines recur while a recipe is typed and whenever a list is computed. So the last lines are
 * cached by their text, and long work yields to other requests.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { getFoods } from '#cookbook/foods.ts';
import { lazy, type Steps } from '#cookbook/lazy.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { type IngredientLine, parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';

const MAX_CACHED_LINES = 10_000;
const LINES_PER_TURN = 16;

/** The first lines that a process parses are slow, until the code is compiled: parse these, not a user's. */
const WARM_UP_LINES = [
  '2 (14-oz) cans diced tomatoes',
  'juice of ½ lemon, plus 1 tbsp extra',
  '3–4 Zwiebeln',
  '1 Cherokee tomato',
];

const cache = new Map<string, IngredientLine>();

/** The catalogue, once the parser is warm. */
export const lazyParserFoods = lazy(function* (): Steps<FoodCatalogue> {
  const foods = getFoods();
  for (const line of WARM_UP_LINES) {
    yield;
    parseIngredientLine(line, foods);
  }
  return foods;
});

export async function parseIngredientLines(texts: readonly string[]): Promise<IngredientLine[]> {
  const foods = lazyParserFoods.get();
  const lines: IngredientLine[] = [];
  let parsed = 0;
  for (const text of texts) {
    let line = cache.get(text);
    if (line === undefined) {
      parsed += 1;
      if (parsed % LINES_PER_TURN === 0) await yieldToEventLoop();
      line = parseIngredientLine(text, foods);
      addToCache(line);
    }
    lines.push(line);
  }
  return lines;
}

/** Evicts the oldest line when the cache is full. */
function addToCache(line: IngredientLine): void {
  const [oldest] = cache.keys();
  if (oldest !== undefined && cache.size >= MAX_CACHED_LINES) cache.delete(oldest);
  cache.set(line.text, line);
}
