/** Which event stream ends when there is no room for another one. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import type { PassThrough, Readable } from 'node:stream';
import { after, describe, test } from 'node:test';
import { type Caller, findCaller } from '#auth/session.ts';
import { makeWorld } from '#test/support/world.ts';
import { createEventStreams } from '#test/support/event-stream.ts';
import { freshStore, type Scope } from '#test/support/store.ts';

describe('when there is no room for another stream', async () => {
  const store = await freshStore({ after }, 'sqlite');
  const worlds = await Promise.all(
    Array.from({ length: 8 }, () => makeWorld({ store, clock: { nowMs: 0 } })),
  );
  const callers = await Promise.all(worlds.map(({ owner }) => findCaller(store.db, owner.token, 0)));

  /** Room for six. Opens a stream of a family, from an address; answers whether it is still open. */
  function room(scope: Scope) {
    const streams = createEventStreams(scope, store, { maxStreams: 6 });
    return (family: number, address = `10.0.0.${family}`) => {
      const stream = streams.open(callers[family] as Caller, address)?.resume();
      return {
        isTurnedAway: stream === undefined,
        isOpen: () => stream?.readable === true && !isEnding(stream),
      };
    };
  }

  test('the family with the most loses its oldest, and one with a single stream loses it to nobody', (t) => {
    const open = room(t);
    const quiet = open(0);
    const crowd = [open(1), open(1), open(1), open(2), open(2)];
    const next = [open(3), open(4)];
    deepStrictEqual(
      crowd.map((stream) => stream.isOpen()),
      [false, true, true, false, true],
    );
    // Now 2, 1, 1, 1, 1: a family that opens another one loses its own oldest.
    const again = [open(1), open(2), open(1), open(2)];
    ok(quiet.isOpen() && next.every((stream) => stream.isOpen()));
    deepStrictEqual(
      again.map((stream) => stream.isOpen()),
      [true, false, true, true],
    );
  });

  test('where every family has one, the network with the most loses its oldest', (t) => {
    const open = room(t);
    const quiet = open(0);
    const crowd = [1, 2, 3, 4, 5].map((family) => open(family, '203.0.113.7'));
    const newcomer = open(6);
    ok(quiet.isOpen() && newcomer.isOpen());
    deepStrictEqual(
      crowd.map((stream) => stream.isOpen()),
      [false, true, true, true, true],
    );
  });

  test('where nobody has more than the newcomer would have, the newcomer is turned away', (t) => {
    const open = room(t);
    const all = [0, 1, 2, 3, 4, 5].map((family) => open(family));
    ok(open(6).isTurnedAway);
    ok(all.every((stream) => stream.isOpen()));
    // The own stream may be replaced.
    ok(!open(0).isTurnedAway);
    ok(!all[0]?.isOpen());
  });
});

/** The server has ended the stream; a reader would have to wait for the end to arrive. */
function isEnding(stream: Readable): boolean {
  return (stream as PassThrough).writableEnded;
}
