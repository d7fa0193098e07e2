/** The `made_by` column of several tables, such as invitations and API keys: its join with members, and its meaning. */
import type { JoinBuilder } from 'kysely';
import type { Maker } from '#domain/family/maker.ts';
import type { Schema } from '#storage/schema.ts';
import { OPERATOR } from '#storage/transaction.ts';

type MadeTable =
  | 'api_keys'
  | 'calendar_links'
  | 'displays'
  | 'invitations'
  | 'line_answers'
  | 'list_links'
  | 'refusals'
  | 'webhooks';

/** The condition that joins a row with the member who made it. */
export function onMaker(table: MadeTable) {
  return (join: JoinBuilder<Schema, MadeTable | 'members'>) =>
    join.onRef('members.family_id', '=', `${table}.family_id`).onRef('members.id', '=', `${table}.made_by`);
}

/** A row with its `made_by`, and the email of the member with that id, if there still is one. */
type MadeRow = { madeBy: string; makerEmail: string | null };

export function withMaker<Row extends MadeRow>({ madeBy, makerEmail, ...row }: Row) {
  return { ...row, maker: makerOf(madeBy, makerEmail) };
}

function makerOf(madeBy: string, email: string | null): Maker {
  if (madeBy === OPERATOR) return { kind: 'operator' };
  return email === null ? { kind: 'former-member' } : { kind: 'member', id: madeBy, email };
}
