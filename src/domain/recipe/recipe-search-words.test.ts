/** How words find a recipe in a language that puts words together. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, sampleCatalogue } from '#test/support/sample-foods.ts';
import { rankOf, searchWords, translatedWordsOf, wordsOf } from './recipe-search-words.ts';

function rank(query: string, title: string, lines: string[] = []): number | undefined {
  const english = { ...dish('soup', 4, '2 onions'), title: 'Onion soup' };
  const german = { title, ingredients: lines.map((text) => ({ text })) };
  return rankOf(translatedWordsOf(wordsOf(english, sampleCatalogue), german), searchWords(query));
}

const searches: [query: string, title: string, rank: number | undefined, why: string][] = [
  ['ZWIEBELSUPPE!', 'Zwiebelsuppe', 0, 'it is the title'],
  ['zwiebel', 'Zwiebelsuppe', 1, 'the title begins with it'],
  ['zwiebelsuppe', 'Zürcher Zwiebelsuppe', 2, 'a word of the title begins with it'],
  ['suppe', 'Zwiebelsuppe', 3, 'a word of the title ends with it'],
  ['supp', 'Zwiebelsuppe', 3, 'it is being typed'],
  ['onion soup', 'Zwiebelsuppe', 3, 'the English title has it'],
  ['onion suppe', 'Zwiebelsuppe', 3, 'languages can be mixed'],
  ['hähnchen', 'Brathähnchen', 3, 'accents do not matter'],
  ['eis', 'Hackfleischtopf', undefined, 'a short word is not looked for within others'],
  ['reis', 'Preiselbeeren', undefined, 'no part of a word has one letter'],
];
for (const [query, title, expected, why] of searches) {
  test(`"${query}" ${expected === undefined ? 'does not find' : 'finds'} "${title}": ${why}`, () => {
    strictEqual(rank(query, title), expected);
  });
}

test('the lines find a recipe too', () => {
  strictEqual(rank('gemüsezwiebel', 'Suppe', ['2 Gemüsezwiebeln']), 3);
});

test('English words are not taken apart', () => {
  const words = wordsOf({ title: 'Pineapple', ingredients: [] }, sampleCatalogue);
  strictEqual(rankOf(words, searchWords('apple')), undefined);
});
