import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { keep, type Steps } from './kept.ts';

/** Work in three steps, and what was done of it. */
function counting() {
  const done: number[] = [];
  const kept = keep(function* (): Steps<string> {
    for (const step of [1, 2, 3]) {
      done.push(step);
      yield;
    }
    return 'all';
  });
  return { done, kept };
}

test('nothing is done before somebody wants it, and everything once', () => {
  const { done, kept } = counting();
  deepStrictEqual([done, kept.isDone()], [[], false]);
  deepStrictEqual([kept.get(), kept.get()], ['all', 'all']);
  deepStrictEqual([done, kept.isDone(), kept.goOn()], [[1, 2, 3], true, true]);
});

test('a step at a time, and whoever cannot wait does the rest only', () => {
  const { done, kept } = counting();
  strictEqual(kept.goOn(), false);
  strictEqual(kept.goOn(), false);
  deepStrictEqual([done, kept.isDone()], [[1, 2], false]);
  strictEqual(kept.get(), 'all');
  deepStrictEqual(done, [1, 2, 3]);
});

test('what fails is begun anew, and says why each time', () => {
  let isBroken = true;
  const kept = keep(function* (): Steps<string> {
    yield;
    if (isBroken) throw new Error('broken');
    return 'whole';
  });
  throws(() => kept.get(), /broken/);
  throws(() => kept.get(), /broken/);
  isBroken = false;
  strictEqual(kept.get(), 'whole');
});
