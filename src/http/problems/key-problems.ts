/** The problems of the conditions of a change by API key. Part of the table in problem.ts. */

export const KEY_PROBLEMS = {
  'precondition-failed': {
    status: 412,
    title: 'Precondition failed',
    detail: 'It has changed since the response whose ETag is in If-Match; read it again.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency-Key used before',
    detail:
      'This Idempotency-Key was used before with another body, path or method. Nothing was changed; send each change with a key of its own.',
  },
} as const;
