/** The authors of changes, as the audit log names them. */

/** The author of a change: a member's id, or one of these. */
export type Actor = string;
export const OPERATOR: Actor = 'operator';
/** A person who signs up and is not a member yet. */
export const NEWCOMER: Actor = 'newcomer';
/** Automatic planning. */
export const PLANNER: Actor = 'planner';
/** What the server does without a request: it announces dinners, and switches webhook endpoints off. */
export const SERVICE: Actor = 'service';
/** The creator of a reset link that was sent to the member's own address. */
export const MAIL: Actor = 'mail';

/** A program with this API key. */
export function keyActor(id: string): Actor {
  return `key:${id}`;
}
