/** The short form of every trial of a part, as tests: it runs, and no promise is broken. `npm run chaos` is the long form. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { openEnvironment } from '../../chaos/environment.ts';
import type { Trial } from '../../chaos/trial.ts';
import { TRIALS } from '../../chaos/trials.ts';

/** A file for each part, so that they run at the same time. */
export function testTrials(part: Trial['part']): void {
  for (const trial of TRIALS.filter((each) => each.part === part)) {
    test(`${trial.name}: ${trial.promise}`, async (t) => {
      const environment = openEnvironment(process.env.TEST_POSTGRES_URL);
      t.after(() => environment.close());
      const { broken, failure } = await environment.run(trial, 'short', 'sound');
      strictEqual(failure, undefined);
      deepStrictEqual(broken, []);
    });
  }
}
