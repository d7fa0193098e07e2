/** Amounts behind the food: "tomatoes, 2 kg", "1 cup milk, plus 2 tbsp", "4 duck breasts, about 175 g each". */
import {
  add,
  compare,
  divide,
  type Fraction,
  fractionNumber,
  multiply,
  ONE,
} from '#domain/quantity/fraction.ts';
import { convert, findGrams, type Quantity, type Weights } from '#domain/quantity/quantity.ts';
import { unitKind } from '#domain/quantity/unit.ts';
import {
  type Amount,
  APPROXIMATELY,
  EACH,
  readAmount,
  readSize,
  skipApproximately,
  skipSecondSystem,
} from './amount.ts';
import { Cursor } from './cursor.ts';
import type { Token } from './tokens.ts';
import { setOf } from './line-words.ts';

const OF = setOf('of, before it');
const IT = setOf('it');
const TOTAL = setOf('in total');

/** "Tomatoes, 2 kg", "flour: 200 g", "eggs x 3". */
export function readTrailingAmount(
  tokens: readonly Token[],
  start: number,
): { amount: Amount; consumed: readonly number[] } | undefined {
  const cursor = new Cursor(tokens, start);
  cursor.takeMark(',', ':', '-', '(');
  if (cursor.word() === 'x') cursor.consume();
  const amount = readAmount(cursor);
  if (!amount) return undefined;
  cursor.takeMark(')', '.');
  // "Chocolate, 200 g of it".
  cursor.asNote(() => cursor.attempt(() => (cursor.takeWord(OF) && cursor.takeWord(IT)) || undefined));
  return cursor.isAtEnd || cursor.mark() === ',' || cursor.mark() === '('
    ? { amount, consumed: cursor.consumed }
    : undefined;
}

/** "Oil, for deep frying (about 1 litre)", "flour as needed (2 tbsp)": a measure alone in the bracket that ends the line. */
export function readBracketedAmount(
  tokens: readonly Token[],
  start: number,
): { amount: Amount; consumed: readonly number[] } | undefined {
  const opening = tokens.findLastIndex((token) => token.kind === 'mark' && token.text === '(');
  if (opening < start) return undefined;
  const cursor = new Cursor(tokens, opening + 1);
  skipApproximately(cursor);
  const size = readSize(cursor);
  if (!size) return undefined;
  while (skipSecondSystem(cursor));
  return cursor.takeMark(')') && cursor.isAtEnd
    ? { amount: { ...size, size: undefined }, consumed: cursor.consumed }
    : undefined;
}

type MoreAmount = { readonly amount: Amount; readonly consumed: readonly number[] };

/** "1 cup milk, plus 2 tbsp for brushing" are 18 tablespoons. */
export function readAdded(
  tokens: readonly Token[],
  start: number,
  { amount, unit }: Amount,
): MoreAmount | undefined {
  const more = unit && readMoreOfIt(tokens, start);
  const same = more && convert({ amount, unit }, more.unit, NO_WEIGHTS);
  if (!same) return undefined;
  return {
    amount: { amount: add(same.amount, more.amount), unit: more.unit, size: undefined },
    consumed: [],
  };
}

/** "100 g butter, plus 1 tbsp for greasing": what is added in a unit that needs the density of the food. */
export function readExtra(
  tokens: readonly Token[],
  start: number,
  amount: Amount | undefined,
): Quantity | undefined {
  const more = amount?.unit && readMoreOfIt(tokens, start);
  return more && !convert({ amount: amount.amount, unit: amount.unit }, more.unit, NO_WEIGHTS)
    ? more
    : undefined;
}

const NO_WEIGHTS: Weights = { pieceGrams: new Map() };

/** What is added of another food is that food's. */
function readMoreOfIt(tokens: readonly Token[], start: number): Quantity | undefined {
  const cursor = new Cursor(tokens, start);
  cursor.takeMark(',', '(');
  if (!PLUS.has(cursor.word())) return undefined;
  cursor.at += 1;
  const more = readSize(cursor);
  const isOfIt = cursor.isAtEnd || cursor.mark() !== '' || MORE_OF_IT.has(cursor.word());
  return isOfIt ? more : undefined;
}

const PLUS = setOf('plus, behind a food');
const MORE_OF_IT = setOf('behind more of it');

/** "4 duck breasts, about 175 g each", "1 celeriac (about 650 g)", "2 Dosen Kokosmilch à 400 ml". */
export function readSizeOfEach(
  tokens: readonly Token[],
  start: number,
  { amount, unit }: Amount,
  { pieceGrams }: Weights,
): MoreAmount | undefined {
  const isCounted = unit === undefined || unitKind(unit) === 'count';
  if (!isCounted) return undefined;
  for (let at = start; at < tokens.length; at += 1) {
    const cursor = new Cursor(tokens, at);
    const isEach = cursor.takeWord(EACH);
    if (isEach) skipApproximately(cursor);
    const size = tokens[at - 1]?.kind === 'number' ? undefined : readSize(cursor);
    if (!size) continue;
    while (skipSecondSystem(cursor));
    const about = approximatelyBefore(tokens, at);
    const isOfEach = isEach || cursor.takeWord(EACH) || compare(amount, ONE) === 0;
    const isOfAll =
      !isOfEach &&
      (cursor.takeWord(TOTAL) || (about.length > 0 && isLikelyTotal(size, amount, pieceGrams.get('piece'))));
    if (!isOfEach && !isOfAll) return undefined;
    if (!isEach && !isWholeSegment(tokens, at, cursor)) return undefined;
    const all = isOfAll ? size.amount : multiply(amount, size.amount);
    const whole = { amount: all, unit: size.unit, size: undefined, packs: { count: amount, unit } };
    return { amount: whole, consumed: [...about, ...cursor.consumed] };
  }
  return undefined;
}

/** "2 squash, about 3 pounds": all of them, unless a piece is much more likely to weigh as much. */
function isLikelyTotal(size: Quantity, count: Fraction, pieceGrams: Fraction | undefined): boolean {
  const grams = findGrams(size, NO_WEIGHTS);
  if (!grams || !pieceGrams) return false;
  const ofPiece = fractionNumber(divide(grams, pieceGrams));
  return Math.abs(Math.log(ofPiece / fractionNumber(count))) < Math.abs(Math.log(ofPiece)) + MARGIN;
}

/** As a logarithm: who means the weight of each writes so. */
const MARGIN = 0.3;

/** The tokens of "about" before a size. */
function approximatelyBefore(tokens: readonly Token[], at: number): number[] {
  const first =
    tokens
      .slice(0, at)
      .findLastIndex((token) =>
        token.kind === 'word' ? !APPROXIMATELY.has(token.key) : token.text !== '.',
      ) + 1;
  return Array.from({ length: at - first }, (_, index) => first + index);
}

/** "Weighing 1.5 kg", "240 g Abtropfgewicht": what kind of size it is. */
const SIZE_LABELS = setOf('beside a size');

/** Between a comma or bracket and the next one. */
function isWholeSegment(tokens: readonly Token[], at: number, cursor: Cursor): boolean {
  let first = approximatelyBefore(tokens, at)[0] ?? at;
  const isLabel = (token: Token | undefined): boolean => token?.kind === 'word' && SIZE_LABELS.has(token.key);
  while (isLabel(tokens[first - 1])) first -= 1;
  const opens = tokens[first - 1];
  cursor.takeWord(EACH);
  while (SIZE_LABELS.has(cursor.word())) cursor.at += 1;
  return (
    opens?.kind === 'mark' && [',', '('].includes(opens.text) && (cursor.isAtEnd || cursor.mark() !== '')
  );
}
