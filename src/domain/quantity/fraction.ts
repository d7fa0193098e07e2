/**
 * Exact fractions of bigints: a third of a cup three times is a cup. Sums over many foods multiply densities and
 * units into numbers that exceed a double.
 */

/** Always in lowest terms, with a denominator of at least one. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

export const ZERO = fraction(0);
export const ONE = fraction(1);

export function fraction(numerator: bigint | number, denominator: bigint | number = 1n): Fraction {
  const top = BigInt(numerator);
  const bottom = BigInt(denominator);
  if (bottom === 1n) return { numerator: top, denominator: bottom };
  if (bottom === 0n) throw new RangeError('a fraction of zero parts');
  const sign = bottom < 0n ? -1n : 1n;
  const common = sign * greatestDivisor(top < 0n ? -top : top, sign * bottom);
  return { numerator: top / common, denominator: bottom / common };
}

export function add(first: Fraction, second: Fraction): Fraction {
  return fraction(
    first.numerator * second.denominator + second.numerator * first.denominator,
    first.denominator * second.denominator,
  );
}

export function subtract(first: Fraction, second: Fraction): Fraction {
  return add(first, { numerator: -second.numerator, denominator: second.denominator });
}

export function multiply(first: Fraction, second: Fraction): Fraction {
  return fraction(first.numerator * second.numerator, first.denominator * second.denominator);
}

export function divide(first: Fraction, second: Fraction): Fraction {
  return fraction(first.numerator * second.denominator, first.denominator * second.numerator);
}

/** A comparator for `toSorted`. */
export function compare(first: Fraction, second: Fraction): number {
  const difference = first.numerator * second.denominator - second.numerator * first.denominator;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** For display only: truncated to nine decimals. */
export function fractionNumber({ numerator, denominator }: Fraction): number {
  const scaled = (numerator * 1_000_000_000n) / denominator;
  return Number(scaled) / 1e9;
}

/** `3/2` or `4`: the form in which fractions are stored and sent. */
export function fractionText({ numerator, denominator }: Fraction): string {
  return denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
}

/** Accepts the output of fractionText and decimals such as `236.588`. */
export function parseFraction(text: string): Fraction | undefined {
  const parts = /^(-?\d{1,60})(?:\/(\d{1,60})|\.(\d{1,20}))?$/.exec(text);
  if (!parts) return undefined;
  const [, whole = '', under, decimals = ''] = parts;
  if (under === undefined) return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  return BigInt(under) === 0n ? undefined : fraction(BigInt(whole), BigInt(under));
}

/** Euclid's algorithm. Uses doubles once the numbers are small, which is several times as fast. */
function greatestDivisor(first: bigint, second: bigint): bigint {
  let [a, b] = [first, second];
  while (b > 0n && (a > Number.MAX_SAFE_INTEGER || b > Number.MAX_SAFE_INTEGER)) [a, b] = [b, a % b];
  if (b === 0n) return a;
  let [small, smaller] = [Number(a), Number(b)];
  while (smaller > 0) [small, smaller] = [smaller, small % smaller];
  return BigInt(small);
}
