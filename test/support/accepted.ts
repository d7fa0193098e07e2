import { isRefusal } from '#domain/refusal.ts';

/** Returns the outcome of an action, and throws if the action was refused. */
export function accepted<Outcome>(outcome: Outcome): Exclude<Outcome, { refused: unknown }> {
  if (isRefusal(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
  return outcome as Exclude<Outcome, { refused: unknown }>;
}
