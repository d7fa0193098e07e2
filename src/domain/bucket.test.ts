import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Buckets } from './bucket.ts';

const NOON = Date.parse('2026-11-11T12:00:00Z');

function takeMany(buckets: Buckets, name: string, nowMs: number, times: number): number[] {
  return Array.from({ length: times }, () => buckets.take(name, nowMs));
}

test("a new bucket holds a minute's worth and then nothing", () => {
  deepStrictEqual(takeMany(new Buckets(3), 'a', NOON, 5), [2, 1, 0, -1, -1]);
});

test('buckets do not share their tokens', () => {
  const buckets = new Buckets(1);
  deepStrictEqual([buckets.take('a', NOON), buckets.take('b', NOON), buckets.take('a', NOON)], [0, 0, -1]);
});

test('a bucket fills evenly, and to no more than a minute', () => {
  const buckets = new Buckets(60);
  takeMany(buckets, 'a', NOON, 60);
  strictEqual(buckets.take('a', NOON + 999), -1);
  strictEqual(buckets.take('a', NOON + 1_000), 0);
  strictEqual(buckets.take('a', NOON + 3_000), 1);
  deepStrictEqual(takeMany(buckets, 'a', NOON + 3_600_000, 61).slice(-2), [0, -1]);
});

test('asking in vain does not put off the next token', () => {
  const buckets = new Buckets(6);
  takeMany(buckets, 'a', NOON, 6);
  for (let ms = 0; ms < 10_000; ms += 100) strictEqual(buckets.take('a', NOON + ms), -1);
  strictEqual(buckets.take('a', NOON + 10_001), 0);
});

test('a clock set back makes nobody wait for it to catch up', () => {
  const buckets = new Buckets(3);
  deepStrictEqual(takeMany(buckets, 'a', NOON, 4), [2, 1, 0, -1]);
  strictEqual(buckets.take('a', NOON - 3_600_000), 2);
  strictEqual(buckets.take('a', NOON - 3_600_000 + 20_000), 2, 'and time goes on from there');
});

test('over any stretch of time no more is given than was saved and came in', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), pauses, (perMinute, gaps) => {
      const buckets = new Buckets(perMinute);
      let [nowMs, given] = [NOON, 0];
      for (const gap of gaps) if (buckets.take('a', (nowMs += gap)) >= 0) given += 1;
      ok(given <= perMinute + ((nowMs - NOON) * perMinute) / 60_000 + 1e-6, `${given} given`);
    }),
  );
});

test('who waits as long as told gets a token', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), pauses, (perMinute, gaps) => {
      const buckets = new Buckets(perMinute);
      let nowMs = NOON;
      for (const gap of gaps) {
        while (buckets.take('a', nowMs) > 0);
        if (buckets.take('a', nowMs) >= 0) continue;
        const seconds = buckets.secondsToNext('a', nowMs);
        ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds} s`);
        nowMs += seconds * 1_000;
        ok(buckets.take('a', nowMs) >= 0, `refused after ${seconds} s`);
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
  test(`at ${perMinute} a minute an empty bucket has its next token within ${seconds} s`, () => {
    const buckets = new Buckets(perMinute);
    takeMany(buckets, 'a', NOON, perMinute + 1);
    strictEqual(buckets.secondsToNext('a', NOON), seconds);
  });
}

test('memory stays with the buckets in use', () => {
  const buckets = new Buckets(10);
  for (let at = 0; at < 60_000; at += 1) buckets.take(`stranger ${at}`, NOON + at * 100);
  ok(buckets.size <= 1_201, `${buckets.size} buckets after 6000 s of 10 strangers a second`);
});

test('memory stays bounded when the clock is set back', () => {
  const buckets = new Buckets(10);
  for (let at = 0; at < 1_000; at += 1) buckets.take(`early ${at}`, NOON);
  const year = NOON - 365 * 86_400_000;
  for (let at = 0; at < 6_000; at += 1) buckets.take(`late ${at}`, year + at * 100);
  ok(buckets.size <= 1_201, `${buckets.size} buckets`);
});

test('a sweep makes no difference to anybody', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), pauses, (perMinute, gaps) => {
      const [swept, quiet] = [new Buckets(perMinute), new Buckets(perMinute)];
      quiet.take('a', NOON);
      swept.take('a', NOON);
      let nowMs = NOON;
      for (const [at, gap] of gaps.entries()) {
        nowMs += gap;
        // Only a new name makes for a sweep.
        swept.take(`stranger ${at}`, nowMs);
        strictEqual(swept.take('a', nowMs), quiet.take('a', nowMs));
      }
    }),
  );
});
