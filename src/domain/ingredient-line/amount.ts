/**
 * Parses the amount of an ingredient line by recursive descent:
 *
 *     amount  = [about] (packs | measure) {second}
 *     packs   = number ["x" | "-"] size [container] | number container "(" size ["each"] ")" | size container
 *     measure = number [unit]
 *     second  = "/" size | "(" size ")" | ("plus" | "+" | "and") size | size
 *
 * A second amount in another system is a note; one that is added ("1 cup plus 2 tbsp", "1 lb 4 oz") counts.
 */
import { add, compare, divide, type Fraction, fraction, multiply, ONE } from '#domain/quantity/fraction.ts';
import { convert, type Quantity } from '#domain/quantity/quantity.ts';
import { LENGTHS, PACKAGES, SIZES, type Unit, unitKind } from '#domain/quantity/unit.ts';
import { findUnit } from '#domain/quantity/unit-words.ts';
import type { Cursor } from './cursor.ts';
import { readDigits, readNumber } from './numbers.ts';
import { setOf } from './line-words.ts';

export type Amount = {
  readonly amount: Fraction;
  readonly unit: Unit | undefined;
  /** "2 large": the size of a piece, or of a bunch. */
  readonly size: Unit | undefined;
  /** "2 (14 oz) cans": two cans. `amount` is what all of them hold. */
  readonly packs?: { readonly count: Fraction; readonly unit: Unit | undefined } | undefined;
};

/** Before or behind a number, and without influence on it. */
export const APPROXIMATELY = setOf('approximately');
/** "2 EL, gestr. Mehl". */
const SPOONED = setOf('how full a spoon is');
const RANGE_WORDS = setOf('to or');
const PLUS_WORDS = setOf('plus');
export const EACH = setOf('each');
const TIMES = new Set(['x']);
const ABBREVIATED_LARGE = setOf('large, abbreviated');
const INCHES = setOf('inches, behind another length');
const SIZED = setOf('sized');
const FLUID = setOf('fluid');
const IMPERIAL_WORD = setOf('imperial');
const KILO_UNITS: ReadonlySet<Unit | undefined> = new Set<Unit>(['kg', 'l', 'lb', 'cup']);

/** The amount at the cursor, which moves behind it. Undefined if there is none. */
export function readAmount(cursor: Cursor): Amount | undefined {
  return cursor.attempt(() => {
    skipApproximately(cursor);
    // "Je 1 rote und gelbe Paprikaschote".
    cursor.asNote(() => cursor.attempt(() => (cursor.takeWord(EACH) && cursor.number() ? true : undefined)));
    const amount = readDashedPacks(cursor) ?? readSizedPack(cursor) ?? readCounted(cursor);
    return amount && readSecondAmounts(cursor, amount);
  });
}

export function skipApproximately(cursor: Cursor): void {
  cursor.asNote(() => {
    while (cursor.mark() === '~' || (APPROXIMATELY.has(cursor.word()) && !isUnitWord(cursor))) {
      cursor.at += 1;
      cursor.takeMark('.');
    }
  });
}

/** "2 EL, gestr. Mehl", "1 tbsp heaped flour". */
function skipTrailingApproximately(cursor: Cursor): void {
  cursor.asNote(() =>
    cursor.attempt(() => {
      cursor.takeMark(',');
      if (!SPOONED.has(cursor.word())) return undefined;
      skipApproximately(cursor);
      return true;
    }),
  );
}

/** "400g tin", "14-oz. can", "2-inch piece": one pack of this size. */
function readSizedPack(cursor: Cursor): Amount | undefined {
  return cursor.attempt(() => {
    const isLarge = ABBREVIATED_LARGE.has(cursor.word(1)) && isFew(cursor.number()?.value);
    const size = isLarge ? undefined : readSize(cursor);
    if (!size) return undefined;
    while (skipSecondSystem(cursor));
    const container = readContainer(cursor);
    return container && { ...size, size: undefined, packs: { count: ONE, unit: container } };
  });
}

function readCounted(cursor: Cursor): Amount | undefined {
  const thousands = cursor.number()?.thousands;
  const count = readNumber(cursor);
  if (!count) return undefined;
  const packs = readPacks(cursor, count) ?? readPacksOfEach(cursor, count);
  if (packs) return packs;
  const measured = readMeasured(cursor, count);
  return { ...measured, amount: resolveThousands(count, thousands, measured.unit) };
}

function packsOf(count: Fraction, size: Quantity, unit: Unit | undefined): Amount {
  return { amount: multiply(count, size.amount), unit: size.unit, size: undefined, packs: { count, unit } };
}

/** "2 - 15 oz cans" are two cans; a "1 - 2 lb bag" holds up to two pounds. */
function readDashedPacks(cursor: Cursor): Amount | undefined {
  return cursor.attempt(() => {
    const count = cursor.number()?.value;
    if (!count) return undefined;
    cursor.consume();
    const size = cursor.takeMark('-') ? readSize(cursor) : undefined;
    if (!size || compare(size.amount, multiply(count, fraction(3))) < 0) return undefined;
    while (skipSecondSystem(cursor));
    const container = readContainer(cursor);
    return container && packsOf(count, size, container);
  });
}

