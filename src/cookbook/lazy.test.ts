import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { lazy, type LoadSteps } from './lazy.ts';

/** A value that takes three steps, and the steps computed so far. */
function threeSteps() {
  const done: number[] = [];
  const value = lazy(function* (): LoadSteps<string> {
    for (const step of [1, 2, 3]) {
      done.push(step);
      yield;
    }
    return 'all';
  });
  return { done, value };
}

test('computes nothing before the first use, and everything once', () => {
  const { done, value } = threeSteps();
  deepStrictEqual([done, value.isDone()], [[], false]);
  deepStrictEqual([value.get(), value.get()], ['all', 'all']);
  deepStrictEqual([done, value.isDone(), value.resume()], [[1, 2, 3], true, true]);
});

test('get computes only the steps that resume has not computed', () => {
  const { done, value } = threeSteps();
  strictEqual(value.resume(), false);
  strictEqual(value.resume(), false);
  deepStrictEqual([done, value.isDone()], [[1, 2], false]);
  strictEqual(value.get(), 'all');
  deepStrictEqual(done, [1, 2, 3]);
});

test('restarts after an error and throws it to every caller', () => {
  let isBroken = true;
  const value = lazy(function* (): LoadSteps<string> {
    yield;
    if (isBroken) throw new Error('broken');
    return 'whole';
  });
  throws(() => value.get(), /broken/);
  throws(() => value.get(), /broken/);
  isBroken = false;
  strictEqual(value.get(), 'whole');
});
