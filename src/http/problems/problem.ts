/**
 * The table of problems (RFC 9457, `application/problem+json`): it maps every reason to a status. A `code` never
 * changes; title and detail may be improved.
 */
import type { Reason, Refusal } from '#domain/refusal.ts';

type Entry = { status: number; title: string; detail: string };

export const PROBLEMS = {
  'bad-request': { status: 400, title: 'Bad request', detail: 'The request could not be understood.' },
  'invalid-input': {
    status: 400,
    title: 'Invalid input',
    detail: 'Some fields are missing, wrong or unknown; `errors` names them.',
  },
  'week-out-of-range': {
    status: 400,
    title: 'Week too far away',
    detail: 'A plan may be made for a week at most ten years back or ahead.',
  },
  'past-expiry': {
    status: 400,
    title: 'Expiry in the past',
    detail: 'A key or a display link must end in the future, or not at all.',
  },
  'common-password': {
    status: 400,
    title: 'Common password',
    detail: 'This password is one of the most common ones, alone or with digits around it; choose another.',
  },
  'personal-password': {
    status: 400,
    title: 'Personal password',
    detail:
      'This password is the address, the name of the family or the name of this service; choose another.',
  },
  'invalid-api-key': {
    status: 401,
    title: 'API key missing or invalid',
    detail: 'Send a valid key in the X-API-Key header. Keys are made on the Family page of Weekfare.',
  },
  'not-signed-in': { status: 401, title: 'Not signed in', detail: 'Sign in and try again.' },
  'member-removed': {
    status: 401,
    title: 'Member removed',
    detail: 'This member was removed from the family; delete the data of the family on this device.',
  },
  'wrong-credentials': {
    status: 401,
    title: 'Wrong email or password',
    detail: 'The email or the password is wrong.',
  },
  'passkey-unknown': {
    status: 403,
    title: 'Unknown passkey',
    detail: 'This passkey was removed or is not registered here; use another way to sign in.',
  },
  'passkey-refused': {
    status: 403,
    title: 'Passkey refused',
    detail: 'The response of the passkey is not valid or came too late; try again.',
  },
  'identity-refused': {
    status: 403,
    title: 'Identity refused',
    detail:
      'The response of the identity provider is not valid, came too late or was used before; try again.',
  },
  'only-oidc': {
    status: 403,
    title: 'Only the identity provider',
    detail: 'Here people sign in with the identity provider only.',
  },
  'wrong-code': {
    status: 401,
    title: 'Wrong email or code',
    detail: 'The email or the recovery code is wrong, or the code was used before.',
  },
  'display-ended': {
    status: 401,
    title: 'Display link ended',
    detail: 'This link for a display was revoked, has expired or never existed; ask for a new one.',
  },
  'list-link-ended': {
    status: 401,
    title: 'Link ended',
    detail: 'This link to a shopping list was revoked, has expired or never existed; ask for a new one.',
  },
  'premium-required': {
    status: 402,
    title: 'Premium required',
    detail:
      'Your family does not have Premium. The person who runs this Weekfare can give it to you. Send them your family’s ID; the profile of your Weekfare account shows it (the page “Family”, section “Premium”).',
  },
  'wrong-password': { status: 403, title: 'Wrong password', detail: 'The current password is wrong.' },
  'reauthentication-required': {
    status: 403,
    title: 'Fresh proof needed',
    detail:
      'Prove who you are again, with your password for example, and repeat the request within ten minutes.',
  },
  'fixed-calendars': {
    status: 403,
    title: 'Fixed calendars',
    detail: 'A family has one calendar of meals and one shopping list; there can be no others.',
  },
  'missing-scope': {
    status: 403,
    title: 'Scope missing',
    detail:
      'This key may not do this: it lacks the scope that `scope` names. Make a key with it on the Family page of Weekfare.',
  },
  'owner-only': { status: 403, title: 'Owners only', detail: 'Only an owner of the family may do this.' },
  'sign-up-closed': {
    status: 403,
    title: 'No sign-up',
    detail:
      'Sign-up is off. Ask the operator of this service for a family, or a member of your family for an invitation.',
  },
  'joining-closed': {
    status: 403,
    title: 'No new members',
    detail: 'This service takes no new members; invitations do not work. Ask its operator.',
  },
  'cross-site': {
    status: 403,
    title: 'Cross-site request',
    detail:
      'Requests must come from the pages of this service: Sec-Fetch-Site or Origin says otherwise, or is missing.',
  },
  'host-not-allowed': {
    status: 403,
    title: 'Host name not allowed',
    detail:
      'Changes are not accepted under this host name. The operator of this service must set PUBLIC_URL to the address that people use, or add the host name to ALLOWED_HOSTS.',
  },
  'not-found': { status: 404, title: 'Not found', detail: 'There is nothing here.' },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    detail: 'The Allow header names the methods that work here.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    detail: 'The request took too long to arrive.',
  },
  'stale-plan': {
    status: 409,
    title: 'The plan has changed',
    detail: 'Someone changed this plan in the meantime; `current` is the current plan, or null.',
  },
  'stale-recipe': {
    status: 409,
    title: 'The recipe has changed',
    detail: 'Someone changed this recipe in the meantime; `current` is the current recipe.',
  },
  'stale-pantry': {
    status: 409,
    title: 'The pantry has changed',
    detail: 'Someone changed the pantry in the meantime; `current` is the current pantry.',
  },
  'stale-preferences': {
    status: 409,
    title: 'The preferences have changed',
    detail: 'Someone changed the preferences in the meantime; `current` has the current ones.',
  },
  'stale-week': {
    status: 409,
    title: 'The week has changed',
    detail: 'Someone changed who eats in this week in the meantime; read it again.',
  },
  'proposal-outdated': {
    status: 409,
    title: 'The proposal is out of date',
    detail: 'Recipes or preferences have changed since this proposal was made; request a new one.',
  },
  conflict: {
    status: 409,
    title: 'Conflicting change',
    detail: 'Someone changed one of these slots in the meantime; `plans` has the current plans.',
  },
  'slot-empty': { status: 409, title: 'Empty slot', detail: 'There is no meal in this slot.' },
  'slot-taken': {
    status: 409,
    title: 'Slot taken',
    detail: 'There is a meal in this slot already; swap the two instead.',
  },
  'email-taken': {
    status: 409,
    title: 'Email taken',
    detail: 'There is an account with this email already.',
  },
  'email-unconfirmed': {
    status: 409,
    title: 'Address not confirmed',
    detail: 'Confirm your own address before mails are sent to others for you.',
  },
  'no-mail': {
    status: 409,
    title: 'No mail',
    detail: 'This service has no mail server: its operator has not configured one.',
  },
  'eater-taken': {
    status: 409,
    title: 'Eater taken',
    detail: 'Another member of the family is this eater already.',
  },
  'has-password': {
    status: 409,
    title: 'Password set',
    detail: 'There is a password already; change it with the current one.',
  },
  'last-owner': {
    status: 409,
    title: 'Last owner',
    detail: 'A family needs an owner: make someone else one first.',
  },
  'new-owner': {
    status: 403,
    title: 'New owner',
    detail: 'You joined within the last day; owners who were there before are protected from you until then.',
  },
  'last-sign-in-method': {
    status: 409,
    title: 'Last way to sign in',
    detail: 'Without it, you could not sign in any more; add another way first.',
  },
  'no-passkeys': {
    status: 409,
    title: 'No passkeys here',
    detail: 'Passkeys need a host name and https; the operator of this service must set PUBLIC_URL.',
  },
  'no-oidc': {
    status: 409,
    title: 'No identity provider',
    detail: 'This service has no identity provider: its operator has not configured one.',
  },
  'identity-taken': {
    status: 409,
    title: 'Identity taken',
    detail: 'This account of the identity provider belongs to another member already.',
  },
  'too-many': {
    status: 409,
    title: 'Too many',
    detail: 'The family has reached the limit for these; remove one first.',
  },
  'quota-exceeded': {
    status: 409,
    title: 'Family full',
    detail: 'The family has reached its limit for stored data. Delete something, or make it shorter.',
  },
  'list-full': {
    status: 409,
    title: 'List full',
    detail: 'The list of this week has reached its limit of changes.',
  },
  'recipe-too-long': {
    status: 409,
    title: 'Recipe too long',
    detail: 'A recipe may have at most 100 kB; one that is longer already can only be made shorter.',
  },
  'recipe-circle': {
    status: 409,
    title: 'Recipe in a circle',
    detail: 'A recipe cannot be an ingredient of itself, also not through other recipes.',
  },
  'recipe-too-nested': {
    status: 409,
    title: 'Too many recipes in a recipe',
    detail:
      'A recipe may use other recipes over five levels, at most 50 of them with at most 600 ingredients in all.',
  },
  'sub-recipe-unknown': {
    status: 409,
    title: 'Unknown recipe',
    detail: 'A line stands for a recipe that there is not: neither in the cookbook nor of the family.',
  },
  'photo-quota-exceeded': {
    status: 409,
    title: 'No room for photos',
    detail: 'The photos of a family may have 200 MB in all. Remove a photo first.',
  },
  'nothing-to-answer': {
    status: 409,
    title: 'Nothing to answer',
    detail: 'This line is understood already, or it is too long or has no words.',
  },
  'allergen-certain': {
    status: 409,
    title: 'Every brand contains it',
    detail:
      'The line surely contains this allergen, whatever the brand. Only what some brands contain can be answered.',
  },
  'file-changed': {
    status: 409,
    title: 'The file has changed',
    detail: 'This is not the file of the report; request a new report.',
  },
  'key-ended': { status: 409, title: 'Key ended', detail: 'This key is revoked or expired; make a new one.' },
  'key-replaced': {
    status: 409,
    title: 'Key replaced',
    detail: 'This key was rotated before; rotate the one that replaced it, or make a new one.',
  },
  'invitation-ended': {
    status: 410,
    title: 'Invitation ended',
    detail: 'This invitation was used or has ended; ask for a new one.',
  },
  'import-ended': {
    status: 410,
    title: 'Import ended',
    detail: 'This import is more than a week old and can no longer be undone.',
  },
  'reset-link-ended': {
    status: 410,
    title: 'Link ended',
    detail: 'This link was used, was replaced or has ended; ask for a new one.',
  },
  'email-link-ended': {
    status: 410,
    title: 'Link ended',
    detail: 'This link was used, was replaced or has ended; request a new one.',
  },
  'body-too-large': {
    status: 413,
    title: 'Body too large',
    detail:
      'A request body may have at most 64 kB; a recipe or a change of the plan, the list, the pantry or the preferences 300 kB, a page to import 2 MB.',
  },
  'file-too-large': {
    status: 413,
    title: 'File too large',
    detail: 'A file to import may have at most 100 MB.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send the body as application/json, and a file to import as application/octet-stream.',
  },
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
  'fetch-off': {
    status: 422,
    title: 'Fetching is off',
    detail: 'The operator of this service has switched fetching off.',
  },
  'address-invalid': {
    status: 422,
    title: 'Not a web address',
    detail: 'An address begins with http:// or https:// and has no user name or password.',
  },
  'address-private': {
    status: 422,
    title: 'Private address',
    detail:
      'This address is not on the public internet. The operator of this service can allow it with FETCH_PRIVATE_HOSTS.',
  },
  'page-unreachable': {
    status: 422,
    title: 'Page unreachable',
    detail: 'The site at this address cannot be reached, or its response is not that of a web site.',
  },
  'page-refused': {
    status: 422,
    title: 'Page refused',
    detail: 'The site at this address has refused the page: it does not exist, or programs may not read it.',
  },
  'page-too-slow': {
    status: 422,
    title: 'Page too slow',
    detail: 'The site at this address took more than 10 seconds to respond.',
  },
  'page-too-large': {
    status: 422,
    title: 'Page too large',
    detail: 'The page at this address has more than 5 MB.',
  },
  'page-not-text': {
    status: 422,
    title: 'Not a page',
    detail: 'The content at this address is not a page of text, or not a picture where one was expected.',
  },
  'no-recipe': {
    status: 422,
    title: 'No recipe found',
    detail: 'No recipe was found on this page or in this text.',
  },
  'photo-refused': {
    status: 422,
    title: 'Photo refused',
    detail:
      'A photo is a JPEG or WebP file without metadata, within the limits of its size; `fault` says why.',
  },
  'file-refused': {
    status: 422,
    title: 'File refused',
    detail: 'This file cannot be imported; `fault` says why.',
  },
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
  'headers-too-large': {
    status: 431,
    title: 'Headers too large',
    detail: 'The headers of a request may have at most 8 kB.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal error',
    detail: 'Something went wrong on our side; it has been logged.',
  },
  'disk-full': {
    status: 507,
    title: 'The disk is full',
    detail: 'The server has too little free room for files and new families. Its operator must make room.',
  },
  'sign-ups-limited': {
    status: 429,
    title: 'Too many new families',
    detail:
      'Too many families were made from this network today. Try again after the seconds in Retry-After.',
  },
  'planner-busy': {
    status: 503,
    title: 'The planner is busy',
    detail: 'Too many weeks are being planned right now. Try again after the seconds in Retry-After.',
  },
  'import-busy': {
    status: 503,
    title: 'Too many imports',
    detail: 'Too many pages or files are being read right now. Try again after the seconds in Retry-After.',
  },
  'export-busy': {
    status: 503,
    title: 'An export is in progress',
    detail:
      'An export of this family, or of too many others, is in progress. Try again after the seconds in Retry-After.',
  },
  'provider-unavailable': {
    status: 503,
    title: 'Identity provider unavailable',
    detail: 'The identity provider cannot be reached right now. Try again later.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    detail: 'The service is unavailable right now. Try again after the seconds in Retry-After.',
  },
} as const satisfies Record<Reason | (string & {}), Entry>;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

export type Problem = Entry & { type: string; code: ProblemCode };

export function problem(code: ProblemCode, more: Record<string, unknown> = {}): Problem {
  const { status, title, detail } = PROBLEMS[code];
  return { type: `/api/docs#${code}`, title, status, detail, code, ...more };
}

/** The problem for the refusal of an action. */
export function refusalProblem({ refused, ...shown }: Refusal): Problem {
  return problem(refused, shown);
}

/** A problem as the response of a handler or of a check before it. */
export class ProblemResponse {
  readonly problem: Problem;
  readonly headers: Record<string, string>;
  constructor(body: Problem, headers: Record<string, string> = {}) {
    this.problem = body;
    this.headers = headers;
  }
}
