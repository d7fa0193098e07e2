/** The form in which words are compared: without case, accents and apostrophes; a hyphen is a space. */
import { normalize } from '#domain/text/unicode.ts';

export function wordKey(word: string): string {
  const folded = /[^a-z]/.test(word) ? normalize(word, 'NFKD').toLowerCase() : word;
  return folded.replaceAll(/[\p{M}'’`´]+/gu, '').replaceAll('ß', 'ss');
}

/** "Extra-virgin Olive Oil" and "extra virgin olive oil" have the same key. */
export function nameKey(phrase: string): string {
  return phrase
    .split(/[\s-]+/)
    .map((word) => wordKey(word))
    .filter((word) => word !== '')
    .join(' ');
}
