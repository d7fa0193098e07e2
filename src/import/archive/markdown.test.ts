import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { ingredientGroupsOf, stepGroupsOf } from './fields.ts';
import { parseFrontMatter } from './front-matter.ts';
import { ingredientLine } from './ingredient-text.ts';
import { withoutMarkdown } from './markdown.ts';

const lines: [text: string, plain: string][] = [
  ['Mix **well** and __gently__.', 'Mix well and gently.'],
  ['A *creamy* _soup_', 'A creamy soup'],
  ['See [the page](https://example.org/a_b) first', 'See the page first'],
  ['![photo](a.jpg) Cut', 'Cut'],
  ['- 2 eggs', '2 eggs'],
  ['> Note', 'Note'],
  ['2 * 3 * 4 cm', '2 * 3 * 4 cm'],
  ['a*b*c and snake_case_name', 'a*b*c and snake_case_name'],
  ['½ cup milk (2%)', '½ cup milk (2%)'],
  ['[optional] salt', '[optional] salt'],
];
for (const [text, plain] of lines) {
  test(`"${text}" is "${plain}" without Markdown`, () => strictEqual(withoutMarkdown(text), plain));
}

test('headings of ingredients are found, and a heading without lines is a line', () => {
  deepStrictEqual(ingredientGroupsOf('1 egg\nFor the sauce:\n2 tomatoes\n**Topping**\n[Extra]\nbasil'), [
    { lines: ['1 egg'] },
    { heading: 'For the sauce', lines: ['2 tomatoes'] },
    { lines: ['Topping'] },
    { heading: 'Extra', lines: ['basil'] },
  ]);
});

test('steps lose their numbers, not their headings', () => {
  deepStrictEqual(stepGroupsOf('# Dough\n1. Mix.\n2. Rest for 10 min:\n'), [
    { heading: 'Dough', steps: ['Mix.', 'Rest for 10 min:'] },
  ]);
});

test('an ingredient line has the parts that there are', () => {
  const parts = [
    { amount: 250, unit: 'g', food: 'lentils', note: 'rinsed' },
    { amount: '1.5', unit: null, food: 'onions', note: '(large)' },
    { amount: 0.5, unit: 'l', food: 'stock' },
    { amount: 1.6667, unit: 'cups', food: 'milk' },
    { amount: 0, unit: '', food: 'salt', note: '' },
    { amount: 2, note: 'handfuls of herbs' },
    { amount: 'a little', food: 'oil' },
  ];
  deepStrictEqual(parts.map(ingredientLine), [
    '250 g lentils, rinsed',
    '1 1/2 onions (large)',
    '0.5 l stock',
    '1 2/3 cups milk',
    'salt',
    '2 handfuls of herbs',
    'a little oil',
  ]);
});

test('front matter has texts, lists, blocks and values within values', () => {
  const text = `---
title: "Soup: the \\"best\\""
url: https://example.org:80/x
tags: [a, 'b c']
list:
  - one
  - two
    lines
time:
  prep: 5 min
text: |
  first: line
  - second
# comment
empty:
---
Body`;
  deepStrictEqual(parseFrontMatter(text), {
    front: {
      title: 'Soup: the "best"',
      url: 'https://example.org:80/x',
      tags: ['a', 'b c'],
      list: ['one', 'two lines'],
      time: '',
      'time.prep': '5 min',
      text: 'first: line\n- second',
      empty: '',
    },
    body: 'Body',
  });
});
