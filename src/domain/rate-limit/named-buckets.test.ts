import { ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { NamedBuckets } from './named-buckets.ts';

const NOW = 1_000_000_000;

test('gives each name a minute of tokens, then the refill', () => {
  const buckets = new NamedBuckets(60);
  for (let taken = 0; taken < 60; taken += 1) strictEqual(buckets.take('a', NOW), 0);
  strictEqual(buckets.peek('a', NOW), 1);
  strictEqual(buckets.take('a', NOW), 1);
  strictEqual(buckets.take('b', NOW), 0, 'another name has its own bucket');
  strictEqual(buckets.peek('a', NOW + 999), 1);
  strictEqual(buckets.peek('a', NOW + 1_000), 0);
  strictEqual(buckets.take('a', NOW + 1_000), 0);
  strictEqual(buckets.take('a', NOW + 1_000), 1);
  for (let taken = 0; taken < 60; taken += 1) strictEqual(buckets.take('a', NOW + 61_000), 0);
});

test('does not store a name that was only peeked at', () => {
  const buckets = new NamedBuckets(1);
  strictEqual(buckets.peek('a', NOW), 0);
  strictEqual(buckets.size, 0);
});

test('evicts names that were not used for a minute', () => {
  const buckets = new NamedBuckets(1);
  for (let at = 0; at < 10_000; at += 1) buckets.take(`name ${at}`, NOW + at * 1_000);
  // One new name per second; a bucket is full again, and evicted, after sixty.
  ok(buckets.size <= 61, `${buckets.size} names`);
  // A name in constant use does not prevent the eviction of others.
  for (let at = 0; at < 10_000; at += 1) {
    buckets.take('busy', NOW + 20_000_000 + at * 100);
    buckets.take(`other ${at}`, NOW + 20_000_000 + at * 100);
  }
  ok(buckets.size <= 602, `${buckets.size} names`);
});

test('never exceeds maxNames and evicts the least recently used name', () => {
  const buckets = new NamedBuckets(1, 100);
  for (let at = 0; at < 1_000; at += 1) buckets.take(`name ${at}`, NOW);
  strictEqual(buckets.size, 100);
  strictEqual(buckets.peek('name 899', NOW), 0);
  strictEqual(buckets.peek('name 900', NOW), 60);
});

test('does not wait for a clock that was set back and evicts all names', () => {
  for (const backMs of [5_000, 59_000, 60_000, 3_600_000]) {
    const buckets = new NamedBuckets(1);
    for (let at = 0; at < 10; at += 1) buckets.take(`name ${at}`, NOW);
    strictEqual(buckets.peek('name 9', NOW - backMs), 0);
    strictEqual(buckets.take('name 9', NOW - backMs), 0);
    strictEqual(buckets.take('name 9', NOW - backMs), 60, 'it counts again from then on');
    strictEqual(buckets.size, 1);
  }
  const buckets = new NamedBuckets(3);
  buckets.take('a', NOW);
  strictEqual(buckets.take('a', NOW - 5), 0);
  ok(buckets.take('a', NOW - 5) > 0, 'a correction of some milliseconds gives no new tokens');
});
