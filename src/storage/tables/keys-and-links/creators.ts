/** The `created_by` column of several tables, such as invitations and API keys: its join with members, and its meaning. */
import type { JoinBuilder } from 'kysely';
import type { Creator } from '#domain/family/creator.ts';
import type { Schema } from '#storage/schema.ts';
import { OPERATOR } from '#storage/actor.ts';

type CreatedTable =
  | 'api_keys'
  | 'calendar_links'
  | 'displays'
  | 'invitations'
  | 'line_answers'
  | 'list_links'
  | 'rejected_dishes'
  | 'webhooks';

/** The condition that joins a row with the member who made it. */
export function onCreator(table: CreatedTable) {
  return (join: JoinBuilder<Schema, CreatedTable | 'members'>) =>
    join
      .onRef('members.family_id', '=', `${table}.family_id`)
      .onRef('members.id', '=', `${table}.created_by`);
}

/** A row with its `created_by`, and the email of the member with that id, if there still is one. */
type CreatedRow = { createdBy: string; creatorEmail: string | null };

export function withCreator<Row extends CreatedRow>({ createdBy, creatorEmail, ...row }: Row) {
  return { ...row, createdBy: creatorOf(createdBy, creatorEmail) };
}

function creatorOf(createdBy: string, email: string | null): Creator {
  if (createdBy === OPERATOR) return { kind: 'operator' };
  return email === null ? { kind: 'former-member' } : { kind: 'member', id: createdBy, email };
}
