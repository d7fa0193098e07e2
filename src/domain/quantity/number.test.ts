import { ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fraction, fractionText } from './fraction.ts';
import { parseNumber, plainDigits } from './number.ts';

const numbers = [
  ['2', '2'],
  ['1 1/2', '3/2'],
  ['1½', '3/2'],
  ['1 ½', '3/2'],
  ['⅔', '2/3'],
  ['3/4', '3/4'],
  ['3⁄4', '3/4'],
  ['10/4', '5/2'],
  ['1.5', '3/2'],
  ['1,5', '3/2'],
  ['0,125', '1/8'],
  ['0.250', '1/4'],
  ['1.25', '5/4'],
  ['1.3333', '13333/10000'],
  ['007', '7'],
  ['0', '0'],
  ['٣', '3'],
  ['१२', '12'],
  ['２½', '5/2'],
  ['𝟓', '5'],
  ['1000000', '1000000'],
] as const;
for (const [text, value] of numbers) {
  test(`${text} is the number ${value}`, () => {
    const number = parseNumber(text);
    strictEqual(number && fractionText(number), value);
  });
}

const invalid = [
  '',
  ' ',
  '-1',
  '−2',
  '+3',
  '1/0',
  '0/0',
  '1 3/2',
  '1/2/3',
  '1.2.3',
  '1,000',
  '1.500',
  '12,345',
];
for (const text of [
  ...invalid,
  '1000001',
  '9'.repeat(400),
  '1e3',
  '三',
  'Ⅳ',
  'two',
  '½½',
  '1½½',
  '1..5',
  '1 2',
]) {
  test(`${JSON.stringify(text).slice(0, 30)} is not a single number`, () => {
    strictEqual(parseNumber(text), undefined);
  });
}

test('reads the digits of every script', () => {
  const digits = Array.from({ length: 0x1ffff }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{Nd}/u.test(character));
  ok(digits.length > 600, `${digits.length} digits`);
  for (const [at, digit] of digits.entries()) strictEqual(plainDigits(digit), `${at % 10}`, digit);
});

test('reads every spelling of a mixed number alike', () => {
  const whole = fc.integer({ min: 1, max: 900 });
  const part = fc
    .integer({ min: 2, max: 99 })
    .chain((bottom) => fc.tuple(fc.integer({ min: 1, max: bottom - 1 }), fc.constant(bottom)));
  fc.assert(
    fc.property(whole, part, (many, [top, bottom]) => {
      const value = fractionText(fraction(many * bottom + top, bottom));
      for (const text of [
        `${many} ${top}/${bottom}`,
        `${many} ${top} / ${bottom}`,
        `${many * bottom + top}/${bottom}`,
      ]) {
        strictEqual(fractionText(parseNumber(text) ?? fraction(0)), value, text);
      }
    }),
  );
});

test('never throws on any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void parseNumber(text)));
});
