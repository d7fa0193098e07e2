/**
 * Parses ingredient lines without blocking the event loop. A line takes a fraction of a millisecond, a long recipe has
 * hundreds, and the same lines recur while a recipe is typed and whenever a list is computed. So the last lines are
 * cached by their text, and long work yields to other requests.
 */
import { getFoods } from '#cookbook/foods.ts';
import { lazy, type LoadSteps } from '#cookbook/lazy.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { type IngredientLine, parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { nextTurn } from '#storage/paging.ts';

const MAX_CACHED_LINES = 10_000;
const LINES_PER_TURN = 8;

/** The first lines that a process parses are slow, until the code is compiled: parse these, not a user's. */
const WARM_UP_LINES = [
  '2 (14-oz) cans diced tomatoes',
  'juice of ½ lemon, plus 1 tbsp extra',
  '3–4 Zwiebeln',
  '1 Cherokee tomato',
];

/**
 * The newer and the older half of the cached lines. When the newer half is full, the older one is dropped. A map in which
 * the oldest entry is deleted for every new one takes long to find the oldest: the deleted ones stay in its table for a while.
 */
let [recent, older] = [new Map<string, IngredientLine>(), new Map<string, IngredientLine>()];

/** The catalogue, once the parser is warm. */
export const lazyParserFoods = lazy(function* (): LoadSteps<FoodCatalogue> {
  const foods = getFoods();
  for (const line of WARM_UP_LINES) {
    yield;
    parseIngredientLine(line, foods);
  }
  return foods;
});

/** Of all calls: a pantry is parsed line by line. */
let parsed = 0;

export async function parseIngredientLines(texts: readonly string[]): Promise<IngredientLine[]> {
  const foods = lazyParserFoods.get();
  const lines: IngredientLine[] = [];
  for (const text of texts) {
    let line = recent.get(text) ?? older.get(text);
    if (line === undefined) {
      parsed += 1;
      if (parsed % LINES_PER_TURN === 0) await nextTurn();
      line = parseIngredientLine(text, foods);
      addToCache(line);
    }
    lines.push(line);
  }
  return lines;
}

function addToCache(line: IngredientLine): void {
  if (recent.size >= MAX_CACHED_LINES / 2) [recent, older] = [new Map(), recent];
  recent.set(line.text, line);
}
