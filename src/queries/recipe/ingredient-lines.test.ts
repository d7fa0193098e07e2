import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { parseIngredientLines } from './ingredient-lines.ts';

test('parses lines in order, and returns cached results for known lines', async () => {
  const texts = ['2 onions', 'stardust', '250 ml milk'];
  const lines = await parseIngredientLines(texts);
  deepStrictEqual(
    lines.map(({ text, understood }) => [text, understood?.food]),
    [
      ['2 onions', 'onion'],
      ['stardust', undefined],
      ['250 ml milk', 'milk'],
    ],
  );
  const [onions, stardust, milk] = lines;
  const again = await parseIngredientLines([...texts.toReversed(), '3 onions']);
  for (const [at, line] of [milk, stardust, onions].entries()) strictEqual(again[at], line);
});

test('evicts the oldest of very many lines from the cache', async () => {
  const [first] = await parseIngredientLines(['1 onion']);
  // No other test file of the process has these lines.
  const others = Array.from({ length: 10_000 }, (_, at) => `${at + 1} g rice for the cache`);
  await parseIngredientLines(others);
  const [again] = await parseIngredientLines(['1 onion']);
  deepStrictEqual(again, first);
  strictEqual(again === first, false);
});
