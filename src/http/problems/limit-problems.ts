/** The problems of those who ask for more than their share. Part of the table in problem.ts. */

export const LIMIT_PROBLEMS = {
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    detail: 'This key has reached its rate limit. Wait for the seconds in Retry-After.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    detail: 'This device or its family has reached its rate limit. Wait for the seconds in Retry-After.',
  },
  'too-much-work': {
    status: 429,
    title: 'Too much work',
    detail:
      'This request would take more work than one request may, or too many of this family take long at once. Ask for less, or wait for the seconds in Retry-After.',
  },
  'sign-in-limited': {
    status: 429,
    title: 'Too many attempts',
    detail: 'There were too many attempts to sign in. Wait for the seconds in Retry-After.',
  },
  'mail-limited': {
    status: 429,
    title: 'Too many mails',
    detail: 'Too many mails were requested. Wait for the seconds in Retry-After.',
  },
} as const;
