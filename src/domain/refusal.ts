/**
 * Refusals: the expected ways in which a wish is not granted. An action answers one as a value;
 * http/problem.ts turns each into a status, the command line into a sentence.
 */
import type { Plans } from './plan/plan.ts';

export type Reason =
  | 'not-found'
  | 'stale-plan'
  | 'stale-recipe'
  | 'stale-pantry'
  | 'stale-wishes'
  | 'conflict'
  | 'proposal-outdated'
  | 'planner-busy'
  | 'far-week'
  | 'empty-slot'
  | 'taken-slot'
  | 'email-taken'
  | 'wrong-password'
  | 'last-owner'
  | 'owner-only'
  | 'too-many'
  | 'family-full'
  | 'list-full'
  | 'recipe-too-long'
  | 'key-ended'
  | 'key-replaced'
  | 'past-expiry'
  | 'invitation-ended';

export type Refusal = {
  refused: Reason;
  /** For what is stale: the plan, recipe, pantry or wishes as they are now, and null when there is none. */
  current?: { version: number } | null;
  /** For `conflict` and `proposal-outdated`: the plans of the weeks in question as they are now. */
  plans?: Plans;
};

export function refuse(refused: Reason): Refusal {
  return { refused };
}

export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
}
