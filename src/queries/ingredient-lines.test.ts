import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { understandLines } from './ingredient-lines.ts';

test('lines are understood in their order, and those that were read before are not read again', async () => {
  const texts = ['2 onions', 'stardust', '250 ml milk'];
  const lines = await understandLines(texts);
  deepStrictEqual(
    lines.map(({ text, understood }) => [text, understood?.food]),
    [
      ['2 onions', 'onion'],
      ['stardust', undefined],
      ['250 ml milk', 'milk'],
    ],
  );
  const [onions, stardust, milk] = lines;
  const again = await understandLines([...texts.toReversed(), '3 onions']);
  for (const [at, line] of [milk, stardust, onions].entries()) strictEqual(again[at], line);
});

test('of very many lines the oldest are forgotten, and read again', async () => {
  const [first] = await understandLines(['1 onion']);
  await understandLines(Array.from({ length: 10_000 }, (_, at) => `${at + 1} g rice`));
  const [again] = await understandLines(['1 onion']);
  deepStrictEqual(again, first);
  strictEqual(again === first, false);
});
