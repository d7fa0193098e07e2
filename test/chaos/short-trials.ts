/**
 * Runs the short form of the trials of a part as tests: each must finish and break no promise. `npm run chaos` runs
 * the long form of all.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openEnvironment } from '../../chaos/environment.ts';
import type { Trial } from '../../chaos/trial.ts';
import { TRIALS } from '../../chaos/trials.ts';

/** Each part has its own test file, so that the parts run in parallel. */
export function testTrials(part: Trial['part']): void {
  const trials = TRIALS.filter((each) => each.part === part);
  for (const { name, coveredBy, defect: first, moreDefects = [] } of trials) {
    test(`${name}: its defect can be planted, and the test that covers it exists`, () => {
      for (const { file, from } of [first, ...moreDefects]) {
        const parts = readFileSync(file, 'utf8').split(from);
        strictEqual(parts.length, 2, `${file} must contain this text exactly once: ${from}`);
      }
      ok(coveredBy === undefined || existsSync(coveredBy), `there is no ${coveredBy}`);
    });
  }
  for (const trial of trials.filter(({ coveredBy }) => coveredBy === undefined)) {
    test(`${trial.name}: ${trial.promise}`, async (t) => {
      const environment = openEnvironment(process.env.TEST_POSTGRES_URL);
      t.after(() => environment.close());
      const { broken, failure } = await environment.run(trial, 'short');
      strictEqual(failure, undefined);
      deepStrictEqual(broken, []);
    });
  }
}
