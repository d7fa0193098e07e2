/**
 * Words as people write them in lists of ingredients, and the words that they mean: abbreviations of recipe cards, and
 * frequent misspellings.
 */
import { readWords } from '#languages/words.ts';

const SPELLINGS: ReadonlyMap<string, string> = new Map(readWords('spellings').pairs('spellings'));

/** Abbreviations of several words, or with marks. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bs ?& ?p\b/gi, 'salt and pepper'],
  [/\bcr\. (?=of\b|cheese\b)/gi, 'cream '],
  [/\bb\. ?p\./gi, 'baking powder'],
  [/\bp-nut\b/gi, 'peanut'],
  [/\blea ?& ?perrins\b/gi, 'Lea and Perrins'],
  [/\bs\.?r\.? flour\b/gi, 'self raising flour'],
];

/** A word, with the full stop of an abbreviation. */
const WORD = /(\p{L}[\p{L}\p{M}'’]*)\.?/gu;

/** The text with words that are spelled out and spelled right. */
export function correctSpellings(text: string): string {
  let corrected = text;
  for (const [written, meant] of PHRASES) corrected = corrected.replaceAll(written, meant);
  return corrected.replaceAll(
    WORD,
    (typed: string, word: string) => SPELLINGS.get(word.toLowerCase()) ?? typed,
  );
}
