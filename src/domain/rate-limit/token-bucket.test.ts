import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { secondsToToken, takeToken, tokensLeft } from './token-bucket.ts';

const NOON = Date.parse('2026-11-11T12:00:00Z');

/** A bucket that is full at noon. */
function newBucket(perMinute: number) {
  let fullAtMs = NOON;
  return {
    /** Takes a token and returns how many are left, or -1 without a token. */
    take(nowMs: number): number {
      const after = takeToken(fullAtMs, perMinute, nowMs);
      if (after === undefined) return -1;
      fullAtMs = after;
      return tokensLeft(after, perMinute, nowMs);
    },
    takeMany(nowMs: number, times: number): number[] {
      return Array.from({ length: times }, () => this.take(nowMs));
    },
    secondsToNext: (nowMs: number) => secondsToToken(fullAtMs, perMinute, nowMs),
  };
}

test('a new bucket has the tokens of one minute', () => {
  deepStrictEqual(newBucket(3).takeMany(NOON, 5), [2, 1, 0, -1, -1]);
});

test('a bucket refills at a constant rate, up to the tokens of one minute', () => {
  const bucket = newBucket(60);
  bucket.takeMany(NOON, 60);
  strictEqual(bucket.take(NOON + 999), -1);
  strictEqual(bucket.take(NOON + 1_000), 0);
  strictEqual(bucket.take(NOON + 3_000), 1);
  deepStrictEqual(bucket.takeMany(NOON + 3_600_000, 61).slice(-2), [0, -1]);
});

test('a refused request does not delay the next token', () => {
  const bucket = newBucket(6);
  bucket.takeMany(NOON, 6);
  for (let ms = 0; ms < 10_000; ms += 100) strictEqual(bucket.take(NOON + ms), -1);
  strictEqual(bucket.take(NOON + 10_001), 0);
});

test('does not wait for a clock that was set back', () => {
  const bucket = newBucket(3);
  deepStrictEqual(bucket.takeMany(NOON, 4), [2, 1, 0, -1]);
  strictEqual(bucket.take(NOON - 3_600_000), 2);
  strictEqual(bucket.take(NOON - 3_600_000 + 20_000), 2, 'it refills from the new time');
});

test('never gives more than the capacity plus the refill', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), pauses, (perMinute, gaps) => {
      const bucket = newBucket(perMinute);
      let [nowMs, given] = [NOON, 0];
      for (const gap of gaps) if (bucket.take((nowMs += gap)) >= 0) given += 1;
      ok(given <= perMinute + ((nowMs - NOON) * perMinute) / 60_000 + 1e-6, `${given} given`);
    }),
  );
});

test('gives a token after the returned wait', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), pauses, (perMinute, gaps) => {
      const bucket = newBucket(perMinute);
      let nowMs = NOON;
      for (const gap of gaps) {
        while (bucket.take(nowMs) > 0);
        if (bucket.take(nowMs) >= 0) continue;
        const seconds = bucket.secondsToNext(nowMs);
        ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds} s`);
        nowMs += seconds * 1_000;
        ok(bucket.take(nowMs) >= 0, `refused after ${seconds} s`);
        nowMs += gap;
      }
    }),
    { numRuns: 200 },
  );
});

const waits = [
  { perMinute: 600, seconds: 1 },
  { perMinute: 60, seconds: 1 },
  { perMinute: 10, seconds: 6 },
  { perMinute: 7, seconds: 9 },
  { perMinute: 1, seconds: 60 },
];
for (const { perMinute, seconds } of waits) {
  test(`at ${perMinute} tokens per minute an empty bucket has the next one within ${seconds} s`, () => {
    const bucket = newBucket(perMinute);
    bucket.takeMany(NOON, perMinute + 1);
    strictEqual(bucket.secondsToNext(NOON), seconds);
  });
}
