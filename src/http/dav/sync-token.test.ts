/** Sync tokens are valid for a while, and not after a restore. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { parseToken, tokenText } from './sync-token.ts';

const DAY_MS = 86_400_000;
const MADE = { version: 12, restored: 3, nowMs: 20_000 * DAY_MS + 5 };

test('a token is valid for fifty days, at this version or a later one', () => {
  const text = tokenText(MADE);
  deepStrictEqual(parseToken(text, MADE), { version: 12, day: 20_000 });
  deepStrictEqual(parseToken(text, { ...MADE, version: 99, nowMs: MADE.nowMs + 50 * DAY_MS }), {
    version: 12,
    day: 20_000,
  });
});

test('a token is unknown when it is older, of the future, of another restore, or of another form', () => {
  const text = tokenText(MADE);
  strictEqual(parseToken(text, { ...MADE, nowMs: MADE.nowMs + 51 * DAY_MS }), undefined);
  strictEqual(parseToken(text, { ...MADE, nowMs: MADE.nowMs - 2 * DAY_MS }), undefined);
  strictEqual(parseToken(text, { ...MADE, version: 11 }), undefined);
  strictEqual(parseToken(text, { ...MADE, restored: 4 }), undefined);
  for (const wrong of ['', `${text} `, `x${text}`, text.replace('12', '-12'), 'urn:weekfare:sync:1-2'])
    strictEqual(parseToken(wrong, MADE), undefined, wrong);
});
