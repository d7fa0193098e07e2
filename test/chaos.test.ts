/** The short form of every trial: that it runs, and that nothing breaks in it. `npm run chaos` is the long one. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { startGrounds } from '../chaos/environment.ts';
import { TRIALS } from '../chaos/trials.ts';

for (const trial of TRIALS) {
  test(`${trial.name}: ${trial.promise}`, async (t) => {
    const grounds = startGrounds(process.env.TEST_POSTGRES_URL);
    t.after(() => grounds.stop());
    const { broken, failure } = await grounds.tryOut(trial, 'short', 'sound');
    strictEqual(failure, undefined);
    deepStrictEqual(broken, []);
  });
}
