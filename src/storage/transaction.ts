/**
 * The audit log, and with it every change. A change and its line in the log are one transaction;
 * the log is only ever added to. Its numbers serve twice more: as versions of plans, and as the
 * feed by which every process learns what changed (feed.ts).
 */
import { sql } from 'kysely';
import { instantText } from '#domain/week/instant.ts';
import { readPages } from './pause.ts';
import type { Db, Tx } from './schema.ts';
import type { Kind, Store } from './store.ts';

/** Who did it: a member's id, or one of these. */
export type Actor = string;
export const OPERATOR: Actor = 'operator';
/** Someone who signs up and is nobody's member yet. */
export const NEWCOMER: Actor = 'newcomer';
/** A week that was planned by itself. */
export const PLANNER: Actor = 'planner';

export type ChangeContext = { store: Store; actor: Actor; nowMs: number };

/** Names ids and dates, never what a family eats, types or calls itself. */
type Detail = Record<string, string | number | null>;
export type RecordChange = (action: string, detail: Detail) => Promise<number>;

/**
 * Runs `work` in one transaction. Work that changes something calls `record`, which answers the
 * change's number; work that finds it must refuse returns without recording.
 */
export async function auditedTransaction<Outcome>(
  { store, actor, nowMs }: ChangeContext,
  family: string,
  work: (tx: Tx, record: RecordChange) => Promise<Outcome>,
): Promise<Outcome> {
  let recorded = false;
  const outcome = await store.db.transaction().execute(async (tx) => {
    // One change of a family at a time, as SQLite has it anyway: work looks before it writes ("is there
    // another owner?"), and what it saw must still be so when it is done.
    await lockFamily(tx, store.kind, family);
    return work(tx, async (action, detail) => {
      recorded = true;
      if (store.kind === 'postgres') await sql`select pg_notify(${CHANNEL}, ${family})`.execute(tx);
      const { seq } = await tx
        .insertInto('audit')
        .values({ family_id: family, at: instantText(nowMs), actor, action, detail: JSON.stringify(detail) })
        .returning('seq')
        .executeTakeFirstOrThrow();
      return seq;
    });
  });
  if (recorded) store.changes.emit('change', family);
  return outcome;
}

/** Until the end of the transaction; on SQLite the transaction itself is the lock. */
export async function lockFamily(tx: Tx, kind: Kind, family: string): Promise<void> {
  if (kind !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(${FAMILY_LOCKS}, hashtext(${family}))`.execute(tx);
}

/** Sets these locks apart from any others in the same database. */
const FAMILY_LOCKS = 7_355_609;

/** The channel on which PostgreSQL tells every process which family was changed. */
export const CHANNEL = 'weekfare_changes';

/** Stands for every family at once: after a restore nothing that was known is known. */
export const EVERY_FAMILY = '*';

export const CHANGES_AT_ONCE = 10_000;

export function readChangesAfter(db: Db, seq: number) {
  return db
    .selectFrom('audit')
    .select(['seq', 'family_id'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(CHANGES_AT_ONCE)
    .execute();
}

export async function readChanges(db: Db, numbers: number[]) {
  if (numbers.length === 0) return [];
  return db.selectFrom('audit').select(['seq', 'family_id']).where('seq', 'in', numbers).execute();
}

export async function readLastChange(db: Db): Promise<number> {
  const row = await db.selectFrom('audit').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.seq ?? 0;
}

/** The number of a family's own last change. */
export async function readLastChangeOf(db: Db, family: string): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select('seq')
    .where('family_id', '=', family)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** All lines about a family, a page at a time. */
export function readAllAudit(db: Db, family: string): AsyncGenerator<AuditLine[]> {
  return readPages(LINES_AT_ONCE, (after, limit) =>
    db
      .selectFrom('audit')
      .select(['seq', 'at', 'actor', 'action', 'detail'])
      .where('family_id', '=', family)
      .where('seq', '>', after?.seq ?? -1)
      .orderBy('seq')
      .limit(limit)
      .execute(),
  );
}

type AuditLine = { seq: number; at: string; actor: Actor; action: string; detail: string };
const LINES_AT_ONCE = 1_000;
