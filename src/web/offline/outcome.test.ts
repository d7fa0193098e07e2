/** What the answers to a change mean. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#web/api.ts';
import { outcomeOf, outcomeOfFailure } from './outcome.ts';

const plans = { '2026-11-09': null };

const failures: [string, unknown, ReturnType<typeof outcomeOfFailure>][] = [
  [
    'no answer',
    new ApiError(0, { code: 'no-answer' }),
    { is: 'unheard', afterSeconds: undefined, isHere: false },
  ],
  ['waited too long', new DOMException('', 'TimeoutError'), { is: 'unheard' }],
  ['a conflict', new ApiError(409, { code: 'conflict', plans }), { is: 'conflict', plans }],
  ['an ended session', new ApiError(401, { code: 'not-signed-in' }), { is: 'signed-out' }],
  [
    'a proxy that wants a password',
    new ApiError(401, {}),
    { is: 'unheard', afterSeconds: undefined, isHere: false },
  ],
  [
    'an outage',
    new ApiError(503, { code: 'unavailable' }, '2'),
    { is: 'unheard', afterSeconds: 2, isHere: false },
  ],
  [
    'too many',
    new ApiError(429, { code: 'too-many-requests' }, '30'),
    { is: 'unheard', afterSeconds: 30, isHere: true },
  ],
  [
    'too many for something in between',
    new ApiError(429, {}),
    { is: 'unheard', afterSeconds: undefined, isHere: true },
  ],
  [
    'a host name that is not allowed',
    new ApiError(403, { code: 'host-not-allowed' }),
    { is: 'unheard', afterSeconds: undefined, isHere: false },
  ],
  [
    'a slow line',
    new ApiError(408, { code: 'request-timeout' }),
    { is: 'unheard', afterSeconds: undefined, isHere: false },
  ],
  ["a stranger's page", new ApiError(404, {}), { is: 'unheard', afterSeconds: undefined, isHere: false }],
  [
    'wrong input',
    new ApiError(400, {
      code: 'invalid-input',
      errors: [{ in: 'body', field: 'edits', message: 'must be shorter' }],
    }),
    { is: 'refused', reason: { status: 400, code: 'invalid-input', detail: 'must be shorter' } },
  ],
  [
    'too large',
    new ApiError(413, { code: 'body-too-large', detail: 'Too large.' }),
    { is: 'refused', reason: { status: 413, code: 'body-too-large', detail: 'Too large.' } },
  ],
  [
    'some other 409',
    new ApiError(409, { code: 'far-week', detail: 'Too far.' }),
    { is: 'refused', reason: { status: 409, code: 'far-week', detail: 'Too far.' } },
  ],
];

for (const [what, error, outcome] of failures) {
  test(`${what} means ${outcome.is}`, () => deepStrictEqual(outcomeOfFailure(error), outcome));
}

test('only an answer with plans is an answer', () => {
  deepStrictEqual(outcomeOf({ plans }), { is: 'done', plans });
  for (const stranger of [undefined, null, '', {}, { plans: null }, 'Welcome, guest']) {
    deepStrictEqual(outcomeOf(stranger), { is: 'unheard' });
  }
});
