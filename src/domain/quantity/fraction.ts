/**
 * Exact fractions. Nothing here is ever rounded: a third of a cup three times is a cup. They are made of
 * bigints, because a sum over many foods multiplies densities and cups into numbers that no double holds,
 * and a check for overflow would have no good answer.
 */

/** Always in lowest terms, with a denominator of at least one. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

export const ZERO = fraction(0);
export const ONE = fraction(1);

export function fraction(numerator: bigint | number, denominator: bigint | number = 1n): Fraction {
  const [top, bottom] = [BigInt(numerator), BigInt(denominator)];
  if (bottom === 0n) throw new RangeError('a fraction of zero parts');
  const sign = bottom < 0n ? -1n : 1n;
  const common = sign * greatestDivisor(top < 0n ? -top : top, sign * bottom);
  return { numerator: top / common, denominator: bottom / common };
}

export function add(one: Fraction, other: Fraction): Fraction {
  return fraction(
    one.numerator * other.denominator + other.numerator * one.denominator,
    one.denominator * other.denominator,
  );
}

export function subtract(one: Fraction, other: Fraction): Fraction {
  return add(one, { numerator: -other.numerator, denominator: other.denominator });
}

export function multiply(one: Fraction, other: Fraction): Fraction {
  return fraction(one.numerator * other.numerator, one.denominator * other.denominator);
}

export function divide(one: Fraction, other: Fraction): Fraction {
  return fraction(one.numerator * other.denominator, one.denominator * other.numerator);
}

/** Below zero, zero or above zero, as sort() likes it. */
export function compare(one: Fraction, other: Fraction): number {
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** For showing only: the nearest double. */
export function fractionNumber({ numerator, denominator }: Fraction): number {
  const scaled = (numerator * 1_000_000_000n) / denominator;
  return Number(scaled) / 1e9;
}

/** As `3/2` or `4`: how a fraction is stored and sent. */
export function fractionText({ numerator, denominator }: Fraction): string {
  return denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
}

/** What fractionText wrote, or a plain decimal such as `236.588`. */
export function parseFraction(text: string): Fraction | undefined {
  const parts = /^(-?\d{1,60})(?:\/(\d{1,60})|\.(\d{1,20}))?$/.exec(text);
  if (!parts) return undefined;
  const [, whole = '', under, decimals = ''] = parts;
  if (under === undefined) return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  return BigInt(under) === 0n ? undefined : fraction(BigInt(whole), BigInt(under));
}

/** Small numbers, which nearly all are, go through doubles: several times as fast. */
function greatestDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b > 0n && (a > Number.MAX_SAFE_INTEGER || b > Number.MAX_SAFE_INTEGER)) [a, b] = [b, a % b];
  if (b === 0n) return a;
  let [small, smaller] = [Number(a), Number(b)];
  while (smaller > 0) [small, smaller] = [smaller, small % smaller];
  return BigInt(small);
}