/** "2 x 400 g tins", "2 (14-oz) cans", "2 14-oz cans", "4 (6-ounce) fillets". */
function readPacks(cursor: Cursor, count: Fraction): Amount | undefined {
  return cursor.attempt(() => {
    const isTimes = cursor.takeWord(TIMES) || cursor.takeMark(',');
    const isBracketed = !isTimes && cursor.takeMark('(');
    skipApproximately(cursor);
    const size = readSize(cursor);
    if (!size) return undefined;
    while (skipSecondSystem(cursor));
    if (isBracketed) skipToClosingBracket(cursor);
    // "1½ (5 g) teaspoons": the bracket is the same in another system.
    if (isBracketed && isMeasureWord(cursor)) return undefined;
    const container = readContainer(cursor);
    // "2 ¼ (1 kg) pork": nobody sells a quarter of a package without a name, so a unit is missing.
    if (isBracketed && !container && count.denominator !== 1n) return { ...size, size: undefined };
    // A "9-inch pie" is one pie; a "2-inch piece" is two inches.
    if (LENGTHS.has(size.unit) && !container) return { amount: count, unit: undefined, size: undefined };
    return packsOf(count, size, container);
  });
}

/** "2 cans (400 g each)", "2 Dosen à 400 g", "1 can (400 g)". */
function readPacksOfEach(cursor: Cursor, count: Fraction): Amount | undefined {
  return cursor.attempt(() => {
    const container = readContainer(cursor);
    const isBracketed = container !== undefined && cursor.takeMark('(');
    const isEachBefore = container !== undefined && cursor.takeWord(EACH);
    // "1 bottle 750 ml red wine".
    const isOne = container !== undefined && compare(count, ONE) === 0;
    if (!isBracketed && !isEachBefore && !isOne) return undefined;
    skipApproximately(cursor);
    const size = readSize(cursor);
    if (!size) return undefined;
    while (skipSecondSystem(cursor));
    const isEach = isEachBefore || EACH.has(cursor.word());
    if (isBracketed) skipToClosingBracket(cursor);
    // "2 cans (400 g)" may be 400 g or 800 g.
    return isEach || compare(count, ONE) === 0 ? packsOf(count, size, container) : undefined;
  });
}

function readMeasured(cursor: Cursor, count: Fraction): Amount {
  while (skipSecondSystem(cursor));
  skipApproximately(cursor);
  const before = cursor.consumed.length;
  const size = readSizeWord(cursor) ?? readAbbreviatedLarge(cursor, count);
  const sizeTokens = cursor.consumed.splice(before);
  while (cursor.asNote(() => skipOtherSize(cursor)));
  skipApproximately(cursor);
  const unit = readUnit(cursor);
  if (unit) skipTrailingApproximately(cursor);
  // "2 large eggs" are counted by size; the size of "a large handful" is a note.
  if (unit === undefined) cursor.consumed.push(...sizeTokens);
  return { amount: count, unit, size };
}

/** "2 gr. Zwiebeln" are large ones, "200 gr. flour" are grams. */
function readAbbreviatedLarge(cursor: Cursor, count: Fraction): Unit | undefined {
  return cursor.attempt(() => {
    return isFew(count) && cursor.takeWord(ABBREVIATED_LARGE) && cursor.takeMark('.') ? 'large' : undefined;
  });
}

/** Nobody weighs so few grams of what is sold in pieces or cans. */
function isFew(count: Fraction | undefined): boolean {
  return count !== undefined && compare(count, fraction(12)) <= 0;
}

/** "2 small to medium onions", "6 large or 8 medium carrots". */
function skipOtherSize(cursor: Cursor): boolean {
  return (
    cursor.attempt(() => {
      if (!cursor.takeMark('-', '/') && !cursor.takeWord(RANGE_WORDS)) return undefined;
      if (cursor.number()) cursor.at += 1;
      return readSizeWord(cursor);
    }) !== undefined
  );
}

/** A measured size: "14-oz", "400 g", "2 to 3 lb". */
export function readSize(cursor: Cursor): Quantity | undefined {
  return cursor.attempt(() => {
    const token = cursor.number();
    const amount = token && readDigits(cursor);
    if (!amount) return undefined;
    cursor.takeMark('-');
    const unit = readUnit(cursor);
    if (!unit || (unitKind(unit) === 'count' && !LENGTHS.has(unit))) return undefined;
    cursor.takeMark('.');
    return { amount: resolveThousands(amount, token.thousands, unit), unit };
  });
}

/** "1,500 g" are fifteen hundred, "1,500 kg" are one and a half. */
function resolveThousands(read: Fraction, thousands: Fraction | undefined, unit: Unit | undefined): Fraction {
  if (!thousands || compare(read, thousands) !== 0) return read;
  return KILO_UNITS.has(unit) ? divide(thousands, fraction(1_000)) : thousands;
}

