import { deepStrictEqual, ok, strictEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type Quantity, type Weights, convert, findGrams, scale } from './quantity.ts';
import {
  type Fraction,
  ZERO,
  add,
  compare,
  divide,
  fraction,
  fractionNumber,
  fractionText,
  multiply,
  parseFraction,
  subtract,
} from './fraction.ts';
import { UNIT_NAMES, type Unit, unitKind } from './unit.ts';
import { findUnit, unitWords } from '#domain/quantity/unit-words.ts';

const NOTHING: Weights = { pieceGrams: new Map() };
/** Flour in the table: a cup is 125 g. */
const flour: Weights = { gramsPerMl: divide(fraction(125), size('cup')), pieceGrams: new Map() };
const onion: Weights = {
  pieceGrams: new Map<Unit, Fraction>([
    ['piece', fraction(110)],
    ['large', fraction(150)],
  ]),
};

const someFraction = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 30n }))
  .map(([top, bottom]) => fraction(top, bottom));
const positive = fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 1_000 }));
const someAmount = positive.map(([top, bottom]) => fraction(top, bottom));
const someUnit = fc.constantFrom(...UNIT_NAMES);
const someQuantity = fc.tuple(someAmount, someUnit).map(([amount, unit]) => ({ amount, unit }));
const someWeights: fc.Arbitrary<Weights> = fc.record({
  gramsPerMl: someAmount,
  pieceGrams: fc.constant(new Map(UNIT_NAMES.map((unit, at) => [unit, fraction(at * 7 + 1, 3)]))),
});

function size(unit: Unit): Fraction {
  return convert(quantity('1', unit), 'ml', NOTHING)?.amount ?? ZERO;
}

function quantity(amount: string, unit: Unit): Quantity {
  return { amount: parseFraction(amount) ?? ZERO, unit };
}

function converted(amount: string, unit: Unit, to: Unit, weights = NOTHING): string | undefined {
  const found = convert(quantity(amount, unit), to, weights);
  return found && fractionText(found.amount);
}

test('reduces a fraction to lowest terms, with any signs', () => {
  deepStrictEqual(fraction(6, 4), { numerator: 3n, denominator: 2n });
  deepStrictEqual(fraction(6, -4), { numerator: -3n, denominator: 2n });
  deepStrictEqual(fraction(0, 7), { numerator: 0n, denominator: 1n });
  throws(() => fraction(1, 0), RangeError);
});

test('adds, multiplies and divides large fractions exactly', () => {
  fc.assert(
    fc.property(someFraction, someFraction, someFraction, (a, b, c) => {
      deepStrictEqual(add(a, b), add(b, a));
      deepStrictEqual(add(add(a, b), c), add(a, add(b, c)));
      deepStrictEqual(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c)));
      deepStrictEqual(subtract(add(a, b), b), a);
      if (b.numerator !== 0n) deepStrictEqual(divide(multiply(a, b), b), a);
      strictEqual(Math.sign(compare(a, b)), -Math.sign(compare(b, a)) + 0);
      deepStrictEqual(parseFraction(fractionText(a)), a);
    }),
  );
});

