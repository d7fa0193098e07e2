/**
 * Every promise of docs/chaos.md is proven: the defect of each trial can be planted, and the test that proves or covers a
 * promise exists. `npm run chaos` runs the trials.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { page, type Results } from '../../chaos/results.ts';
import { TESTED } from '../../chaos/tested.ts';
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

test('the tests that prove the other promises exist', () => {
  const missing = TESTED.filter(({ test: [file, name] }) => !readFileSync(file, 'utf8').includes(name));
  deepStrictEqual(missing, []);
});

test('docs/chaos.md has the results (run npm run chaos -- --page)', () => {
  const results = JSON.parse(readFileSync('chaos/results.json', 'utf8')) as Results;
  strictEqual(readFileSync('docs/chaos.md', 'utf8'), page(TRIALS, results));
});
