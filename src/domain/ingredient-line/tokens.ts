/**
 * The first step of parsing an ingredient line: its tokens. A number is exact; a word has the form in which it is
 * compared. Knows neither units nor foods.
 */
import type { Fraction } from '#domain/quantity/fraction.ts';
import { NUMBERS, parseNumber, parseThousands, plainDigits } from '#domain/quantity/number.ts';
import { normalize } from '#domain/text/unicode.ts';
import { wordKey } from '#domain/food/name-key.ts';
import { correctSpellings } from './spellings.ts';

/** Where the token is in `TokenizedLine.text`. */
type Place = { readonly from: number; readonly to: number };

export type NumberToken = Place & {
  readonly kind: 'number';
  readonly text: string;
  /** Undefined for "1,500", which are thousands in grams and a decimal in kilograms. */
  readonly value: Fraction | undefined;
  readonly thousands: Fraction | undefined;
};
type WordToken = Place & { readonly kind: 'word'; readonly text: string; readonly key: string };
type MarkToken = Place & { readonly kind: 'mark'; readonly text: string };
export type Token = NumberToken | WordToken | MarkToken;

export type TokenizedLine = { readonly text: string; readonly tokens: readonly Token[] };

const BULLET = /^(?:[\s*•·▪◦▢□☐☑✓✔‣⁃●○➢»>_]+|- )/u;
const TOKEN = new RegExp(
  `(?<percent>\\d+(?:[.,]\\d+)? ?%)|(?<number>${NUMBERS.source})|(?<word>\\p{L}[\\p{L}\\p{M}'’]*)|(?<mark>\\S)`,
  'gu',
);
/** Marks that mean the same. Those that are not listed mean nothing. */
const MARKS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from(',()/-+:.&~', (mark) => [mark, mark])),
  ';': ',',
  '[': '(',
  ']': ')',
};
/** More than any real line has. */
const MAX_NUMBERS = 12;

/** A minus sign: no lower end of a range stands before it. */
const NEGATIVE = /(?:^|[^\d\s] )-\d/;

/** Undefined if a number is impossible, such as 1/0 or -2, if there are too many, or if there are two lines. */
export function tokenize(line: string): TokenizedLine | undefined {
  const text = uniformText(line);
  if (NEGATIVE.test(text) || /[\r\n]/.test(line.trim())) return undefined;
  const tokens: Token[] = [];
  let numbers = 0;
  for (const found of text.matchAll(TOKEN)) {
    const { percent, number, word, mark = '' } = found.groups as Record<string, string | undefined>;
    const place = { from: found.index, to: found.index + found[0].length };
    const typed = word ?? percent?.replace(' ', '');
    if (number !== undefined) {
      const [value, thousands] = [parseNumber(number), parseThousands(number)];
      numbers += 1;
      if ((!value && !thousands) || numbers > MAX_NUMBERS) return undefined;
      tokens.push({ kind: 'number', text: number, value, thousands, ...place });
    } else if (typed !== undefined) {
      tokens.push({ kind: 'word', text: typed, key: wordKey(typed), ...place });
    } else if (MARKS[mark] !== undefined && !(mark === '-' && isInsideWord(text, found.index))) {
      tokens.push({ kind: 'mark', text: MARKS[mark], ...place });
    } else if (tokens.length > 0 && PICTOGRAM.test(mark)) {
      tokens.push({ kind: 'word', text: mark, key: mark, ...place });
    }
  }
  return { text, tokens: tokens.slice(0, tokens.findLastIndex((token) => !isPictogram(token)) + 1) };
}

/** At the beginning or end of a line it is a decoration; elsewhere it may stand for a food: "1 tbsp 🥜 butter". */
const PICTOGRAM = /^\p{Extended_Pictographic}$/u;

function isPictogram(token: Token): boolean {
  return token.kind === 'word' && PICTOGRAM.test(token.text);
}

/** "All-purpose" has two words. */
function isInsideWord(text: string, at: number): boolean {
  return /\p{L}/u.test(text[at - 1] ?? '') && /\p{L}/u.test(text[at + 1] ?? '');
}

