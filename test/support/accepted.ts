import { isRefusal } from '#domain/refusal.ts';

/** The outcome of an action that must not be refused. */
export function accepted<Outcome>(outcome: Outcome): Exclude<Outcome, { refused: unknown }> {
  if (isRefusal(outcome)) throw new Error(`Refused: ${JSON.stringify(outcome)}`);
  return outcome as Exclude<Outcome, { refused: unknown }>;
}
