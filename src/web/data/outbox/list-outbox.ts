/** An operation on a shopping list in the outbox of this device. Its fields are stored in IndexedDB. */
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import type { ReceivedProblem } from './plan-outbox.ts';

/** Waits to be sent or, with a reason, was refused by the server. */
export type ListChange = { week: string; operation: ListOperation; reason?: ReceivedProblem };

export function isWaiting({ reason }: ListChange): boolean {
  return reason === undefined;
}
