/**
 * Runs the short form of every trial of a part as a test: it must finish and break no promise. `npm run chaos` runs
 * the long form.
 */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { openEnvironment } from '../../chaos/environment.ts';
import type { Trial } from '../../chaos/trial.ts';
import { TRIALS } from '../../chaos/trials.ts';

/** Each part has its own test file, so that the parts run in parallel. */
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
