/** The form in which words are compared: without case, accents and apostrophes; a hyphen is a space. */
import { normalize } from '#domain/text/unicode.ts';

export function wordKey(word: string): string {
  const lower = word.toLowerCase();
  if (!/[^a-z]/.test(lower)) return lower;
  return normalize(lower, 'NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’`´]+/gu, '')
    .replaceAll('ß', 'ss');
}

/** A name in the form of its key, as most names are in lower case. */
const IS_KEY = /^[a-z]+(?: [a-z]+)*$/;

/** "Extra-virgin Olive Oil" and "extra virgin olive oil" have the same key. */
export function nameKey(phrase: string): string {
  const lower = phrase.toLowerCase();
  if (IS_KEY.test(lower)) return lower;
  return phrase
    .split(/[\s-]+/)
    .map((word) => wordKey(word))
    .filter((word) => word !== '')
    .join(' ');
}
