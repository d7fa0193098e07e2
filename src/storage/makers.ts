/** The `made_by` column of invitations, API keys and displays, and what it means. */
import type { Maker } from '#domain/family/maker.ts';
import { OPERATOR } from './transaction.ts';

/** A row with its `made_by`, and the email of the member of that id, if there still is one. */
type Made = { madeBy: string | null; makerEmail: string | null };

export function withMaker<Row extends Made>({ madeBy, makerEmail, ...row }: Row) {
  return { ...row, maker: makerOf(madeBy, makerEmail) };
}

function makerOf(madeBy: string | null, email: string | null): Maker {
  if (madeBy === null) return { kind: 'unknown' };
  if (madeBy === OPERATOR) return { kind: 'operator' };
  return email === null ? { kind: 'former-member' } : { kind: 'member', id: madeBy, email };
}
