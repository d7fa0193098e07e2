/** Maps the response to a change to an outcome. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#web/base/api.ts';
import { outcomeOfError, parsePlans } from './outcome.ts';

const plans = { '2026-11-09': null };

const failures: [string, unknown, ReturnType<typeof outcomeOfError>][] = [
  [
    'no response',
    new ApiError(0, { code: 'no-answer' }),
    { kind: 'retry', afterSeconds: undefined, isReachable: false },
  ],
  ['a timeout', new DOMException('', 'TimeoutError'), { kind: 'retry' }],
  ['a conflict', new ApiError(409, { code: 'conflict', plans }), { kind: 'conflict', plans }],
  ['an expired session', new ApiError(401, { code: 'not-signed-in' }), { kind: 'signed-out' }],
  [
    'a 401 from a proxy',
    new ApiError(401, {}),
    { kind: 'retry', afterSeconds: undefined, isReachable: false },
  ],
  [
    'an outage',
    new ApiError(503, { code: 'unavailable' }, '2'),
    { kind: 'retry', afterSeconds: 2, isReachable: false },
  ],
  [
    'a rate limit',
    new ApiError(429, { code: 'too-many-requests' }, '30'),
    { kind: 'retry', afterSeconds: 30, isReachable: true },
  ],
  [
    'a rate limit of a proxy',
    new ApiError(429, {}),
    { kind: 'retry', afterSeconds: undefined, isReachable: true },
  ],
  [
    'a host name that is not allowed',
    new ApiError(403, { code: 'host-not-allowed' }),
    { kind: 'retry', afterSeconds: undefined, isReachable: false },
  ],
  [
    'a request timeout',
    new ApiError(408, { code: 'request-timeout' }),
    { kind: 'retry', afterSeconds: undefined, isReachable: false },
  ],
  [
    'a 404 from another server',
    new ApiError(404, {}),
    { kind: 'retry', afterSeconds: undefined, isReachable: false },
  ],
  [
    'invalid input',
    new ApiError(400, {
      code: 'invalid-input',
      errors: [{ in: 'body', field: 'edits', message: 'must be shorter' }],
    }),
    { kind: 'refused', reason: { status: 400, code: 'invalid-input', detail: 'must be shorter' } },
  ],
  [
    'a body that is too large',
    new ApiError(413, { code: 'body-too-large', detail: 'Too large.' }),
    { kind: 'refused', reason: { status: 413, code: 'body-too-large', detail: 'Too large.' } },
  ],
  [
    'a 409 other than a conflict',
    new ApiError(409, { code: 'week-out-of-range', detail: 'Too far.' }),
    { kind: 'refused', reason: { status: 409, code: 'week-out-of-range', detail: 'Too far.' } },
  ],
];

for (const [what, error, outcome] of failures) {
  test(`${what} means ${outcome.kind}`, () => deepStrictEqual(outcomeOfError(error), outcome));
}

test('rejects a response without plans', () => {
  deepStrictEqual(parsePlans({ plans }), plans);
  for (const body of [undefined, null, '', {}, { plans: null }, 'Welcome, guest']) {
    strictEqual(parsePlans(body), undefined);
  }
});
