/** The disk cache may lose entries, never confuses two keys, and leaves no file behind. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { seededRandom } from '#domain/random.ts';
import { freshFolder } from '#test/support/store.ts';
import { DiskCache } from './disk-cache.ts';

function open(t: TestContext, maxBlocks?: number) {
  const folder = freshFolder(t);
  const cache = new DiskCache((error) => t.assert.fail(String(error)), folder, maxBlocks);
  t.after(() => cache.close());
  return { cache, folder };
}

test('finds nearly all entries of 100,000 families', (t) => {
  const { cache } = open(t);
  const body = 'é'.repeat(500);
  for (let at = 0; at < 100_000; at += 1) cache.put(`key ${at}`, `${at}\n${body}`);
  let found = 0;
  for (let at = 0; at < 100_000; at += 1) {
    const text = cache.get(`key ${at}`);
    if (text === undefined) continue;
    if (text !== `${at}\n${body}`) throw new Error(`key ${at}: ${text}`);
    found += 1;
  }
  ok(found > 98_500, `${found} found`);
});

test('returns the last text of a key or nothing, with more keys and texts than fit', (t) => {
  const { cache } = open(t, 40);
  const random = seededRandom(5);
  const given = new Map<string, string>();
  const filler = 'x'.repeat(300);
  let found = 0;
  for (let round = 0; round < 400_000; round += 1) {
    const key = `n${random(700_000)}`;
    if (random(2)) {
      const text = `${round}${filler.slice(0, random(300))}`;
      cache.put(key, text);
      given.set(key, text);
    } else {
      const text = cache.get(key);
      if (text !== undefined && text !== given.get(key)) throw new Error(`${key}: ${text}`);
      if (text !== undefined) found += 1;
    }
  }
  ok(found > 10_000, `${found} found`);
});

test('overwrites the oldest entries, so that the file does not grow beyond its bound', (t) => {
  const { cache, folder } = open(t, 3);
  const text = 'x'.repeat(50_000);
  for (let at = 0; at < 100; at += 1) cache.put(`n${at}`, text);
  strictEqual(cache.get('n0'), undefined);
  for (let at = 85; at < 100; at += 1) strictEqual(cache.get(`n${at}`), text);
  const [size] = sizesOfUnlinked(folder);
  ok(size === 3 * 256 * 1_024, `${size} bytes`);
});

test('does not find an overwritten entry, even if similar bytes are now in its place', (t) => {
  const { cache } = open(t, 2);
  const fillBlock = () => [1, 2, 3, 4].map((n) => cache.put(`filler ${n}`, 'x'.repeat(64_000)));
  cache.put('x', '');
  cache.put('a', 'mine!!');
  fillBlock();
  fillBlock();
  strictEqual(cache.get('a'), 'mine!!');
  // Too long for the rest of the second block, so it starts the third, which overwrites the first.
  cache.put('b', `a\nforged${'x'.repeat(10_000)}`);
  fillBlock();
  fillBlock();
  strictEqual(cache.get('a'), undefined);
});

test('ignores a text that is too long and stores an empty one', (t) => {
  const { cache } = open(t);
  cache.put('long', 'x'.repeat(70_000));
  strictEqual(cache.get('long'), undefined);
  cache.put('empty', '');
  strictEqual(cache.get('empty'), '');
  strictEqual(cache.get('emp'), undefined);
});

test('shows no file in its folder while it is open, and closes its descriptor', (t) => {
  const { cache, folder } = open(t);
  for (let at = 0; at < 20; at += 1) cache.put(`n${at}`, 'x'.repeat(60_000));
  ok(cache.get('n0'));
  deepStrictEqual(readdirSync(folder), []);
  strictEqual(sizesOfUnlinked(folder).length, 1);
  cache.close();
  strictEqual(sizesOfUnlinked(folder).length, 0);
  strictEqual(cache.get('n0'), undefined);
  cache.put('n0', 'again');
  strictEqual(cache.get('n0'), undefined);
});

test('reports a missing folder once and then stores nothing', (t) => {
  const failures: unknown[] = [];
  const cache = new DiskCache((error) => failures.push(error), join(freshFolder(t), 'not-there'));
  for (let at = 0; at < 100; at += 1) cache.put(`n${at}`, 'x'.repeat(60_000));
  strictEqual(failures.length, 1);
  strictEqual(cache.get('n99'), undefined);
});

/** The sizes of open files of this process that were created in this folder. */
function sizesOfUnlinked(folder: string): number[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = `/proc/self/fd/${fd}`;
      return readlinkSync(path).startsWith(folder) ? [statSync(path).size] : [];
    } catch {
      // The descriptor that readdirSync used is closed by now.
      return [];
    }
  });
}
