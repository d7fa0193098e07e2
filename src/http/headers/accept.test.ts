/** Which of two media types an `Accept` header prefers. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { prefers } from './accept.ts';

const LD = 'application/ld+json';

const HEADERS: [string | undefined, boolean][] = [
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/*', false],
  ['application/json', false],
  [LD, true],
  [LD.toUpperCase(), true],
  [`${LD};q=0.1`, true],
  [`${LD}; q=0`, false],
  [`${LD};q=nonsense`, false],
  [`${LD}, application/json`, false],
  [`${LD}, application/json;q=0.9`, true],
  [`application/json, ${LD};q=0.9`, false],
  [`${LD};q=0.5, */*;q=0.4`, true],
  [`${LD};q=0.5, application/*;q=0.6`, false],
  [`text/html,${LD};profile="x";q=0.3`, true],
  [`${LD}x`, false],
  [',;,=,'.repeat(1_000), false],
];

for (const [accept, expected] of HEADERS) {
  test(`Accept: ${accept?.slice(0, 60)}`, () => {
    strictEqual(prefers(accept, LD, 'application/json'), expected);
  });
}