function readSizeWord(cursor: Cursor): Unit | undefined {
  const unit = findUnit(cursor.typed());
  if (!unit || !SIZES.has(unit)) return undefined;
  cursor.consume();
  cursor.takeMark('.');
  cursor.takeWord(SIZED);
  return unit;
}

/** A unit and what belongs to it: "tbsp.", "fl. oz", "cup of". */
function readUnit(cursor: Cursor): Unit | undefined {
  return cursor.attempt(() => {
    const unit = unitAt(cursor);
    if (!unit) return undefined;
    cursor.takeMark('.');
    return unit;
  });
}

function unitAt(cursor: Cursor): Unit | undefined {
  const isImperial = cursor.takeWord(IMPERIAL_WORD);
  if (cursor.takeWord(FLUID)) {
    cursor.takeMark('.');
    if (findUnit(cursor.typed()) !== 'oz') return undefined;
    cursor.consume();
    return isImperial ? 'imperial-fl-oz' : 'fl-oz';
  }
  const unit = findUnit(cursor.typed());
  if (!unit || SIZES.has(unit)) return undefined;
  cursor.consume();
  return isImperial ? IMPERIAL[unit] : unit;
}

const IMPERIAL: { readonly [unit in Unit]?: Unit } = {
  pint: 'imperial-pint',
  gallon: 'imperial-gallon',
};

function isUnitWord(cursor: Cursor): boolean {
  return findUnit(cursor.typed()) !== undefined;
}

function isMeasureWord(cursor: Cursor): boolean {
  const unit = findUnit(cursor.typed());
  return unit !== undefined && unitKind(unit) !== 'count' && !PACKAGES.has(unit);
}

/** "Can", "large jar", "piece of". */
function readContainer(cursor: Cursor): Unit | undefined {
  return cursor.attempt(() => {
    readSizeWord(cursor);
    const unit = unitAt(cursor);
    return unit && (PACKAGES.has(unit) || unit === 'knob' || unit === 'head') ? unit : undefined;
  });
}

/** "400g/14oz", "2.5cm/1in", "1 cup/250 ml", "400 g (14 oz)": the second is the same in another system. */
export function skipSecondSystem(cursor: Cursor): boolean {
  return cursor.asNote(
    () =>
      cursor.attempt(() => {
        if (cursor.takeMark('/')) return (readSize(cursor) && skipSum(cursor)) ?? readInches(cursor);
        if (!cursor.takeMark('(')) return undefined;
        skipApproximately(cursor);
        if (!readSize(cursor)) return undefined;
        skipSum(cursor);
        while (skipSecondSystem(cursor));
        return cursor.takeMark(')') || undefined;
      }) !== undefined,
  );
}

/** "2.5cm/1in": elsewhere "in" is no unit. */
function readInches(cursor: Cursor): true | undefined {
  if (!cursor.number()) return undefined;
  cursor.consume();
  return cursor.takeWord(INCHES) || undefined;
}

/** The ounces of "2lb 4oz". */
function skipSum(cursor: Cursor): true {
  readSize(cursor);
  return true;
}

function readSecondAmounts(cursor: Cursor, first: Amount): Amount {
  let sum = first;
  for (;;) {
    while (skipSecondSystem(cursor) || skipSecondMeasure(cursor, first));
    const added = cursor.attempt(() => addAmount(cursor, sum));
    if (!added) return sum;
    sum = added;
  }
}

/** "¾ cup 4 oz. pine nuts", "24 oz 3 large chicken breasts": the second is the same, measured otherwise. */
function skipSecondMeasure(cursor: Cursor, { unit }: Amount): boolean {
  if (!unit || unitKind(unit) === 'count') return false;
  return cursor.asNote(
    () =>
      cursor.attempt(() => {
        const size = readSize(cursor);
        if (size) return unitKind(size.unit) !== unitKind(unit) || undefined;
        return (readDigits(cursor) && readSizeWord(cursor)) || undefined;
      }) !== undefined,
  );
}

/** "1 lb 4 oz", "1 cup plus 2 tbsp", "1 cup + 1 tablespoon". */
function addAmount(cursor: Cursor, first: Amount): Amount | undefined {
  const { amount, unit, size } = first;
  if (!unit || unitKind(unit) === 'count') return undefined;
  const isJoined = cursor.takeMark('+') || cursor.takeMark('&') || cursor.takeWord(PLUS_WORDS);
  if (isJoined) skipApproximately(cursor);
  const more = readSize(cursor);
  const same = more && convert({ amount, unit }, more.unit, { pieceGrams: new Map() });
  if (!same) return undefined;
  // "1 lb 4 oz": the smaller unit comes second. "2 cups 200 g" is something else.
  if (!isJoined && compare(more.amount, same.amount) > 0) return undefined;
  return { amount: add(same.amount, more.amount), unit: more.unit, size };
}

/** What else stands in the bracket of a size is a note: "(400 g each)", "(14 oz, drained)". */
function skipToClosingBracket(cursor: Cursor): void {
  if (cursor.takeMark(')')) return;
  while (!cursor.isAtEnd && !cursor.takeMark(')')) cursor.at += 1;
}
