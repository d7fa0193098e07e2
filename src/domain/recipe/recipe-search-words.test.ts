/** How words find a recipe in a language that puts words together. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, sampleCatalogue } from '#test/support/sample-foods.ts';
import { queryWords, rankOf, translatedWordsOf, wordsOf } from './recipe-search-words.ts';

function rank(query: string, title: string, lines: string[] = []): number | undefined {
  const english = { ...dish('soup', 4, '2 onions'), title: 'Onion soup' };
  const german = { title, ingredients: lines.map((text) => ({ text })) };
  return rankOf(translatedWordsOf(wordsOf(english, sampleCatalogue), german), queryWords(query));
}

const searches: [query: string, title: string, rank: number | undefined, why: string][] = [
  ['zwiebel', 'Zwiebelsuppe', 0, 'the title begins with it'],
  ['zwiebelsuppe', 'Zürcher Zwiebelsuppe', 0, 'a word of the title begins with it'],
  ['suppe', 'Zwiebelsuppe', 1, 'a word of the title ends with it'],
  ['supp', 'Zwiebelsuppe', 1, 'it is being typed'],
  ['onion soup', 'Zwiebelsuppe', 1, 'the English title has it'],
  ['onion suppe', 'Zwiebelsuppe', 1, 'languages can be mixed'],
  ['hähnchen', 'Brathähnchen', 1, 'accents do not matter'],
  ['eis', 'Hackfleischtopf', undefined, 'a short word is not looked for within others'],
  ['reis', 'Preiselbeeren', undefined, 'no part of a word has one letter'],
];
for (const [query, title, expected, why] of searches) {
  test(`"${query}" ${expected === undefined ? 'does not find' : 'finds'} "${title}": ${why}`, () => {
    strictEqual(rank(query, title), expected);
  });
}

test('the lines find a recipe too', () => {
  strictEqual(rank('gemüsezwiebel', 'Suppe', ['2 Gemüsezwiebeln']), 1);
});

test('English words are not taken apart', () => {
  const words = wordsOf({ title: 'Pineapple', ingredients: [] }, sampleCatalogue);
  strictEqual(rankOf(words, ['apple']), undefined);
});
