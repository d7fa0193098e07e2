/** How many families one network may make in a day. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { FreeDisk } from '#storage/free-disk.ts';
import { NewFamilies } from './new-families.ts';

const DAY_MS = 86_400_000;
const room = new FreeDisk([], { minBytes: 0 });

async function make(families: NewFamilies, address: string, nowMs: number): Promise<string> {
  const refused = await families.refuse(address, nowMs);
  if (!refused) families.count(address, nowMs);
  return refused?.code ?? 'made';
}

test('an address makes a few families a day, and its neighbours theirs', async () => {
  const families = new NewFamilies(2, room);
  const outcomes = [];
  for (const address of ['8.8.8.8', '8.8.8.8', '8.8.8.8', '8.8.4.4'])
    outcomes.push(await make(families, address, 0));
  deepStrictEqual(outcomes, ['made', 'made', 'sign-ups-limited', 'made']);
  strictEqual(await make(families, '8.8.8.8', DAY_MS + 1), 'made');
});

test('all networks of a /48 together make four times as many', async () => {
  const families = new NewFamilies(2, room);
  const outcomes = [];
  for (let at = 0; at < 9; at += 1) outcomes.push(await make(families, `2a00:1450:4001:${at}::1`, 0));
  deepStrictEqual(outcomes, [...Array<string>(8).fill('made'), 'sign-ups-limited']);
});

test('private addresses are those of a proxy that is not trusted, and 0 is no limit', async () => {
  const families = new NewFamilies(1, room);
  for (const address of ['127.0.0.1', '172.18.0.1', '::1'])
    for (let at = 0; at < 3; at += 1) strictEqual(await make(families, address, 0), 'made');
  const unlimited = new NewFamilies(0, room);
  for (let at = 0; at < 30; at += 1) strictEqual(await make(unlimited, '8.8.8.8', 0), 'made');
});

test('no family is made when the disk has no room', async (t) => {
  const full = new FreeDisk([], { minBytes: 0 });
  t.mock.method(full, 'isLow', async () => true);
  strictEqual(await make(new NewFamilies(10, full), '127.0.0.1', 0), 'disk-full');
});
