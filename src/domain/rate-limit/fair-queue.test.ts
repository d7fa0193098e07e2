import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { FairQueue, type Group } from './fair-queue.ts';

const HALF_LIFE_MS = 30_000;
const group = (name: string, limit = 100): Group => ({ name, limit });
const newQueue = (limit = 100) => new FairQueue<string>({ limit, halfLifeMs: HALF_LIFE_MS });

/** Takes the next item, charges it and finishes it. */
function serve(queue: FairQueue<string>, cost: number, nowMs = 0): string | undefined {
  const item = queue.take(nowMs);
  if (item === undefined) return undefined;
  queue.charge(item, cost, nowMs);
  queue.finish(item);
  return item;
}

test('groups take turns, each in its own order', () => {
  const queue = newQueue();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item, [group(item.charAt(0))], 0);
  const order = Array.from({ length: 6 }, () => serve(queue, 1));
  deepStrictEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('serves a new group before nine busy ones until it has used as much as they have', () => {
  const queue = newQueue();
  let added = 0;
  const refill = () => {
    for (let n = 0; n < 9; n += 1) queue.add(`hostile ${(added += 1)}`, [group(`g${n}`)], 0);
  };
  refill();
  for (let round = 0; round < 18; round += 1) {
    serve(queue, 2);
    if (round % 9 === 0) refill();
  }
  for (const item of ['first', 'second']) {
    queue.add(item, [group('newcomer')], 0);
    strictEqual(serve(queue, 1), item);
  }
});

test('many families of one network count as one group', () => {
  const queue = newQueue();
  const served: string[] = [];
  for (let round = 0; round < 40; round += 1) {
    for (let n = 0; n < 9; n += 1)
      queue.add(`hostile ${round}-${n}`, [group('one'), group(`family ${n}`)], 0);
    queue.add(`honest ${round}`, [group('two'), group('family')], 0);
    served.push(serve(queue, 1) ?? '');
  }
  const honest = served.filter((item) => item.startsWith('honest')).length;
  ok(honest >= 19, `${honest} of 40 turns`);
});

test('one family in many networks counts as one group', () => {
  const queue = newQueue(1_000);
  const served: string[] = [];
  for (let round = 0; round < 40; round += 1) {
    for (let n = 0; n < 9; n += 1) {
      queue.add(`hostile ${round}-${n}`, [group(`network ${n}`), group('hostile')], 0);
    }
    queue.add(`honest ${round}`, [group('home'), group('honest')], 0);
    served.push(serve(queue, 1) ?? '');
  }
  const honest = served.filter((item) => item.startsWith('honest')).length;
  ok(honest >= 19, `${honest} of 40 turns`);
});

test('serves the group with the lower recent use first; use decays with a half-life', () => {
  const queue = newQueue();
  queue.add('long', [group('a')], 0);
  queue.add('short', [group('b')], 0);
  strictEqual(serve(queue, 2_000), 'long');
  strictEqual(serve(queue, 100), 'short');
  const later = 6 * HALF_LIFE_MS;
  queue.add('a', [group('a')], later);
  for (const item of ['b', 'b again']) queue.add(item, [group('b')], later);
  strictEqual(serve(queue, 100, later), 'b', 'after six half-lives, 100 still counts less than 2,000');
  strictEqual(serve(queue, 100, later), 'a', '2,000 of six half-lives ago counts less than 100 now');
});

test('an estimate is charged at the start and corrected at the end', () => {
  const queue = newQueue();
  queue.add('a1', [group('a')], 0);
  const running = queue.take(0) as string;
  queue.charge(running, 1_000, 0);
  queue.add('a2', [group('a')], 0);
  queue.add('b1', [group('b')], 0);
  strictEqual(serve(queue, 500), 'b1', 'a counts as busy while its item runs');
  queue.charge(running, -900, 0);
  queue.finish(running);
  queue.add('b2', [group('b')], 0);
  strictEqual(serve(queue, 1), 'a2');
});

test('limits the waiting and running items of a group, without effect on other groups', () => {
  const queue = newQueue();
  const three = [group('a', 3)];
  deepStrictEqual(
    ['a1', 'a2', 'a3', 'a4'].map((item) => queue.add(item, three, 0)),
    [undefined, undefined, undefined, 'a4'],
  );
  const running = queue.take(0) as string;
  strictEqual(queue.add('a5', three, 0), 'a5', 'the running item counts');
  strictEqual(queue.add('b1', [group('b', 3)], 0), undefined);
  queue.finish(running);
  strictEqual(queue.add('a6', three, 0), undefined);
});

test('drops the newest item of the largest group when the queue is full', () => {
  const queue = newQueue(4);
  for (const item of ['a1', 'a2', 'a3', 'b1']) queue.add(item, [group(item.charAt(0))], 0);
  strictEqual(queue.add('c1', [group('c')], 0), 'a3');
  strictEqual(queue.add('d1', [group('d')], 0), 'a2');
  strictEqual(queue.add('e1', [group('e')], 0), 'e1', 'with one item each, the newest is dropped');
});

test('of equally large groups, drops the item of the one with the highest use', () => {
  const queue = newQueue(2);
  queue.add('a1', [group('a')], 0);
  serve(queue, 5);
  for (const item of ['a2', 'b1']) queue.add(item, [group(item.charAt(0))], 0);
  strictEqual(queue.add('c1', [group('c')], 0), 'a2');
});

test('removes an item only while it waits', () => {
  const queue = newQueue();
  for (const item of ['a1', 'b1']) queue.add(item, [group(item.charAt(0))], 0);
  deepStrictEqual([queue.remove('a1'), queue.remove('a1'), queue.waiting], [true, false, 1]);
  strictEqual(queue.take(0), 'b1');
  strictEqual(queue.remove('b1'), false, 'it is running');
  queue.add('c1', [group('c')], 0);
  deepStrictEqual([queue.removeAll(), queue.waiting, queue.running], [['c1'], 0, 1]);
});

test('loses no item, serves none twice and stays within its limits', () => {
  const step = fc.record({
    kind: fc.constantFrom('add', 'add', 'take', 'finish', 'remove'),
    network: fc.integer({ min: 0, max: 3 }),
    family: fc.integer({ min: 0, max: 5 }),
    afterMs: fc.integer({ min: 0, max: 20_000 }),
    cost: fc.integer({ min: 0, max: 3_000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const queue = newQueue(6);
      const [waiting, running] = [new Set<string>(), [] as string[]];
      let nowMs = 0;
      for (const [at, { kind, network, family, afterMs, cost }] of steps.entries()) {
        nowMs += afterMs;
        if (kind === 'add') {
          waiting.add(`item ${at}`);
          const dropped = queue.add(`item ${at}`, [group(`n${network}`), group(`f${family}`, 3)], nowMs);
          if (dropped !== undefined) ok(waiting.delete(dropped));
        } else if (kind === 'take') {
          const item = queue.take(nowMs);
          strictEqual(item === undefined, waiting.size === 0);
          if (item !== undefined) ok(waiting.delete(item) && running.push(item) > 0);
        } else if (kind === 'finish') {
          const item = running.shift();
          if (item !== undefined) queue.charge(item, cost, nowMs);
          if (item !== undefined) queue.finish(item);
        } else {
          const [item] = waiting;
          if (item !== undefined) strictEqual(queue.remove(item), waiting.delete(item));
        }
        ok(queue.waiting <= 6);
        deepStrictEqual([queue.waiting, queue.running], [waiting.size, running.length]);
      }
    }),
  );
});
