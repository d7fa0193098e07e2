import { notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { BASE62, hashSecret, newId, randomText, equalSecrets } from './secret.ts';

test('randomText returns the requested number of letters and digits', () => {
  for (const length of [0, 1, 2, 8, 16, 43, 500]) {
    const text = randomText(length);
    strictEqual(text.length, length);
    ok(/^[0-9A-Za-z]*$/.test(text));
  }
});

test('randomText uses all characters equally often', () => {
  const length = 620_000;
  const counts = new Map<string, number>();
  for (const letter of randomText(length)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  strictEqual(counts.size, 62);
  // Chi squared with 61 degrees of freedom: above 140 once in ten million runs. A byte taken modulo
  // 62 without the cut at 248 gives some 4,700.
  const expected = length / 62;
  const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  ok(chiSquared < 140, `chi squared ${chiSquared}`);
});

test('the alphabet has 62 different characters', () => {
  strictEqual(new Set(BASE62).size, 62);
});

test('ids do not repeat', () => {
  const ids = new Set(Array.from({ length: 10_000 }, newId));
  strictEqual(ids.size, 10_000);
  for (const id of ids) strictEqual(id.length, 16);
});

test('hashSecret is SHA-256', () => {
  strictEqual(hashSecret('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  fc.assert(
    fc.property(fc.string(), (secret) => {
      strictEqual(hashSecret(secret), createHash('sha256').update(secret).digest('hex'));
    }),
  );
  notStrictEqual(hashSecret('a'), hashSecret('b'));
});

const different = [
  ['', 'a'],
  ['a', ''],
  ['a', 'b'],
  ['a', 'aa'],
  ['aa', 'a'],
  ['abc', 'abd'],
  ['abc', 'xbc'],
  ['a', 'a\0'],
  ['a\0', 'a'],
  ['\0', ''],
  ['a', 'A'],
  ['a', '\u0161'],
] as const;
for (const [first, second] of different) {
  test(`${JSON.stringify(first)} and ${JSON.stringify(second)} are different secrets`, () => {
    strictEqual(equalSecrets(first, second), false);
  });
}

test('two secrets are equal exactly when their texts are', () => {
  const short = fc.string({ unit: fc.constantFrom('a', 'b', '\0'), maxLength: 4 });
  fc.assert(
    fc.property(short, short, (first, second) => {
      strictEqual(equalSecrets(first, first), true);
      strictEqual(equalSecrets(first, second), first === second);
    }),
    { numRuns: 2_000 },
  );
});
