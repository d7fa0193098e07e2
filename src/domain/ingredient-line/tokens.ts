/**
 * The first step of parsing an ingredient line: its tokens. A number is exact; a word has the form in which it is
 * compared. Knows neither units nor foods.
 */
import type { Fraction } from '#domain/quantity/fraction.ts';
import { NUMBERS, parseNumber, parseThousands, plainDigits } from '#domain/quantity/number.ts';
import { normalize } from '#domain/text/unicode.ts';
import { wordKey } from './key.ts';

export type NumberToken = {
  readonly kind: 'number';
  readonly text: string;
  /** Undefined for "1,500", which is a thousand in grams and a decimal in kilograms. */
  readonly value: Fraction | undefined;
  readonly thousands: Fraction | undefined;
};
export type WordToken = { readonly kind: 'word'; readonly text: string; readonly key: string };
export type MarkToken = { readonly kind: 'mark'; readonly text: string };
export type Token = NumberToken | WordToken | MarkToken;

const BULLETS = /^[\s*•·▪◦▢□☐☑✓✔‣⁃●○➢»>_-]+(?=[^\s\d])|^[\s*•·▪◦▢□☐☑✓✔‣⁃●○➢»>_]+|^- (?=\d)/u;
const TOKEN = new RegExp(
  `(?<percent>\\d+(?:[.,]\\d+)? ?%)|(?<number>${NUMBERS.source})|(?<word>\\p{L}[\\p{L}\\p{M}'’]*)|(?<mark>[^\\s])`,
  'gu',
);
/** Marks that mean the same. Those that mean nothing are dropped. */
const MARKS: Readonly<Record<string, string>> = {
  ';': ',',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '&': '&',
  ...Object.fromEntries([...',()/-+:.!~"'].map((mark) => [mark, mark])),
};

/** Undefined if a number is impossible, such as 1/0. */
export function tokenize(line: string): Token[] | undefined {
  const text = uniformText(line);
  const tokens: Token[] = [];
  for (const found of text.matchAll(TOKEN)) {
    const { percent, number, word, mark } = found.groups as Record<string, string | undefined>;
    if (number !== undefined) {
      const [value, thousands] = [parseNumber(number), parseThousands(number)];
      if (!value && !thousands) return undefined;
      tokens.push({ kind: 'number', text: number, value, thousands });
    } else if (word !== undefined || percent !== undefined) {
      const typed = (word ?? percent ?? '').replaceAll(' ', '');
      tokens.push({ kind: 'word', text: typed, key: wordKey(typed) });
    } else if (mark === '-' && isInsideWord(text, found.index)) {
      // "All-purpose" has two words.
    } else if (mark !== undefined && MARKS[mark] !== undefined) {
      tokens.push({ kind: 'mark', text: MARKS[mark] });
    }
  }
  return tokens;
}

function isInsideWord(text: string, at: number): boolean {
  return /\p{L}/u.test(text[at - 1] ?? '') && /\p{L}/u.test(text[at + 1] ?? '');
}

function uniformText(line: string): string {
  return (
    plainDigits(normalize(line, 'NFC'))
      .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'))
      .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
      .replaceAll(/[×✕]/g, 'x')
      // A trade mark is written in capitals, as other brands are.
      .replaceAll(/(\p{L}[\p{L}'’]*)[®™]/gu, (name) => name.toUpperCase())
      .replaceAll(/[®™©*†‡]/gu, ' ')
      .replaceAll(/&amp;/gi, '&')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replace(BULLETS, '')
      // "1-1/2" is one and a half, since no range descends.
      .replaceAll(/(^|[^\d/\u2044.,])(\d+)-(\d+ ?[/\u2044]|[¼-¾⅐-⅞])/g, '$1$2 $3')
      // "Ei(er)" and "cup(s)": the singular.
      .replaceAll(/(\p{L})\(\p{Ll}{1,3}\)/gu, '$1')
      // An inch: 1", 1½”.
      .replaceAll(/([\d¼-¾⅐-⅞]) ?(?:["”″]|'')/g, '$1 inch ')
      .replaceAll(/(?<=\d)x(?=\d)/gi, ' x ')
  );
}
