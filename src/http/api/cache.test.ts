/** The cache: bounded, forgetful of exactly what changed, and never current after a change. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { seededChance } from '#test/chance.ts';
import { type CachedKey, FamilyCache, MOST_KEYS } from './cache.ts';

const answer = (name: string, body = 'x') => ({ name, body, etag: name, found: [], unchanged: [] });
const key = (id: string, family: string, asOf: number): CachedKey => ({
  asOf,
  id,
  family,
  key: id,
  timeZone: 'UTC',
  endsMs: Infinity,
  premiumEndsMs: Infinity,
  fullAtMs: 0,
  usedMinute: -1,
});

test('a million operations: never too heavy, never out of date, and what was just asked for stays', () => {
  const mostBytes = 200_000;
  const cache = new FamilyCache(mostBytes);
  const chance = seededChance(11);
  /** The change that each family's answers must be at least as new as. */
  const truth = new Map<string, number>();
  const bodies = Array.from({ length: 50 }, (_, n) => 'x'.repeat(n * 40));
  let [heaviest, hits] = [0, 0];
  for (let round = 0; round < 1_000_000; round += 1) {
    const family = `family${chance(2_000)}`;
    const name = chance(2) ? 'current' : 'next';
    const what = chance(100);
    if (what < 2) {
      cache.forget(family);
      truth.set(family, round);
    } else if (what < 50) {
      const found = cache.findAnswer(family, name);
      if (found !== undefined && Number(found.etag) < (truth.get(family) ?? 0))
        throw new Error(`stale in ${round}`);
      if (found !== undefined) hits += 1;
    } else {
      const kept = { ...answer(name, bodies[chance(50)]), etag: String(round) };
      cache.addAnswer(family, cache.now, kept);
      if (cache.findAnswer(family, name) === undefined) throw new Error(`not kept in ${round}`);
    }
    heaviest = Math.max(heaviest, cache.size.bytes);
  }
  ok(heaviest <= mostBytes, `${heaviest} bytes`);
  ok(heaviest > mostBytes / 2 && hits > 1_000, `${heaviest} bytes, ${hits} hits`);
});

test('keys stay within their number', () => {
  const cache = new FamilyCache(1_000);
  let most = 0;
  for (let id = 0; id < 200_000; id += 1) {
    cache.addKey(key(`k${id}`, 'a', 0));
    cache.findKey(`k${Math.floor(id / 2)}`);
    most = Math.max(most, cache.size.keys);
  }
  ok(most <= MOST_KEYS && most > MOST_KEYS / 2, `${most} keys`);
  ok(cache.findKey('k199999'));
});

test('a change makes everything of its family out of date, and nothing of another', () => {
  const cache = new FamilyCache(100_000);
  for (const family of ['a', 'b']) {
    cache.addKey(key(`key of ${family}`, family, cache.now));
    for (const name of ['current', 'next']) cache.addAnswer(family, cache.now, answer(name));
  }
  cache.forget('a');
  const current = (family: string) => {
    const known = cache.findKey(`key of ${family}`);
    return [
      known && cache.isCurrent(family, known.asOf),
      ...['current', 'next'].map((name) => !!cache.findAnswer(family, name)),
    ];
  };
  deepStrictEqual(current('a'), [false, false, false]);
  deepStrictEqual(current('b'), [true, true, true]);
});

test('what was read before a change is not kept after it', () => {
  const cache = new FamilyCache(100_000);
  for (const change of [() => cache.forget('a'), () => cache.forgetAll()]) {
    const asOf = cache.now;
    change();
    cache.addAnswer('a', asOf, answer('current'));
    strictEqual(cache.findAnswer('a', 'current'), undefined);
    strictEqual(cache.isCurrent('a', asOf), false);
    cache.addAnswer('a', cache.now, answer('current'));
    ok(cache.findAnswer('a', 'current'));
  }
});

test('when everything changed nothing is current, but buckets go on', () => {
  const cache = new FamilyCache(100_000);
  cache.addKey({ ...key('k', 'a', cache.now), fullAtMs: 77 });
  cache.addAnswer('a', cache.now, answer('current'));
  cache.forgetAll();
  strictEqual(cache.findAnswer('a', 'current'), undefined);
  strictEqual(cache.isCurrent('a', cache.findKey('k')?.asOf ?? 0), false);
  strictEqual(cache.findKey('k')?.fullAtMs, 77);
  deepStrictEqual(cache.size, { keys: 1, families: 0, bytes: 0 });
});

test('after very many changes it starts afresh, and none of them is lost', () => {
  const cache = new FamilyCache(10_000_000);
  const before = cache.now;
  for (let n = 0; n < 10_000; n += 1) cache.forget(`f${n}`);
  cache.addAnswer('other', before, answer('current'));
  ok(cache.findAnswer('other', 'current'));
  cache.forget('one more');
  strictEqual(cache.findAnswer('other', 'current'), undefined);
  for (const family of ['f0', 'f9999', 'one more', 'other'])
    strictEqual(cache.isCurrent(family, before), false);
  strictEqual(cache.isCurrent('f0', cache.now), true);
});
