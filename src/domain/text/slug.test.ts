import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { slugOf, Slugs } from './slug.ts';

test('a name has letters of any script, digits and hyphens, and is none that Windows reserves', () => {
  const cases = {
    'Käsespätzle, à la Oma!': 'käsespätzle-à-la-oma',
    '../../etc/passwd': 'etc-passwd',
    'שקשוקה עם ביצים': 'שקשוקה-עם-ביצים',
    CON: 'con-recipe',
    com1: 'com1-recipe',
    'LPT9.txt': 'lpt9-txt',
    '🍕': 'recipe',
    '': 'recipe',
    ['long '.repeat(40)]: 'long-long-long-long-long-long-long-long-long-long',
  };
  for (const [text, slug] of Object.entries(cases)) strictEqual(slugOf(text, 'recipe'), slug, text);
});

test('every file has a name of its own', () => {
  const slugs = new Slugs();
  const titles = ['Soup', 'soup', 'Soup 2', 'SOUP!', 'Cafe\u0301', 'Café', '🍕', '🍝'];
  deepStrictEqual(
    titles.map((title) => slugs.add(title, 'recipe')),
    ['soup', 'soup-2', 'soup-2-2', 'soup-3', 'café', 'café-2', 'recipe', 'recipe-2'],
  );
});
