/** The response cache stays within its bound, and a change invalidates exactly its family. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { after, test } from 'node:test';
import { seededRandom } from '#domain/random.ts';
import { type CachedResponse, ResponseCache } from './response-cache.ts';
import { DiskCache } from './disk-cache.ts';

const PLAN = 'meal-plan';

function makeResponse(argument: string, body = 'x', resource = PLAN): CachedResponse {
  return { resource, argument, body, etag: argument };
}

function makeCache(maxBytes: number): ResponseCache {
  const disk = new DiskCache((error) => {
    throw error;
  });
  after(() => disk.close());
  return new ResponseCache(maxBytes, disk);
}

test('stays within its bound and returns nothing outdated over 200,000 random operations', () => {
  const maxBytes = 200_000;
  const cache = makeCache(maxBytes);
  const random = seededRandom(11);
  /** The round in which each family last changed. */
  const changedIn = new Map<string, number>();
  const bodies = Array.from({ length: 50 }, (_, n) => 'x'.repeat(n * 40));
  let [largest, hits] = [0, 0];
  for (let round = 0; round < 200_000; round += 1) {
    const family = `family${random(2_000)}`;
    const week = random(2) ? 'current' : 'next';
    const what = random(100);
    if (what < 2) {
      cache.invalidate(family);
      changedIn.set(family, round);
    } else if (what < 50) {
      const found = cache.find(family, PLAN, week);
      if (found !== undefined && Number(found.etag) < (changedIn.get(family) ?? 0))
        throw new Error(`outdated in round ${round}`);
      if (found !== undefined) hits += 1;
    } else {
      cache.add(family, cache.now, { ...makeResponse(week, bodies[random(50)]), etag: String(round) });
      if (cache.find(family, PLAN, week) === undefined) throw new Error(`not cached in round ${round}`);
    }
    largest = Math.max(largest, cache.size.bytes);
  }
  ok(largest <= maxBytes, `${largest} bytes`);
  ok(largest > maxBytes / 2 && hits > 1_000, `${largest} bytes, ${hits} hits`);
});

test('a change invalidates everything of its family and nothing of another', () => {
  const cache = makeCache(100_000);
  const { now } = cache;
  for (const family of ['a', 'b']) {
    for (const week of ['current', 'next']) cache.add(family, now, makeResponse(week));
  }
  cache.invalidate('a');
  const current = (family: string) => [
    cache.isCurrent(family, now),
    ...['current', 'next'].map((week) => !!cache.find(family, PLAN, week)),
  ];
  deepStrictEqual(current('a'), [false, false, false]);
  deepStrictEqual(current('b'), [true, true, true]);
});

test('responses differ by resource and by argument, in memory and on disk', () => {
  for (const maxBytes of [100_000, 0]) {
    const cache = makeCache(maxBytes);
    const all = ['meal-plan', 'shopping-list'].flatMap((resource) =>
      ['current', 'next'].map((week) => makeResponse(week, `${resource} ${week}`, resource)),
    );
    for (const response of all) cache.add('a', cache.now, response);
    for (const response of all)
      deepStrictEqual(cache.find('a', response.resource, response.argument), response);
  }
});

test('does not cache a response that was read before a change', () => {
  const cache = makeCache(100_000);
  for (const change of [() => cache.invalidate('a'), () => cache.invalidateAll()]) {
    const asOf = cache.now;
    change();
    cache.add('a', asOf, makeResponse('current'));
    strictEqual(cache.find('a', PLAN, 'current'), undefined);
    strictEqual(cache.isCurrent('a', asOf), false);
    cache.add('a', cache.now, makeResponse('current'));
    ok(cache.find('a', PLAN, 'current'));
  }
});

test('invalidating everything empties the cache', () => {
  const cache = makeCache(100_000);
  const before = cache.now;
  cache.add('a', before, makeResponse('current'));
  cache.invalidateAll();
  strictEqual(cache.find('a', PLAN, 'current'), undefined);
  strictEqual(cache.isCurrent('a', before), false);
  deepStrictEqual(cache.size, { keys: 0, families: 0, bytes: 0 });
});

test('responses that do not fit in memory come from disk unchanged, and frequent ones return to memory', () => {
  const cache = makeCache(10_000);
  const all = Array.from({ length: 100 }, (_, n) => ({
    resource: PLAN,
    argument: 'current',
    etag: `"${n}"`,
    body: `{"é":"\\n ${n}"}`.repeat(n),
  }));
  for (const [n, response] of all.entries()) cache.add(`f${n}`, cache.now, response);
  for (const [n, response] of all.entries()) deepStrictEqual(cache.find(`f${n}`, PLAN, 'current'), response);
  ok(cache.diskHits > 50, `${cache.diskHits} from disk`);
  for (let n = 0; n < 100; n += 1) cache.find('f99', PLAN, 'current');
  const { diskHits } = cache;
  cache.find('f99', PLAN, 'current');
  strictEqual(cache.diskHits, diskHits);
  cache.invalidate('f98');
  strictEqual(cache.find('f98', PLAN, 'current'), undefined);
});

test('more than 10,000 changed families invalidate everything', () => {
  const cache = makeCache(10_000_000);
  const before = cache.now;
  for (let n = 0; n < 10_000; n += 1) cache.invalidate(`f${n}`);
  cache.add('other', before, makeResponse('current'));
  ok(cache.find('other', PLAN, 'current'));
  cache.invalidate('one more');
  strictEqual(cache.find('other', PLAN, 'current'), undefined);
  for (const family of ['f0', 'f9999', 'one more', 'other'])
    strictEqual(cache.isCurrent(family, before), false);
  strictEqual(cache.isCurrent('f0', cache.now), true);
});
