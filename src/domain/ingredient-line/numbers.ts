/** Numbers of an ingredient line: "1-2", "1 and 1/2", "half a dozen", "anderthalb". Of a range the upper end counts. */
import { add, compare, type Fraction, fraction, multiply, ONE } from '#domain/quantity/fraction.ts';
import type { Cursor } from './cursor.ts';
import { numbersOf, setOf } from './line-words.ts';

const NUMBER_WORDS = numbersOf('numbers');
const ARTICLES = setOf('articles');
const HALVES = setOf('half');
const QUARTERS = setOf('quarter');
const DOZEN = setOf('dozen');
const ONE_AND_A_HALF = setOf('one and a half');
const HALF = fraction(1, 2);
const RANGE_WORDS = setOf('to or');
const OF = setOf('of');
const AND = setOf('and');

/** "1", "1-2", "1 to 2", "one", "half a", "a dozen", "two and a half". */
export function readNumber(cursor: Cursor): Fraction | undefined {
  const number = readDigits(cursor) ?? readNumberWords(cursor);
  if (!number) return undefined;
  // "½ a jar".
  if (compare(number, ONE) < 0) cursor.takeWord(ARTICLES);
  if (cursor.takeWord(DOZEN)) return multiply(number, fraction(12));
  return number;
}

export function readDigits(cursor: Cursor): Fraction | undefined {
  const token = cursor.number();
  if (!token) return undefined;
  cursor.consume();
  const value = addHalf(cursor, addFraction(cursor, token.value ?? (token.thousands as Fraction)));
  const upper = cursor.attempt(() => {
    // "8- to 10-pound".
    const isDash = cursor.takeMark('-');
    const isRange = cursor.takeWord(RANGE_WORDS) || isDash;
    const next = isRange ? cursor.number() : undefined;
    if (!next?.value) return undefined;
    cursor.consume();
    return next.value;
  });
  return upper && compare(upper, value) > 0 ? upper : value;
}

/** "1 and 1/2", "2 & ½", "2/3 + 1/4". */
function addFraction(cursor: Cursor, whole: Fraction): Fraction {
  const part = cursor.attempt(() => {
    if (!cursor.takeWord(AND) && !cursor.takeMark('&', '+')) return undefined;
    const value = cursor.number()?.value;
    if (!value || compare(value, ONE) >= 0) return undefined;
    cursor.consume();
    return value;
  });
  return part ? add(whole, part) : whole;
}

function readNumberWords(cursor: Cursor): Fraction | undefined {
  return cursor.attempt(() => {
    cursor.takeWord(ARTICLES);
    if (cursor.takeWord(HALVES) || cursor.takeWord(QUARTERS)) {
      const part = QUARTERS.has(cursor.word(-1)) ? fraction(1, 4) : HALF;
      // "Half a dozen", "half of a 7-ounce can".
      cursor.takeWord(OF);
      cursor.takeWord(ARTICLES);
      return part;
    }
    if (cursor.takeWord(ONE_AND_A_HALF)) return fraction(3, 2);
    const value = NUMBER_WORDS.get(cursor.word());
    if (value === undefined) return ARTICLES.has(cursor.word(-1)) ? ONE : undefined;
    cursor.consume();
    cursor.takeWord(OF);
    return addHalf(cursor, fraction(value));
  });
}

function addHalf(cursor: Cursor, number: Fraction): Fraction {
  const half = cursor.attempt(() => {
    if (!cursor.takeWord(AND)) return undefined;
    cursor.takeWord(ARTICLES);
    return cursor.takeWord(HALVES) || undefined;
  });
  return half ? add(number, HALF) : number;
}