test('adds in any order with the same result', () => {
  const order = fc
    .array(someFraction, { maxLength: 20 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  fc.assert(
    fc.property(order, ([all, shuffled]) => {
      deepStrictEqual(shuffled.reduce(add, ZERO), all.reduce(add, ZERO));
    }),
  );
});

test('scaling by n equals adding n times', () => {
  fc.assert(
    fc.property(someQuantity, someWeights, fc.integer({ min: 0, max: 40 }), (quantity, weights, times) => {
      const grams = findGrams(quantity, weights) as Fraction;
      const added = Array.from({ length: times }, () => grams).reduce(add, ZERO);
      deepStrictEqual(findGrams(scale(quantity, fraction(times)), weights), added);
    }),
  );
});

test('converts there and back exactly, also through another unit', () => {
  fc.assert(
    fc.property(someQuantity, someUnit, someUnit, someWeights, (quantity, over, to, weights) => {
      const there = convert(quantity, to, weights) as Quantity;
      deepStrictEqual(convert(there, quantity.unit, weights), quantity);
      deepStrictEqual(convert(convert(quantity, over, weights) as Quantity, to, weights), there);
    }),
    { numRuns: 500 },
  );
});

test('refuses a text that is not a fraction', () => {
  for (const text of ['', ' ', '1/0', '1/-2', '1//2', '1.', '.5', '1e3', 'NaN', '1/2/3', '٣']) {
    strictEqual(parseFraction(text), undefined, text);
  }
  strictEqual(parseFraction('9'.repeat(10_000)), undefined);
  deepStrictEqual(parseFraction('236.588'), fraction(59_147, 250));
});

test('converts very small and very large fractions to numbers', () => {
  strictEqual(fractionNumber(fraction(3, 2)), 1.5);
  strictEqual(fractionNumber(fraction(1, 3)), 0.333333333);
  strictEqual(fractionNumber(fraction(10n ** 40n, 3n * 10n ** 39n)), 3.333333333);
});

const exact = [
  { from: ['1', 'cup'], to: 'tbsp', is: '16' },
  { from: ['1', 'tbsp'], to: 'tsp', is: '3' },
  { from: ['1', 'gallon'], to: 'ml', is: '473176473/125000' },
  { from: ['1', 'pint'], to: 'fl-oz', is: '16' },
  { from: ['1', 'imperial-pint'], to: 'imperial-fl-oz', is: '20' },
  { from: ['1', 'lb'], to: 'oz', is: '16' },
  { from: ['1', 'lb'], to: 'g', is: '45359237/100000' },
  { from: ['1500', 'mg'], to: 'kg', is: '3/2000' },
  { from: ['1', 'pfund'], to: 'g', is: '500' },
  { from: ['2', 'el'], to: 'ml', is: '30' },
  { from: ['3', 'tl'], to: 'el', is: '1' },
  { from: ['1', 'l'], to: 'tasse', is: '4' },
  { from: ['1', 'l'], to: 'dl', is: '10' },
  { from: ['16', 'pinch'], to: 'tsp', is: '1' },
] as const;
for (const { from, to, is } of exact) {
  test(`${from.join(' ')} is ${is} ${to}`, () => {
    strictEqual(converted(from[0], from[1], to), is);
  });
}

test('converts between ounces and fluid ounces only with a density', () => {
  strictEqual(converted('1', 'oz', 'fl-oz'), undefined);
  strictEqual(converted('8', 'fl-oz', 'cup'), '1');
  strictEqual(converted('8', 'fl-oz', 'g', flour), '125');
  ok(converted('8', 'oz', 'g', flour) !== '125');
});

test('converts between cups and grams by the density of the food', () => {
  strictEqual(converted('3/2', 'cup', 'g', flour), '375/2');
  strictEqual(converted('200', 'g', 'cup', flour), '8/5');
  strictEqual(converted('1', 'tbsp', 'g', flour), '125/16');
});

test('converts pieces by the weights of the food, with sizes if it has them', () => {
  strictEqual(converted('2', 'piece', 'g', onion), '220');
  strictEqual(converted('2', 'large', 'g', onion), '300');
  strictEqual(
    converted('1', 'small', 'g', onion),
    '110',
    'this size has no weight, so that of a piece counts',
  );
  strictEqual(converted('330', 'g', 'piece', onion), '3');
});

test('returns undefined without the weight of the food', () => {
  strictEqual(findGrams(quantity('1', 'cup'), onion), undefined);
  strictEqual(findGrams(quantity('1', 'clove'), onion), undefined);
  strictEqual(findGrams(quantity('1', 'can'), flour), undefined);
  strictEqual(converted('1', 'piece', 'clove', onion), undefined);
  strictEqual(converted('1', 'clove', 'clove'), '1', 'the same unit needs no food');
});

test('finds every unit by its name, and no word means two units', () => {
  const words = UNIT_NAMES.flatMap((unit) => unitWords(unit).map((word) => ({ word, unit })));
  strictEqual(new Set(words.map(({ word }) => word)).size, words.length);
  for (const { word, unit } of words) strictEqual(findUnit(word), unit, word);
  for (const word of ['Cups', 'TBSP.', 'Gramm', 'el', 'Tl']) ok(findUnit(word), word);
  strictEqual(findUnit('T'), 'tbsp');
  strictEqual(findUnit('t'), 'tsp');
  for (const word of ['', 'florp', 'constructor', '__proto__']) strictEqual(findUnit(word), undefined);
});

test('converts only masses and volumes without a food', () => {
  for (const unit of UNIT_NAMES) {
    const isMeasured =
      convert(quantity('1', unit), 'g', NOTHING) ?? convert(quantity('1', unit), 'ml', NOTHING);
    strictEqual(isMeasured !== undefined, unitKind(unit) !== 'count', unit);
  }
});
