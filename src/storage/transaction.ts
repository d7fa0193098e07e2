/**
 * The transaction through which every change of a family goes. A change, its line in the audit log and the
 * notification of other processes are one transaction. The number of the audit line is also the version of
 * plans, and the position in the change feed (feed.ts).
 */
import { sql } from 'kysely';
import { AUDIT_ACTIONS, type AuditAction, isSecurityAction } from '#domain/family/security-events.ts';
import { instantText } from '#domain/week/instant.ts';
import { type Actor, OPERATOR } from './actor.ts';
import type { Tx } from './schema.ts';
import type { Kind, Store } from './store.ts';
import { type ChangeIds, hasChange, rememberChange } from '#storage/tables/plan/changes.ts';
import { FAMILY_LOCKS } from './advisory-locks.ts';
import { insertMail, type NewMail } from '#storage/tables/account/queued-mails.ts';

/** The client that a change comes from, for security events. */
export type ChangeOrigin = { device: string; address: string };

export type ChangeContext = {
  store: Store;
  actor: Actor;
  nowMs: number;
  from?: ChangeOrigin | undefined;
  /** Whether the actor has just proven who they are: by reauthentication of the session, or by what the request contains. */
  isReauthenticated?: boolean;
  /** A change with this id is applied once; a repeat throws `RepeatedChange`. */
  changeId?: string | undefined;
  /** Stored with `changeId`: what the change asks for. */
  contentId?: string | undefined;
  /** Whether what undoes the change is stored with it, under its id (tables/undo-steps.ts). */
  isUndoable?: true | undefined;
};

/** The change has been applied before, with the same id. */
export class RepeatedChange extends Error {}

/** What makes, takes or gives away authority was tried without reauthentication; the transaction is rolled back. */
export class ReauthenticationMissing extends Error {}

/** Contains ids and dates, never what a family eats, types or is called. `record` adds the origin of security events. */
type Detail = Record<string, string | number | null>;
export type RecordChange = (action: AuditAction, detail: Detail) => Promise<number>;
/** Queues a mail, which is sent soon after the commit. Does nothing on a server that sends no mail. */
export type QueueMail = (mail: NewMail) => Promise<void>;

/**
 * Runs `work` in one transaction. Work that changes something calls `record`, which returns the number of
 * the change. Work that refuses returns without recording.
 */
export async function auditedTransaction<Outcome>(
  { store, actor, nowMs, from, isReauthenticated = false, changeId, contentId }: ChangeContext,
  family: string,
  work: (tx: Tx, record: RecordChange, queueMail: QueueMail) => Promise<Outcome>,
): Promise<Outcome> {
  let [recorded, hasMail] = [false, false];
  const outcome = await store.db.transaction().execute(async (tx) => {
    // Work reads before it writes ("is there another owner?"), and what it read must stay true until the commit.
    // On SQLite that is so anyway: one transaction writes at a time.
    await lockFamily(tx, store.kind, family);
    if (changeId !== undefined && (await hasChange(tx, family, changeId))) throw new RepeatedChange();
    const queueMail: QueueMail = async (mail) => {
      if (!store.mailer) return;
      hasMail = true;
      await insertMail(tx, family, mail, nowMs);
    };
    const record: RecordChange = async (action, detail) => {
      const isSensitive = AUDIT_ACTIONS[action] === 'authority';
      if (isSensitive && !isReauthenticated && actor !== OPERATOR) throw new ReauthenticationMissing();
      if (changeId !== undefined && !recorded)
        await rememberChange(tx, family, { id: changeId, contentId }, nowMs);
      recorded = true;
      if (store.kind === 'postgres') await sql`select pg_notify(${CHANNEL}, ${family})`.execute(tx);
      const where = isSecurityAction(action) ? from : undefined;
      const { seq } = await tx
        .insertInto('audit')
        .values({
          family_id: family,
          at: instantText(nowMs),
          actor,
          action,
          detail: JSON.stringify({ ...detail, ...where }),
        })
        .returning('seq')
        .executeTakeFirstOrThrow();
      return seq;
    };
    return work(tx, record, queueMail);
  });
  if (recorded) store.changes.emit('change', family);
  if (hasMail) store.mailer?.wake();
  return outcome;
}

/** Stores the ids of a change that was accepted and had nothing to do, so that a repeat does nothing later either. */
export async function rememberEmptyChange(
  { store, nowMs }: ChangeContext,
  family: string,
  ids: ChangeIds,
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    await lockFamily(tx, store.kind, family);
    if (!(await hasChange(tx, family, ids.id))) await rememberChange(tx, family, ids, nowMs);
  });
}

/** Locks the family until the end of the transaction. On SQLite the transaction itself is the lock. */
export async function lockFamily(tx: Tx, kind: Kind, family: string): Promise<void> {
  if (kind !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(${FAMILY_LOCKS}, hashtext(${family}))`.execute(tx);
}

/** The channel on which PostgreSQL notifies every process which family was changed. */
export const CHANNEL = 'weekfare_changes';
