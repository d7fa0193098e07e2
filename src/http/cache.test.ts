/** The cache stays within its bound, and a change invalidates exactly its family. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#domain/random.ts';
import { Cache } from './cache.ts';

const PLAN = 'meal-plan';
const RESPONSE = { etag: '"1"', body: 'x' };

test('stays within its bound and returns nothing outdated over 200,000 random operations', () => {
  const maxBytes = 400_000;
  const cache = new Cache(maxBytes);
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
      const found = cache.findResponse(family, PLAN, week);
      if (found !== undefined && Number(found.etag) < (changedIn.get(family) ?? 0))
        throw new Error(`outdated in round ${round}`);
      if (found !== undefined) hits += 1;
    } else {
      const body = bodies[random(50)] as string;
      cache.addResponse(family, cache.now, PLAN, week, { etag: String(round), body });
      if (cache.findResponse(family, PLAN, week)?.body !== body)
        throw new Error(`not cached in round ${round}`);
    }
    largest = Math.max(largest, cache.size.bytes);
  }
  ok(largest <= maxBytes, `${largest} bytes`);
  ok(largest > 0.9 * maxBytes && hits > 1_000, `${largest} bytes, ${hits} hits`);
});

test('pushes out what was used least recently', () => {
  const cache = new Cache(100_000);
  const add = (family: string) =>
    cache.addResponse(family, cache.now, PLAN, 'current', { etag: '""', body: 'x'.repeat(1_000) });
  add('often');
  add('once');
  for (let n = 0; n < 90; n += 1) {
    add(`f${n}`);
    ok(cache.findResponse('often', PLAN, 'current'));
  }
  strictEqual(cache.findResponse('once', PLAN, 'current'), undefined);
});

test('does not let one large value push out many others', () => {
  const cache = new Cache(100_000);
  cache.addResponse('a', cache.now, PLAN, 'current', RESPONSE);
  cache.addResponse('b', cache.now, PLAN, 'current', { etag: '""', body: 'x'.repeat(2_000) });
  ok(cache.findResponse('a', PLAN, 'current'));
  strictEqual(cache.findResponse('b', PLAN, 'current'), undefined);
});

test('a change invalidates everything of its family and nothing of another', () => {
  const cache = new Cache(100_000);
  const { now } = cache;
  for (const family of ['a', 'b']) {
    for (const week of ['current', 'next']) cache.addResponse(family, now, PLAN, week, RESPONSE);
  }
  cache.invalidate('a');
  const current = (family: string) => [
    cache.isCurrent(family, now),
    ...['current', 'next'].map((week) => !!cache.findResponse(family, PLAN, week)),
  ];
  deepStrictEqual(current('a'), [false, false, false]);
  deepStrictEqual(current('b'), [true, true, true]);
});

test('responses differ by family, resource and argument', () => {
  const cache = new Cache(100_000);
  const names = ['a', 'b'].flatMap((family) =>
    [PLAN, 'shopping-list'].flatMap((resource) =>
      ['current', 'next'].map((week) => [family, resource, week] as const),
    ),
  );
  for (const [family, resource, week] of names)
    cache.addResponse(family, cache.now, resource, week, {
      etag: '""',
      body: `${family} ${resource} ${week}`,
    });
  for (const name of names) strictEqual(cache.findResponse(...name)?.body, name.join(' '));
});

test('a name finds only values of its kind', () => {
  const cache = new Cache(100_000);
  const keys = cache.part<{ scopes: number }>('key', () => 10);
  const links = cache.part<{ settings: string }>('link', () => 10);
  keys.set('secret', { scopes: 1 });
  links.set('secret', { settings: 'dinner' });
  cache.addResponse('secret', cache.now, PLAN, 'current', RESPONSE);
  deepStrictEqual([keys.find('secret'), links.find('secret')], [{ scopes: 1 }, { settings: 'dinner' }]);
  strictEqual(keys.find(`secret ${PLAN} current`), undefined);
});

test('does not return a response that was read before a change', () => {
  const cache = new Cache(100_000);
  for (const change of [() => cache.invalidate('a'), () => cache.invalidateAll()]) {
    const asOf = cache.now;
    change();
    cache.addResponse('a', asOf, PLAN, 'current', RESPONSE);
    strictEqual(cache.findResponse('a', PLAN, 'current'), undefined);
    strictEqual(cache.isCurrent('a', asOf), false);
    cache.addResponse('a', cache.now, PLAN, 'current', RESPONSE);
    ok(cache.findResponse('a', PLAN, 'current'));
  }
});

test('more than 10,000 changed families invalidate everything', () => {
  const cache = new Cache(10_000_000);
  const before = cache.now;
  for (let n = 0; n < 10_000; n += 1) cache.invalidate(`f${n}`);
  cache.addResponse('other', before, PLAN, 'current', RESPONSE);
  ok(cache.findResponse('other', PLAN, 'current'));
  cache.invalidate('one more');
  strictEqual(cache.findResponse('other', PLAN, 'current'), undefined);
  for (const family of ['f0', 'f9999', 'one more', 'other'])
    strictEqual(cache.isCurrent(family, before), false);
  strictEqual(cache.isCurrent('f0', cache.now), true);
});
