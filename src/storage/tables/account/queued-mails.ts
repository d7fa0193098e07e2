/**
 * Mails that are not sent yet. A row is part of the transaction that causes the mail, so it survives a restart. Several
 * servers may send: each claims a row for some minutes before it sends it.
 */
import type { MailKind } from '#domain/mail/mail.ts';
import { instantText } from '#domain/week/instant.ts';
import type { Db } from '#storage/schema.ts';

export type NewMail = {
  id: string;
  kind: MailKind;
  recipient: string;
  member?: string;
  /** If the member has chosen none. */
  language?: string | undefined;
  /** What the mail says, without secrets. */
  detail?: Record<string, string>;
};

export type QueuedMail = {
  id: string;
  family: string | null;
  member: string | null;
  kind: MailKind;
  recipient: string;
  language: string | null;
  detail: Record<string, string>;
  /** Including the one that is under way. */
  attempts: number;
  createdAt: string;
};

/** The family is null while it is not known whether the address belongs to an account. */
export async function insertMail(
  db: Db,
  family: string | null,
  { id, kind, recipient, member, language, detail = {} }: NewMail,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('queued_mails')
    .values({
      id,
      family_id: family,
      member_id: member ?? null,
      kind,
      recipient,
      language: language ?? null,
      detail: JSON.stringify(detail),
      attempts: 0,
      created_at: instantText(nowMs),
      due_at: instantText(nowMs),
    })
    .execute();
}

/** Of all families: the server sends for all of them. The oldest first. */
export async function findDueMails(
  db: Db,
  nowMs: number,
  limit: number,
): Promise<{ id: string; dueAt: string }[]> {
  return db
    .selectFrom('queued_mails')
    .select(['id', 'due_at as dueAt'])
    .where('due_at', '<=', instantText(nowMs))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** When the next mail is due; undefined if none is queued. */
export async function findNextDue(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('queued_mails')
    .select('due_at as dueAt')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.dueAt;
}

/** Returns the mail if no other server has claimed it since it was found. It is due again when the claim ends. */
export async function claimMail(
  db: Db,
  { id, dueAt }: { id: string; dueAt: string },
  untilMs: number,
): Promise<QueuedMail | undefined> {
  const row = await db
    .updateTable('queued_mails')
    .set((eb) => ({ due_at: instantText(untilMs), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('due_at', '=', dueAt)
    .returning([
      'id',
      'family_id as family',
      'member_id as member',
      'kind',
      'recipient',
      'language',
      'detail',
      'attempts',
      'created_at as createdAt',
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const detail = JSON.parse(row.detail) as Record<string, string>;
  return { ...row, kind: row.kind as MailKind, detail };
}

export async function postponeMail(db: Db, id: string, untilMs: number): Promise<void> {
  await db
    .updateTable('queued_mails')
    .set({ due_at: instantText(untilMs) })
    .where('id', '=', id)
    .execute();
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('queued_mails').where('id', '=', id).execute();
}
