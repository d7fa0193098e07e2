import { deepStrictEqual, notDeepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from './random.ts';

function numbersOf(seed: number, limit = 1_000_000): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: 100 }, () => random(limit));
}

test('the same seed gives the same numbers, and other seeds give others', () => {
  deepStrictEqual(numbersOf(7), numbersOf(7));
  for (const seed of [6, 8, -7, 7 + 2 ** 32]) notDeepStrictEqual(numbersOf(7), numbersOf(seed), `${seed}`);
});

test('the numbers never change between versions and machines', () => {
  deepStrictEqual(numbersOf(1).slice(0, 5), [133426, 760942, 163698, 537442, 454165]);
});

test('is uniform over all integers below the limit', () => {
  const random = seededRandom(3);
  const counts = new Map<number, number>();
  for (let at = 0; at < 10_000; at += 1) {
    const number = random(10);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  deepStrictEqual(
    [...counts.keys()].toSorted((first, second) => first - second),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  for (const [number, count] of counts) ok(count > 850 && count < 1_150, `${number}: ${count}`);
});
