/** Something that was done to a list on this device, and where it is kept until the service has it. */
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import type { RefusalReason } from './plan-outbox.ts';

/** An operation that waits, or that the service would not have. */
export type ListChange = { week: string; operation: ListOperation; reason?: RefusalReason };

/** The part of the vault, beside the ledger of plans. */
export const LIST_PART = 'list ';

export function isWaiting({ reason }: ListChange): boolean {
  return reason === undefined;
}
