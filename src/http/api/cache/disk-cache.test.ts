/** The shelf: may lose what it was given, never mixes anything up, and leaves nothing behind. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { seededChance } from '#test/chance.ts';
import { DiskCache } from './disk-cache.ts';

function open(t: TestContext, mostBlocks?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'weekfare-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const shelf = new DiskCache((error) => t.assert.fail(String(error)), folder, mostBlocks);
  t.after(() => shelf.close());
  return { shelf, folder };
}

test('of a hundred thousand families nearly everything is found again', (t) => {
  const { shelf } = open(t);
  const body = 'é'.repeat(500);
  for (let at = 0; at < 100_000; at += 1) shelf.put(`name ${at}`, `${at}\n${body}`);
  let found = 0;
  for (let at = 0; at < 100_000; at += 1) {
    const text = shelf.get(`name ${at}`);
    if (text === undefined) continue;
    if (text !== `${at}\n${body}`) throw new Error(`name ${at}: ${text}`);
    found += 1;
  }
  ok(found > 98_500, `${found} found`);
});

test('many operations on too many names and too little room: the last text of this name, or nothing', (t) => {
  const { shelf } = open(t, 40);
  const chance = seededChance(5);
  const given = new Map<string, string>();
  const filler = 'x'.repeat(300);
  let found = 0;
  for (let round = 0; round < 400_000; round += 1) {
    const name = `n${chance(700_000)}`;
    if (chance(2)) {
      const text = `${round}${filler.slice(0, chance(300))}`;
      shelf.put(name, text);
      given.set(name, text);
    } else {
      const text = shelf.get(name);
      if (text !== undefined && text !== given.get(name)) throw new Error(`${name}: ${text}`);
      if (text !== undefined) found += 1;
    }
  }
  ok(found > 10_000, `${found} found`);
});

test('the oldest goes when there is no more room, and the file stays as large as it may be', (t) => {
  const { shelf, folder } = open(t, 3);
  const text = 'x'.repeat(50_000);
  for (let at = 0; at < 100; at += 1) shelf.put(`n${at}`, text);
  strictEqual(shelf.get('n0'), undefined);
  for (let at = 85; at < 100; at += 1) strictEqual(shelf.get(`n${at}`), text);
  const [size] = sizesOfNameless(folder);
  ok(size === 3 * 256 * 1_024, `${size} bytes`);
});

test('what was written over is gone, even if there now stands what looks like it', (t) => {
  const { shelf } = open(t, 2);
  const fillBlock = () => [1, 2, 3, 4].map((n) => shelf.put(`filler ${n}`, 'x'.repeat(64_000)));
  shelf.put('x', '');
  shelf.put('a', 'mine!!');
  fillBlock();
  fillBlock();
  strictEqual(shelf.get('a'), 'mine!!');
  // Too long for the rest of the second block, so it begins the third, in the place of the first.
  shelf.put('b', `a\nforged${'x'.repeat(10_000)}`);
  fillBlock();
  fillBlock();
  strictEqual(shelf.get('a'), undefined);
});

test('what is too long is not kept, and what is empty is', (t) => {
  const { shelf } = open(t);
  shelf.put('long', 'x'.repeat(70_000));
  strictEqual(shelf.get('long'), undefined);
  shelf.put('empty', '');
  strictEqual(shelf.get('empty'), '');
  strictEqual(shelf.get('emp'), undefined);
});

test('no file is to be seen while it is used, and none is left when it is closed', (t) => {
  const { shelf, folder } = open(t);
  for (let at = 0; at < 20; at += 1) shelf.put(`n${at}`, 'x'.repeat(60_000));
  ok(shelf.get('n0'));
  deepStrictEqual(readdirSync(folder), []);
  strictEqual(sizesOfNameless(folder).length, 1);
  shelf.close();
  strictEqual(sizesOfNameless(folder).length, 0);
  strictEqual(shelf.get('n0'), undefined);
  shelf.put('n0', 'again');
  strictEqual(shelf.get('n0'), undefined);
});

test('without a folder to write to it says so once, and goes on without', () => {
  const failures: unknown[] = [];
  const shelf = new DiskCache((error) => failures.push(error), join(tmpdir(), 'weekfare-not-there'));
  for (let at = 0; at < 100; at += 1) shelf.put(`n${at}`, 'x'.repeat(60_000));
  strictEqual(failures.length, 1);
  strictEqual(shelf.get('n99'), undefined);
});

/** The sizes of this process's open files that were once in this folder. */
function sizesOfNameless(folder: string): number[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = `/proc/self/fd/${fd}`;
      return readlinkSync(path).startsWith(folder) ? [statSync(path).size] : [];
    } catch {
      // The one that lists the others is closed again.
      return [];
    }
  });
}
