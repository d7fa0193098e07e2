/** Which event stream ends when the limit of streams is reached. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import type { PassThrough, Readable } from 'node:stream';
import { after, describe, test } from 'node:test';
import { type Caller, findCaller } from '#auth/session.ts';
import { makeWorld } from '#test/support/world.ts';
import { createEventStreams } from '#test/support/event-stream.ts';
import { freshStore, type Scope } from '#test/support/store.ts';

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
      const stream = streams.open(callers[family] as Caller, address)?.resume();
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

/** Whether the server has ended the stream; a reader gets the end later. */
function isEnding(stream: Readable): boolean {
  return (stream as PassThrough).writableEnded;
}
