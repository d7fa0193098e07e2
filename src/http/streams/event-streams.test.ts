/** Which event stream ends when the limit of streams is reached, and how long streams may read. */
import { deepStrictEqual, match, ok } from 'node:assert/strict';
import type { PassThrough, Readable } from 'node:stream';
import { after, describe, test } from 'node:test';
import { type Caller, findCaller } from '#auth/session.ts';
import { beforeDeadline, withDeadline } from '#storage/deadline.ts';
import { makeWorld } from '#test/support/world.ts';
import { createEventStreams } from '#test/support/clients/event-stream.ts';
import { freshStore, type Scope } from '#test/support/store.ts';
import { EventStreams } from './event-streams.ts';

function holderOf(caller: Caller | undefined) {
  return { family: caller?.family ?? '', id: caller?.tokenHash ?? '' };
}

describe('at the limit of streams', async () => {
  const store = await freshStore({ after }, 'sqlite');
  const worlds = await Promise.all(
    Array.from({ length: 8 }, () => makeWorld({ store, clock: { nowMs: 0 } })),
  );
  const callers = await Promise.all(worlds.map(({ owner }) => findCaller(store.db, owner.token, 0)));

  /** Limits the server to six streams. Returns a function that opens a stream of a family from an address. */
  function limitToSix(scope: Scope) {
    const streams = createEventStreams(scope, store, { maxStreams: 6 });
    return (family: number, address = `10.0.0.${family}`) => {
      const stream = streams.open(holderOf(callers[family]), address)?.resume();
      return {
        isRefused: stream === undefined,
        isOpen: () => stream?.readable === true && !isEnding(stream),
      };
    };
  }

  test('ends the oldest stream of the family with the most, never the only stream of a family', (t) => {
    const open = limitToSix(t);
    const quiet = open(0);
    const crowd = [open(1), open(1), open(1), open(2), open(2)];
    const next = [open(3), open(4)];
    deepStrictEqual(
      crowd.map((stream) => stream.isOpen()),
      [false, true, true, false, true],
    );
    // The families now have 2, 1, 1, 1 and 1 streams: one that opens another loses its own oldest.
    const again = [open(1), open(2), open(1), open(2)];
    ok(quiet.isOpen() && next.every((stream) => stream.isOpen()));
    deepStrictEqual(
      again.map((stream) => stream.isOpen()),
      [true, false, true, true],
    );
  });

  test('if every family has one stream, ends the oldest of the network with the most', (t) => {
    const open = limitToSix(t);
    const quiet = open(0);
    const crowd = [1, 2, 3, 4, 5].map((family) => open(family, '203.0.113.7'));
    const newcomer = open(6);
    ok(quiet.isOpen() && newcomer.isOpen());
    deepStrictEqual(
      crowd.map((stream) => stream.isOpen()),
      [false, true, true, true, true],
    );
  });

  test('refuses a new stream if no family or network has more than its own', (t) => {
    const open = limitToSix(t);
    const all = [0, 1, 2, 3, 4, 5].map((family) => open(family));
    ok(open(6).isRefused);
    ok(all.every((stream) => stream.isOpen()));
    // A family can replace its own stream.
    ok(!open(0).isRefused);
    ok(!all[0]?.isOpen());
  });
});

test('the time that a stream waits for the database is not that of the request that opened it', async (t) => {
  const store = await freshStore(t, 'postgres');
  const { owner } = await makeWorld({ store, clock: { nowMs: 0 } });
  const caller = (await findCaller(store.db, owner.token, 0)) as Caller;
  const failed = Promise.withResolvers<unknown>();
  const streams = new EventStreams(store, () => 0, failed.resolve);
  t.after(() => streams.close());
  const now = performance.now.bind(performance);
  let passedMs = 0;
  t.mock.method(performance, 'now', () => now() + passedMs);
  const first = Promise.withResolvers<string>();
  await withDeadline(async () => {
    // The request has no time left.
    await beforeDeadline(async () => void (passedMs = 3_600_000));
    const stream = streams.open(holderOf(caller), '10.0.0.1') as Readable;
    stream.setEncoding('utf8').on('data', (text: string) => text.includes('id: ') && first.resolve(text));
  });
  match(String(await Promise.race([first.promise, failed.promise])), /event: changed/);
});

/** Whether the server has ended the stream; a reader gets the end later. */
function isEnding(stream: Readable): boolean {
  return (stream as PassThrough).writableEnded;
}
