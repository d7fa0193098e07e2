/**
 * Numbers as people write them in recipes: `1 1/2`, `1½`, `1,5`, `1.5`, `٣`. A number that can be read
 * in two ways is none: `1,500` is one and a half to some and fifteen hundred to others. Nor is what
 * cannot be an amount: a division by zero, a sign, or more than a kitchen holds.
 */
import { type Fraction, ONE, compare, fraction } from './fraction.ts';

/** A tonne in grams. */
const MOST = fraction(1_000_000);

const VULGAR = '¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞';
const ONE_VULGAR = new RegExp(`[${VULGAR}]`);

/** Every number in a text with plain digits; what is not one after all, parseNumber tells. */
export const NUMBERS = new RegExp(
  `\\d+ *[${VULGAR}]|[${VULGAR}]|\\d+ +\\d+ ?[/\u2044] ?\\d+|\\d+(?: ?[/\u2044] ?\\d+|[.,]\\d+)*`,
  'g',
);

/** Digits of any script as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => `${digitValue(digit)}`);
}

/** A number, or undefined where there is none or more than one reading. */
export function parseNumber(text: string): Fraction | undefined {
  const spelt = speltOut(plainDigits(text));
  const mixed = /^(?:(\d{1,9}) +)?(\d{1,9}) ?\/ ?(\d{1,9})$/.exec(spelt);
  if (mixed) return mixedNumber(BigInt(mixed[1] ?? 0), BigInt(mixed[2] ?? 0), BigInt(mixed[3] ?? 0));
  const decimal = /^(\d{1,9})(?:[.,](\d{1,9}))?$/.exec(spelt);
  if (!decimal) return undefined;
  const [, whole = '', decimals = ''] = decimal;
  if (decimals.length === 3 && whole !== '0') return undefined;
  return bounded(fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length)));
}

/** `1½` as `1 1/2`. */
function speltOut(text: string): string {
  const vulgar = text.replace(ONE_VULGAR, (one) => ` ${one.normalize('NFKC')}`);
  return vulgar.replace('\u2044', '/').trim();
}

/** Nobody writes `1 3/2`: behind a whole number there stands less than one. */
function mixedNumber(whole: bigint, top: bigint, bottom: bigint): Fraction | undefined {
  if (bottom === 0n || (whole > 0n && compare(fraction(top, bottom), ONE) >= 0)) return undefined;
  return bounded(fraction(whole * bottom + top, bottom));
}

function bounded(number: Fraction): Fraction | undefined {
  return compare(number, MOST) <= 0 ? number : undefined;
}

/** In every script the ten digits stand in a row from zero, and such rows follow each other without a gap. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) as number;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
