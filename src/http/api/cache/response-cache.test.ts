/** The cache: bounded, forgetful of exactly what changed, and never current after a change. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, test } from 'node:test';
import { seededChance } from '#test/chance.ts';
import { type CachedResponse, ResponseCache } from './response-cache.ts';
import { DiskCache } from './disk-cache.ts';

const answer = (name: string, body = 'x'): CachedResponse => ({ name, body, etag: name });

function makeCache(mostBytes: number): ResponseCache {
  const shelf = new DiskCache((error) => {
    throw error;
  });
  after(() => shelf.close());
  return new ResponseCache(mostBytes, shelf);
}

test('many operations: never too heavy, never out of date, and what was just asked for stays', () => {
  const mostBytes = 200_000;
  const cache = makeCache(mostBytes);
  const chance = seededChance(11);
  /** The change that each family's answers must be at least as new as. */
  const truth = new Map<string, number>();
  const bodies = Array.from({ length: 50 }, (_, n) => 'x'.repeat(n * 40));
  let [heaviest, hits] = [0, 0];
  for (let round = 0; round < 200_000; round += 1) {
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

test('a change makes everything of its family out of date, and nothing of another', () => {
  const cache = makeCache(100_000);
  const { now } = cache;
  for (const family of ['a', 'b']) {
    for (const name of ['current', 'next']) cache.addAnswer(family, now, answer(name));
  }
  cache.forget('a');
  const current = (family: string) => [
    cache.isCurrent(family, now),
    ...['current', 'next'].map((name) => !!cache.findAnswer(family, name)),
  ];
  deepStrictEqual(current('a'), [false, false, false]);
  deepStrictEqual(current('b'), [true, true, true]);
});

test('what was read before a change is not kept after it', () => {
  const cache = makeCache(100_000);
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

test('when everything changed nothing is current', () => {
  const cache = makeCache(100_000);
  const before = cache.now;
  cache.addAnswer('a', before, answer('current'));
  cache.forgetAll();
  strictEqual(cache.findAnswer('a', 'current'), undefined);
  strictEqual(cache.isCurrent('a', before), false);
  deepStrictEqual(cache.size, { keys: 0, families: 0, bytes: 0 });
});

test('what memory has no room for is on the shelf, to the letter, and moves back when it is asked for often', () => {
  const cache = makeCache(10_000);
  const all = Array.from({ length: 100 }, (_, n) => ({
    name: 'current',
    etag: `"${n}"`,
    body: `{"é":"\\n ${n}"}`.repeat(n),
  }));
  for (const [n, each] of all.entries()) cache.addAnswer(`f${n}`, cache.now, each);
  for (const [n, each] of all.entries()) deepStrictEqual(cache.findAnswer(`f${n}`, 'current'), each);
  ok(cache.shelfHits > 50, `${cache.shelfHits} from the shelf`);
  for (let n = 0; n < 100; n += 1) cache.findAnswer('f99', 'current');
  const { shelfHits } = cache;
  cache.findAnswer('f99', 'current');
  strictEqual(cache.shelfHits, shelfHits);
  cache.forget('f98');
  strictEqual(cache.findAnswer('f98', 'current'), undefined);
});

test('after very many changes it starts afresh, and none of them is lost', () => {
  const cache = makeCache(10_000_000);
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
