/** How far typed words are from words that exist. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { typingErrorsOf } from './typing-errors.ts';

const cases: [typed: string, word: string, errors: number | undefined, why: string][] = [
  ['spaghetti', 'spaghetti', 0, 'it is the word'],
  ['spag', 'spaghetti', 0.1, 'it is being typed'],
  ['spagetti', 'spaghetti', 1, 'a letter is missing'],
  ['chikcen', 'chicken', 1, 'two letters are swapped'],
  ['brokkkoli', 'brokkoli', 1, 'a letter is doubled'],
  ['kartofel', 'kartoffelsuppe', 1.2, 'a letter is missing in the beginning'],
  ['kartofel', 'ofenkartoffeln', 1.5, 'a letter is missing in a part'],
  ['kiche', 'quiche', 1.5, 'it sounds alike'],
  ['haehnchen', 'hahnchen', 1, 'an umlaut is written as two letters'],
  ['reis', 'eis', 1, 'one letter more'],
  ['eis', 'reis', undefined, 'a short word has too many neighbours'],
  ['sahne', 'lasagne', undefined, 'a short word is not looked for within others'],
  ['pasta', 'pesto', undefined, 'two errors are too many in a short word'],
  ['pizza', 'curry', undefined, 'it is another word'],
];
for (const [typed, word, errors, why] of cases) {
  test(`"${typed}" for "${word}": ${why}`, () => strictEqual(typingErrorsOf(typed)(word), errors));
}
