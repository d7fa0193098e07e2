/**
 * A grammar of texts that make parsers slow: long words, and repeated ambiguous parts, with an ending that makes the
 * match fail.
 */
import { oneOf, type Random } from '#domain/random.ts';

const STARTS = [
  '||1 |1 g |2 (14-oz) cans |1 can |1 x 2 g |1 cup plus |½ |3-|juice of |1 1/|a |about 2 |flour |flour, ',
  'Knoblauchzehe |- |"|{"|gzip;|a=|text/html;q=|\\',
].flatMap((row) => row.split('|'));

const PARTS = [
  'a|b|g|ß|é|ſ|鶏|🍲|word |at |fresh |large |of |clove |cloves |leaf |can |cup |tomato |rice |egg |and |or |to ',
  'bis |plus |je |à |for |x|x |1|9|1 |1/|1 1/|1-|1-1/|1.|1,|½|1½|٣|𝟗|²|1 g |1g| plus 1 cup| and 1 g| (1 g each)',
  '(1 g)|(|)|,|, |;| ;|:|: |-| - |.|/|+|_|\'| |\t|\u00a0|\u3000|\n|\u0301|\u0327|\uff9e|\ufb03|"|\\|\\"|{|}|""|" ',
  'q=|;q=1|a/b,|@|~|=|%|<b>|Version/|Safari/|Macintosh |floz |imperial pint ',
].flatMap((row) => row.split('|'));

const ENDS = '||, x|!| 1| flour|, chopped| (2 g)|:|"|\\| x 2|\n|z| 200 g| je 2 g'.split('|');

export type Shape = { start: string; parts: string[]; end: string };

export function hostileShape(random: Random): Shape {
  const parts = Array.from({ length: 1 + random(3) }, () => oneOf(random, PARTS));
  return { start: oneOf(random, STARTS), parts, end: oneOf(random, ENDS) };
}

/** Shapes that made a parser slow in the past. */
export const KNOWN_SHAPES: readonly Shape[] = [
  { start: 'a', parts: [' '], end: 'b' },
  { start: 'a', parts: ['\t', ' '], end: ';x' },
  { start: '1 g ', parts: ['b'], end: ', x' },
  { start: '1 ', parts: ['b'], end: ', x' },
  { start: '', parts: ['1'], end: 'x' },
  { start: '1 ', parts: ['at '], end: '' },
  { start: '', parts: ['cloves '], end: 'x' },
  { start: '1 g', parts: [' plus 1 g'], end: '!' },
  { start: '1 can ', parts: [' (1 g'], end: '' },
  { start: 'a', parts: ['\u0301', '\u0327'], end: '' },
  { start: '', parts: ['\uff9e', '\u0301'], end: '' },
  { start: '', parts: ['\\"'], end: '' },
  { start: '', parts: ['Macintosh ', 'Version/'], end: '' },
];

/** A text of this shape and length. */
export function hostileText({ start, parts, end }: Shape, length: number): string {
  const part = parts.join('');
  const rest = Math.max(0, length - start.length - end.length);
  return `${start}${part.repeat(Math.ceil(rest / part.length)).slice(0, rest)}${end}`.slice(0, length);
}
