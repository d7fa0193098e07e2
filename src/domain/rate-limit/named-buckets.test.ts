import { ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { NamedBuckets } from './named-buckets.ts';

const NOW = 1_000_000_000;

test('each name has a minute of tokens, and then as many as come back', () => {
  const buckets = new NamedBuckets(60);
  for (let taken = 0; taken < 60; taken += 1) strictEqual(buckets.take('a', NOW), 0);
  strictEqual(buckets.secondsToWait('a', NOW), 1);
  strictEqual(buckets.take('a', NOW), 1);
  strictEqual(buckets.take('b', NOW), 0, 'another name has its own');
  strictEqual(buckets.secondsToWait('a', NOW + 999), 1);
  strictEqual(buckets.secondsToWait('a', NOW + 1_000), 0);
  strictEqual(buckets.take('a', NOW + 1_000), 0);
  strictEqual(buckets.take('a', NOW + 1_000), 1);
  for (let taken = 0; taken < 60; taken += 1) strictEqual(buckets.take('a', NOW + 61_000), 0);
});

test('a name that was never used waits for nothing and is not remembered', () => {
  const buckets = new NamedBuckets(1);
  strictEqual(buckets.secondsToWait('a', NOW), 0);
  strictEqual(buckets.size, 0);
});

test('names of the last minute are remembered, others are forgotten', () => {
  const buckets = new NamedBuckets(1);
  for (let at = 0; at < 10_000; at += 1) buckets.take(`name ${at}`, NOW + at * 1_000);
  // One a second, and a full bucket again after sixty.
  ok(buckets.size <= 61, `${buckets.size} names`);
  // A name that is used all the time does not keep the others from being forgotten.
  for (let at = 0; at < 10_000; at += 1) {
    buckets.take('busy', NOW + 20_000_000 + at * 100);
    buckets.take(`other ${at}`, NOW + 20_000_000 + at * 100);
  }
  ok(buckets.size <= 602, `${buckets.size} names`);
});

test('there are never more names than the most, and the one used longest ago goes first', () => {
  const buckets = new NamedBuckets(1, 100);
  for (let at = 0; at < 1_000; at += 1) buckets.take(`name ${at}`, NOW);
  strictEqual(buckets.size, 100);
  strictEqual(buckets.secondsToWait('name 899', NOW), 0);
  strictEqual(buckets.secondsToWait('name 900', NOW), 60);
});

test('a clock that is set back makes nobody wait, and leaves nothing behind', () => {
  for (const backMs of [5_000, 59_000, 60_000, 3_600_000]) {
    const buckets = new NamedBuckets(1);
    for (let at = 0; at < 10; at += 1) buckets.take(`name ${at}`, NOW);
    strictEqual(buckets.secondsToWait('name 9', NOW - backMs), 0);
    strictEqual(buckets.take('name 9', NOW - backMs), 0);
    strictEqual(buckets.take('name 9', NOW - backMs), 60, 'and from then on it counts again');
    strictEqual(buckets.size, 1);
  }
  const buckets = new NamedBuckets(3);
  buckets.take('a', NOW);
  strictEqual(buckets.take('a', NOW - 5), 0);
  ok(buckets.take('a', NOW - 5) > 0, 'a correction of some milliseconds gives no new tokens');
});
