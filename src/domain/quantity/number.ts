/**
 * Parses numbers as people write them in recipes: `1 1/2`, `1½`, `1,5`, `1.5`, `٣`. Refuses ambiguous ones, such as
 * `1,500`, and impossible ones: a division by zero, a sign, or more than a tonne.
 */
import { type Fraction, ONE, compare, fraction } from './fraction.ts';

/** A tonne in grams. */
const MAX = fraction(1_000_000);

const VULGAR = '¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞';
const ONE_VULGAR = new RegExp(`[${VULGAR}]`);

/** Matches everything that may be a number in a text with plain digits; parseNumber decides. */
export const NUMBERS = new RegExp(
  `\\d+ *[${VULGAR}]|[${VULGAR}]|\\d+ +\\d+ ?[/\u2044] ?\\d+|\\d+(?: ?[/\u2044] ?\\d+|[.,]\\d+)*`,
  'g',
);

/** Digits of any script as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => `${digitValue(digit)}`);
}

/** Undefined if the text is no number or an ambiguous one. */
export function parseNumber(text: string): Fraction | undefined {
  const expanded = expandVulgar(plainDigits(text));
  const mixed = /^(?:(\d{1,9}) +)?(\d{1,9}) ?\/ ?(\d{1,9})$/.exec(expanded);
  if (mixed) return mixedNumber(BigInt(mixed[1] ?? 0), BigInt(mixed[2] ?? 0), BigInt(mixed[3] ?? 0));
  const decimal = /^(\d{1,9})(?:[.,](\d{1,9}))?$/.exec(expanded);
  if (!decimal) return undefined;
  const [, whole = '', decimals = ''] = decimal;
  if (decimals.length === 3 && whole !== '0') return undefined;
  return bounded(fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length)));
}

/** `1,500` and `1.500` read as fifteen hundred, which `parseNumber` refuses as ambiguous. */
export function parseThousands(text: string): Fraction | undefined {
  const [, thousands = '', rest = ''] = /^([1-9]\d{0,2})[.,](\d{3})$/.exec(plainDigits(text)) ?? [];
  return rest === '' ? undefined : bounded(fraction(BigInt(thousands + rest)));
}

/** `1½` as `1 1/2`. */
function expandVulgar(text: string): string {
  const vulgar = text.replace(ONE_VULGAR, (sign) => ` ${sign.normalize('NFKC')}`);
  return vulgar.replace('\u2044', '/').trim();
}

/** The fraction after a whole number must be less than one: `1 3/2` is a mistake. */
function mixedNumber(whole: bigint, top: bigint, bottom: bigint): Fraction | undefined {
  if (bottom === 0n || (whole > 0n && compare(fraction(top, bottom), ONE) >= 0)) return undefined;
  return bounded(fraction(whole * bottom + top, bottom));
}

function bounded(number: Fraction): Fraction | undefined {
  return compare(number, MAX) <= 0 ? number : undefined;
}

/** Unicode assigns the ten digits of a script consecutive code points from zero, and such runs may be adjacent. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) as number;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
