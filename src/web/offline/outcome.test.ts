/** What the answers to a change mean. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#web/api.ts';
import { outcomeOfError, parsePlans } from './outcome.ts';

const plans = { '2026-11-09': null };

const failures: [string, unknown, ReturnType<typeof outcomeOfError>][] = [
  [
    'no answer',
    new ApiError(0, { code: 'no-answer' }),
    { kind: 'retry', afterSeconds: undefined, isReachable: false },
  ],
  ['waited too long', new DOMException('', 'TimeoutError'), { kind: 'retry' }],
  ['a conflict', new ApiError(409, { code: 'conflict', plans }), { kind: 'conflict', plans }],
  ['an ended session', new ApiError(401, { code: 'not-signed-in' }), { kind: 'signed-out' }],
  [
    'a proxy that wants a password',
    new ApiError(401, {}),
    { kind: 'retry', afterSeconds: undefined, isReachable: false },
  ],
  [
    'an outage',
    new ApiError(503, { code: 'unavailable' }, '2'),
    { kind: 'retry', afterSeconds: 2, isReachable: false },
  ],
  [
    'too many',
    new ApiError(429, { code: 'too-many-requests' }, '30'),
    { kind: 'retry', afterSeconds: 30, isReachable: true },
  ],
  [
    'too many for something in between',
    new ApiError(429, {}),
    { kind: 'retry', afterSeconds: undefined, isReachable: true },
  ],
  [
    'a host name that is not allowed',
    new ApiError(403, { code: 'host-not-allowed' }),
    { kind: 'retry', afterSeconds: undefined, isReachable: false },
  ],
  [
    'a slow line',
    new ApiError(408, { code: 'request-timeout' }),
    { kind: 'retry', afterSeconds: undefined, isReachable: false },
  ],
  [
    "a stranger's page",
    new ApiError(404, {}),
    { kind: 'retry', afterSeconds: undefined, isReachable: false },
  ],
  [
    'wrong input',
    new ApiError(400, {
      code: 'invalid-input',
      errors: [{ in: 'body', field: 'edits', message: 'must be shorter' }],
    }),
    { kind: 'refused', reason: { status: 400, code: 'invalid-input', detail: 'must be shorter' } },
  ],
  [
    'too large',
    new ApiError(413, { code: 'body-too-large', detail: 'Too large.' }),
    { kind: 'refused', reason: { status: 413, code: 'body-too-large', detail: 'Too large.' } },
  ],
  [
    'some other 409',
    new ApiError(409, { code: 'far-week', detail: 'Too far.' }),
    { kind: 'refused', reason: { status: 409, code: 'far-week', detail: 'Too far.' } },
  ],
];

for (const [what, error, outcome] of failures) {
  test(`${what} means ${outcome.kind}`, () => deepStrictEqual(outcomeOfError(error), outcome));
}

test('a response without plans is not the response to a change', () => {
  deepStrictEqual(parsePlans({ plans }), plans);
  for (const stranger of [undefined, null, '', {}, { plans: null }, 'Welcome, guest']) {
    strictEqual(parsePlans(stranger), undefined);
  }
});
