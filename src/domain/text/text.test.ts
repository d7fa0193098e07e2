import { ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { textLine } from './text.ts';

const accepted = [
  ['a', 'a'],
  ['  a b  ', 'a b'],
  ['12345', '12345'],
  ['  12345  ', '12345'],
  ['🍲🍲🍲🍲🍲', '🍲🍲🍲🍲🍲'],
  ['a\tb\nc', 'a\tb\nc'],
  ['Ọ̀rẹ', 'Ọ̀rẹ'],
] as const;
for (const [given, expected] of accepted) {
  test(`a text of at most five characters may be ${JSON.stringify(given)}`, () => {
    strictEqual(textLine(5).parse(given), expected);
  });
}

const TOO_LONG = 'must have at most 5 characters';
const INVALID_CHARACTER = 'must not contain control characters or broken Unicode';
const refused = [
  ['', 'must not be empty'],
  [' \t\n\u00A0', 'must not be empty'],
  ['123456', TOO_LONG],
  ['🍲🍲🍲🍲🍲🍲', TOO_LONG],
  ['a\0b', INVALID_CHARACTER],
  ['a\u0008b', INVALID_CHARACTER],
  ['a\u000Bb', INVALID_CHARACTER],
  ['a\rb', INVALID_CHARACTER],
  ['a\u001Fb', INVALID_CHARACTER],
  ['a\u007Fb', INVALID_CHARACTER],
  ['a\uD83C', INVALID_CHARACTER],
  ['\uDF72b', INVALID_CHARACTER],
] as const;
for (const [given, why] of refused) {
  test(`a text of at most five characters ${why}: ${JSON.stringify(given)}`, () => {
    strictEqual(textLine(5).safeParse(given).error?.issues[0]?.message, why);
  });
}

test('refuses values that are not text', () => {
  for (const given of [undefined, null, 5, true, ['a'], {}]) ok(!textLine(5).safeParse(given).success);
});

test('any accepted text is trimmed, not empty, not too long and can be stored', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(fc.constantFrom(' ', '\0', '\n', '\uD83C', '🍲'), fc.string()) }),
      (given) => {
        const { data } = textLine(8).safeParse(given);
        if (data === undefined) return;
        strictEqual(data, given.trim());
        ok(data.length >= 1 && Array.from(data).length <= 8);
        ok(!data.includes('\0'));
        strictEqual(Buffer.from(data).toString(), data, 'survives UTF-8');
      },
    ),
    { numRuns: 500 },
  );
});
