/**
 * Refusals: expected failures, which actions return as values. http/problems/problem.ts maps each reason to a status, the
 * command line to a sentence.
 */

export type Reason =
  | 'not-found'
  | 'stale-plan'
  | 'stale-recipe'
  | 'stale-pantry'
  | 'stale-preferences'
  | 'stale-week'
  | 'conflict'
  | 'proposal-outdated'
  | 'planner-busy'
  | 'week-out-of-range'
  | 'slot-empty'
  | 'slot-taken'
  | 'email-taken'
  | 'eater-taken'
  | 'wrong-password'
  | 'has-password'
  | 'common-password'
  | 'personal-password'
  | 'last-owner'
  | 'new-owner'
  | 'last-sign-in-method'
  | 'passkey-refused'
  | 'passkey-unknown'
  | 'identity-refused'
  | 'identity-taken'
  | 'provider-unavailable'
  | 'owner-only'
  | 'too-many'
  | 'quota-exceeded'
  | 'list-full'
  | 'recipe-too-long'
  | 'recipe-circle'
  | 'recipe-too-nested'
  | 'sub-recipe-unknown'
  | 'photo-quota-exceeded'
  | 'nothing-to-answer'
  | 'allergen-certain'
  | 'key-ended'
  | 'key-replaced'
  | 'past-expiry'
  | 'invitation-ended'
  | 'import-ended'
  | 'reset-link-ended'
  | 'email-link-ended'
  | 'email-unconfirmed'
  | 'wrong-code'
  | 'fetch-off'
  | 'address-invalid'
  | 'address-private'
  | 'page-unreachable'
  | 'page-refused'
  | 'page-too-slow'
  | 'page-too-large'
  | 'page-not-text'
  | 'no-recipe'
  | 'import-busy';

export type Refusal = {
  refused: Reason;
  /** For `stale-…`: the current plan, recipe, pantry or preferences; null if there is none. */
  current?: { version: number } | null;
  /** For `conflict` and `proposal-outdated`: the current plans of the weeks in question. */
  plans?: { [week: string]: { version: number } | null };
};

export function refuse(refused: Reason): Refusal {
  return { refused };
}

export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
}
