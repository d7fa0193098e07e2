/** Numbers of an ingredient line: "1-2", "1 and 1/2", "half a dozen", "anderthalb". Of a range the upper end counts. */
import { add, compare, type Fraction, fraction, multiply, ONE } from '#domain/quantity/fraction.ts';
import type { Cursor } from './cursor.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  `a:1 an:1 one:1 ein:1 eine:1 einen:1 einer:1 eines:1 einem:1 two:2 zwei:2 three:3 drei:3 four:4 vier:4 five:5 funf:5 six:6
  sechs:6 seven:7 sieben:7 eight:8 acht:8 nine:9 neun:9 ten:10 zehn:10 eleven:11 elf:11 twelve:12 zwolf:12 sixteen:16
  twenty:20 zwanzig:20 dozen:12 dutzend:12 couple:2`
    .split(/\s+/)
    .map((pair) => pair.split(':'))
    .map(([word = '', value]) => [word, Number(value)]),
);
const ARTICLES = words('a an ein eine einen einer eines einem');
const HALVES = words('half halb halbe halber halbes halben halbem');
const QUARTERS = words('quarter viertel');
const DOZEN = words('dozen dutzend');
const ONE_AND_A_HALF = words('anderthalb eineinhalb');
const HALF = fraction(1, 2);
const RANGE_WORDS = words('to or bis oder');
const OF = words('of von vom');
const AND = words('and und');

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
