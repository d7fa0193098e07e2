/** Retry delays of the sender. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { createSender } from './sender.ts';

test('a new change does not shorten the Retry-After time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const response = Promise.withResolvers<{ kind: 'retry'; afterSeconds: number }>();
  let tries = 0;
  const sender = createSender({
    sendNext: () => {
      tries += 1;
      return tries === 1 ? response.promise : Promise.resolve(undefined);
    },
    withLock: (work) => work(),
  });
  const first = sender.send();
  await sender.send();
  response.resolve({ kind: 'retry', afterSeconds: 2 });
  await first;
  await sender.send();
  strictEqual(tries, 1);
  sender.stop();
});

test('a new change resets the retry delay after many failures', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let tries = 0;
  const sender = createSender({
    sendNext: async () => {
      tries += 1;
      return { kind: 'retry' };
    },
    withLock: (work) => work(),
  });
  for (let change = 1; change <= 5; change += 1) await sender.send();
  strictEqual(tries, 5);
  t.mock.timers.tick(1_250);
  strictEqual(tries, 6);
  sender.stop();
});
