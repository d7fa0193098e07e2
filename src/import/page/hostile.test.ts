/** Hostile pages take linear time and little of the stack. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findFastGrowth } from '#test/support/growth.ts';
import { parseDocument } from './document.ts';
import { readJsonLd } from './json-ld.ts';
import { parseJsonValues } from './json.ts';
import { readPage } from './page.ts';
import { blocksOf } from './shown/blocks.ts';
import { textOf } from './plain-text.ts';
import { readAny } from './text.ts';

/** Each is repeated. */
const PARTS = [
  '<div>',
  '<b>',
  '</div>',
  '<p><table>',
  '<p><table><b><div>',
  '<li><ul>',
  '<li>1 egg',
  '<table><tr><td>1<tr>',
  '<a><div></a>',
  '<svg><b/>',
  '<div a=b>',
  '<div',
  '<!--',
  '&amp;lt;b',
  '<span class=ingredient>1 egg</span>',
  '<div class=ingredients><div class=a>1</div><div class=b>egg</div></div>',
  '<div class=ingredients><div>',
  '<h2>Ingredients</h2>1 egg<br>',
  '<div itemscope itemtype="http://schema.org/Recipe">',
  '<div itemscope itemtype="http://schema.org/Recipe" itemref="x" id="x">',
  '<div itemprop=name>x',
  '<li itemprop=recipeIngredient>1 egg',
  '<div typeof=Recipe><p property=name>',
  '<tr><td>1 egg',
  '<ul class=metric><li>1 egg</ul>',
  '<pre>1 egg\n',
  '1 g egg<br>',
  '<script>a = {"title":"x","ingredients":["1 egg",',
  '<div class=hrecipe><p class="fn ingredient">',
  '<script type="application/ld+json">{"@type":"Recipe","name":"x"}</script>',
  '<h1>x',
  '<meta name=a content=b>',
];
const JSON_PARTS = [
  '[',
  '{"a":',
  '{"@type":"Recipe","recipeIngredient":[',
  '"x" "',
  '[{',
  ',:',
  '"\\u12',
  '<!--',
];

test('takes linear time for every repeated piece of a page', () => {
  const slow = PARTS.flatMap((part) => {
    const growth = findFastGrowth(
      (text) => readPage(text),
      (length) => part.repeat(Math.ceil(length / part.length)),
      16_384,
    );
    return growth === undefined ? [] : [{ part, growth }];
  });
  deepStrictEqual(slow, []);
});

function cpuMicroseconds(lines: number, runs: number): number {
  const html = '<li itemprop=recipeIngredient>1 egg'.repeat(lines);
  const times = Array.from({ length: runs }, () => {
    const before = process.threadCpuUsage();
    readPage(html);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}

/** Quadratic time with a small factor shows only in a long list: 64 times the time for 8 times the lines. */
test('takes linear time for many equal lines', () => {
  const [few, many] = [cpuMicroseconds(2_000, 3), cpuMicroseconds(16_000, 2)];
  ok(many < few * 24, `${few} µs, then ${many} µs`);
});

test('reads the first part of a page that has more elements or lines than any real one', () => {
  strictEqual(parseDocument('<br>'.repeat(200_000)).elements.length, 150_000);
  strictEqual(blocksOf(parseDocument(`<pre>${'1 egg\n'.repeat(30_000)}`).root).length, 20_000);
});

test('takes linear time for every repeated piece of JSON-LD', () => {
  const slow = JSON_PARTS.flatMap((part) => {
    const growth = findFastGrowth(
      (text) => readPage(`<script type="application/ld+json">${text}</script>`),
      (length) => part.repeat(Math.ceil(length / part.length)),
      16_384,
    );
    return growth === undefined ? [] : [{ part, growth }];
  });
  deepStrictEqual(slow, []);
});

test('limits the depth of the tree, and keeps the text of what is deeper', () => {
  const { root, elements } = parseDocument(`${'<div>'.repeat(100_000)}deep`);
  strictEqual(elements.length, 100_000);
  let depth = 0;
  for (let above = elements.at(-1)?.parent; above; above = above.parent) depth += 1;
  strictEqual(depth, 256);
  strictEqual(textOf(root), 'deep');
});

test('reads JSON that is nested without limit', () => {
  const depth = 200_000;
  const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  deepStrictEqual(readJsonLd(JSON.parse(nested)), []);
  deepStrictEqual(readJsonLd([{ '@type': 'Recipe', name: JSON.parse(nested) as unknown }]).length, 1);
  strictEqual('found' in readPage(`<script type="application/ld+json">${nested},</script>`), true);
  strictEqual(
    'found' in readPage(`<script type="application/ld+json">${'{"a":'.repeat(depth)}</script>`),
    true,
  );
});

test('the tolerant parser reads every valid value as JSON.parse does, also with a trailing comma', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (json) => {
      const value = { value: JSON.parse(json) as unknown };
      // JSON.parse refuses the comma, so the tolerant parser reads it.
      deepStrictEqual(parseJsonValues(`${JSON.stringify(value).slice(0, -1)},}`), [value]);
    }),
    { numRuns: 300 },
  );
});

const PIECES = [
  ...PARTS,
  ...JSON_PARTS,
  '<script type="application/ld+json">',
  '</script>',
  '</li>',
  '</ul>',
  'Zutaten',
  '\n',
  '2 eggs',
  '"@type"',
  'Recipe',
  '&',
  '\uD800',
];

test('reads any sequence of tags and texts without an exception', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 60 }),
      (pieces) => {
        const recipe = readAny(pieces.join(''));
        ok('found' in recipe || recipe.title !== '');
      },
    ),
    { numRuns: 500 },
  );
});
