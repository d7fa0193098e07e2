import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { SlidingWindowLimit } from './sliding-window-limit.ts';

const NOON = Date.parse('2026-11-11T12:00:00Z');

test('admits up to the limit, then none until the first is a minute old', () => {
  const limit = new SlidingWindowLimit(3);
  const waits = [0, 10_000, 20_000, 30_000, 59_999].map((ms) => limit.take('a', NOON + ms));
  deepStrictEqual(waits, [0, 0, 0, 30, 1]);
  strictEqual(limit.take('a', NOON + 60_000), 0);
  strictEqual(limit.take('a', NOON + 60_000), 10, 'the second attempt still counts');
});

test('counts names separately', () => {
  const limit = new SlidingWindowLimit(1);
  const waits = ['a', 'b', 'a'].map((name) => limit.take(name, NOON));
  deepStrictEqual(waits, [0, 0, 60]);
});

test('does not wait for a clock that was set back', () => {
  const limit = new SlidingWindowLimit(1);
  strictEqual(limit.take('a', NOON), 0);
  strictEqual(limit.take('a', NOON - 3_600_000), 0);
  strictEqual(limit.take('a', NOON - 3_599_000), 59, 'it counts from the new time');
});

test('never exceeds the limit in any minute, and admits after the returned wait', () => {
  const attempts = fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.boolean()), { maxLength: 100 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), attempts, (max, gaps) => {
      const limit = new SlidingWindowLimit(max);
      const admitted: number[] = [];
      let nowMs = NOON;
      for (const [gap, waits] of gaps) {
        nowMs += gap;
        const seconds = limit.take('a', nowMs);
        ok(Number.isInteger(seconds) && seconds >= 0 && seconds <= 60, `${seconds} s`);
        if (seconds > 0 && waits) {
          nowMs += seconds * 1_000;
          strictEqual(limit.take('a', nowMs), 0);
        }
        if (seconds === 0 || waits) admitted.push(nowMs);
      }
      for (const end of admitted) {
        const count = admitted.filter((ms) => ms <= end && ms > end - 60_000).length;
        ok(count <= max, `${count} in a minute`);
      }
    }),
  );
});

test('forgets names that are no longer used', () => {
  const limit = new SlidingWindowLimit(10);
  for (let at = 0; at < 60_000; at += 1) limit.take(`stranger ${at}`, NOON + at * 100);
  ok(limit.size <= 1_201, `${limit.size} names after 6000 s of 10 strangers a second`);
});

test('memory stays bounded when the clock is set back', () => {
  const limit = new SlidingWindowLimit(10);
  for (let at = 0; at < 1_000; at += 1) limit.take(`early ${at}`, NOON);
  const year = NOON - 365 * 86_400_000;
  for (let at = 0; at < 6_000; at += 1) limit.take(`late ${at}`, year + at * 100);
  ok(limit.size <= 1_201, `${limit.size} names`);
});

test('a flood of names within one minute does not grow memory', () => {
  const limit = new SlidingWindowLimit(10, { maxNames: 1_000 });
  for (let at = 0; at < 20_000; at += 1) limit.take(`stranger ${at}`, NOON + at);
  ok(limit.size <= 1_000, `${limit.size} names`);
});

test('a flood of names does not reset the count of a name that is at its limit', () => {
  const limit = new SlidingWindowLimit(3, { maxNames: 1_000 });
  for (let at = 0; at < 3; at += 1) limit.take('target', NOON);
  for (let at = 0; at < 5_000; at += 1) limit.take(`stranger ${at}`, NOON + 1);
  strictEqual(limit.take('target', NOON + 2), 60);
});

test('peek does not count', () => {
  const limit = new SlidingWindowLimit(1);
  deepStrictEqual([limit.peek('a', NOON), limit.peek('a', NOON)], [0, 0]);
  strictEqual(limit.take('a', NOON), 0);
  strictEqual(limit.peek('a', NOON), 60);
});

test('the window can be an hour', () => {
  const limit = new SlidingWindowLimit(1, { windowMs: 3_600_000 });
  strictEqual(limit.take('a', NOON), 0);
  strictEqual(limit.take('a', NOON + 600_000), 3_000);
  strictEqual(limit.take('a', NOON + 3_600_000), 0);
});

test('counts attempts that arrive out of order', () => {
  const limit = new SlidingWindowLimit(10);
  const waits = Array.from({ length: 14 }, (_, at) => limit.take('a', NOON + 1_000 - at * 50));
  strictEqual(waits.filter((seconds) => seconds === 0).length, 10);
});
