/**
 * The defect of each trial can be planted, and the tests that cover its promise exist. `npm run chaos` runs the trials.
 */
import { ok, strictEqual } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TRIALS } from '../../chaos/trials.ts';

for (const { name, coveredBy, defect, moreDefects = [] } of TRIALS) {
  test(`${name}: its defect can be planted, and the test that covers it exists`, () => {
    for (const { file, from } of [defect, ...moreDefects]) {
      const parts = readFileSync(file, 'utf8').split(from);
      strictEqual(parts.length, 2, `${file} must contain this text exactly once: ${from}`);
    }
    ok(coveredBy === undefined || existsSync(coveredBy), `there is no ${coveredBy}`);
  });
}
