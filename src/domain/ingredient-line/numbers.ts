/**
 * The numbers of an ingredient line, taken out of its text. Whoever reads the text then cannot round an
 * amount, nor mistake one number for two.
 */
import { type Fraction, ZERO } from '#domain/quantity/fraction.ts';
import { NUMBERS, parseNumber } from '#domain/quantity/number.ts';

export type PlainLine = {
  /** Each number is replaced by its place in `numbers`, counted from 1. */
  text: string;
  readonly numbers: { readonly text: string; readonly value: Fraction }[];
  /** What was set aside, in order. */
  readonly notes: string[];
  isCanned: boolean;
  /** "A few": an amount is meant, but none is said. */
  isVague: boolean;
  /** The amount already holds what stands behind a "plus". */
  isSummed: boolean;
};

/** More than any real line has; they would also take long to read. */
const MOST_NUMBERS = 12;

/** False where a number is none, or has more than one reading. */
export function takeNumbers(line: PlainLine): boolean {
  let isSound = true;
  line.text = line.text.replace(NUMBERS, (text) => {
    const value = isSound && line.numbers.length < MOST_NUMBERS ? parseNumber(text) : undefined;
    isSound &&= value !== undefined;
    return value ? put(line, value, text) : '';
  });
  return isSound;
}

/** Adds a number; answers what stands for it in the text. */
export function put({ numbers }: PlainLine, value: Fraction, text = ''): string {
  return `${numbers.push({ text, value })}`;
}

/** What a number in the text is worth. */
export function value({ numbers }: PlainLine, at: string | undefined): Fraction {
  return numbers[Number(at) - 1]?.value ?? ZERO;
}

/** Puts the numbers back as they were typed. */
export function asTyped(text: string, { numbers }: PlainLine): string {
  return text.replace(/\d+/g, (at) => numbers[Number(at) - 1]?.text ?? at);
}