/** Characters without a width, with which lines of some pages begin. Inside a word they stay: it is another word. */
const INVISIBLE = /^[\u00AD\u200B-\u200F\u2060\uFEFF]+/;
const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  nbsp: ' ',
  quot: '"',
  apos: "'",
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  deg: '°',
};

/** Decodes what is left of HTML in lines that were copied from a page. */
function withoutEntities(line: string): string {
  const text = line.replace(INVISIBLE, '');
  if (!text.includes('&')) return text;
  return text
    .replaceAll(/&#(\d{2,5});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(
      /&([a-z]{3,4}\d{0,2});/gi,
      (entity, name: string) => NAMED_ENTITIES[name.toLowerCase()] ?? entity,
    )
    .replace(INVISIBLE, '');
}

/** A trade mark is written in capitals, as other brands are. */
function withCapitalBrands(text: string): string {
  if (!/[®™]/.test(text)) return text;
  return text.replaceAll(/[\p{L}'’]+[®™]?/gu, (word) => (/[®™]$/.test(word) ? word.toUpperCase() : word));
}

/** What is left of a page's markup. Other words between angle brackets are words: "chocolate <contains almonds>". */
const HTML_TAG =
  /<\/?(?:abbr|a|br|b|del|div|em|font|h[1-6]|img|ins|i|label|li|mark|ol|p|small|span|strong|sub|sup|s|td|tr|ul|u)(?: [^<>=]{0,40}=[^<>]{0,80})? ?\/?>/gi;

function uniformText(line: string): string {
  const text = withCapitalBrands(plainDigits(normalize(withoutEntities(line), 'NFC')))
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'))
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[×✕]/g, 'x')
    .replaceAll(/[®™©*†‡]/gu, ' ')
    // Gewürzmischung „Hello Harissa“.
    .replaceAll(/ [„“]([^„“”]+)[“”]/g, ' ($1)')
    .replaceAll(HTML_TAG, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(BULLET, '');
  const spelled = SPECIAL.test(text) ? withoutSpecial(text) : text;
  // Capitals mean a brand only among other letters.
  return correctSpellings(/\p{Ll}/u.test(spelled) ? spelled : spelled.toLowerCase());
}

/** What one of the replacements of `withoutSpecial` needs. Most lines have none of it. */
const SPECIAL = /[(./"”″'à]|-[¼-¾⅐-⅞]|\d ?x| or so/i;

function withoutSpecial(text: string): string {
  return (
    text
      // "Ten or so".
      .replaceAll(/ or so(?=[ ,])/gi, '')
      // "1-1/2" is one and a half, since no range descends.
      .replaceAll(/(^|[^\d/\u2044.,])(\d+)-(\d+ ?[/\u2044]|[¼-¾⅐-⅞])/g, '$1$2 $3')
      // ".5 cup".
      .replaceAll(/(?<![\p{L}\d])\.(?=\d)/gu, '0.')
      // "Ei(er)" and "cup(s)": the singular. "Milk(nut)" names two foods.
      .replaceAll(/(\p{L})\((?:e?s|e?n|er?|nen|ies|se)\)/giu, '$1')
      // "Zehe/n" and "Zweig/e": the singular.
      .replaceAll(/(\p{Ll})\/(?:e?n|er?)(?!\p{L})/gu, '$1')
      // "2 Dosen à 400 g", "4 Filets (à ca. 150 g)".
      .replaceAll(/(?<=[\s(])à(?= ?(?:ca\.? ?)?\d)/g, 'je')
      // "Mittelgroß", "nach Bedarf".
      .replaceAll(/(?<!\p{L})m\.-(?=gro)/gu, 'mittel')
      .replaceAll(/(?<!\p{L})n\. ?B\./gu, 'nach Bedarf')
      // "Oder Ähnliches".
      .replaceAll(/(?<!\p{L})o\. ?Ä\./giu, 'oder Ähnliches')
      // An inch: 1", 1½”, ½"-1".
      .replaceAll(/([\d¼-¾⅐-⅞]) ?["”″](?= ?-)/g, '$1')
      .replaceAll(/([\d¼-¾⅐-⅞]) ?(?:["”″]|'')/g, '$1 inch ')
      .replaceAll(/(\d ?)x(?= ?\d)/gi, '$1 x ')
  );
}
