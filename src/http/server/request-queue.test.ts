/** Many requests at once leave time for other work in each turn of the event loop. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '#test/support/until.ts';
import { RequestQueue } from './request-queue.ts';

const REQUESTS = 20;
const REQUEST_MS = 0.8;
/** Two take less than 2 ms, three take more. */
const MAX_PER_TURN = 3;

function work(): void {
  const endsAt = performance.now() + REQUEST_MS;
  while (performance.now() < endsAt);
}

const FORMS: Record<string, (handled: () => void) => void> = {
  'at once': (handled) => {
    work();
    handled();
  },
  'after a promise': (handled) => {
    queueMicrotask(() => {
      work();
      handled();
    });
  },
};

for (const [form, handle] of Object.entries(FORMS)) {
  test(`handles requests that work ${form} a few per turn, in order`, async () => {
    const queue = new RequestQueue();
    const handled: { at: number; turn: number }[] = [];
    let turn = 0;
    const add = (at: number) => queue.add(() => handle(() => handled.push({ at, turn })));
    const count = () => {
      turn += 1;
      if (handled.length <= REQUESTS) setImmediate(count);
    };
    setImmediate(count);
    // All in one turn, each with its promises before the next, as requests arrive.
    for (let at = 0; at < REQUESTS; at += 1) setImmediate(() => add(at));
    // In the next turn, before the queue runs.
    setImmediate(() => setTimeout(() => add(REQUESTS)));
    await until('all are handled', () => handled.length === REQUESTS + 1);
    deepStrictEqual(
      handled.map(({ at }) => at),
      Array.from({ length: REQUESTS + 1 }, (_, at) => at),
    );
    const max = Math.max(
      ...Map.groupBy(handled, (request) => request.turn)
        .values()
        .map(({ length }) => length),
    );
    ok(max <= MAX_PER_TURN, `${max} in a turn`);
  });
}

test('handles a request at once when the queue is empty, also after it was full', async () => {
  const queue = new RequestQueue();
  let handled = 0;
  queue.add(() => (handled += 1));
  strictEqual(handled, 1);
  for (let at = 0; at < REQUESTS; at += 1) queue.add(work);
  queue.add(() => (handled += 1));
  strictEqual(handled, 1);
  await until('it is handled', () => handled === 2);
  await new Promise(setImmediate);
  queue.add(() => (handled += 1));
  strictEqual(handled, 3);
});
