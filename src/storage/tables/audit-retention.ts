/**
 * Deletes old lines of the audit log in batches. A line is deleted only if nothing depends on it:
 *
 * - The newest line of all stays: the next number follows it, and it shows that the database is not new.
 * - The newest line of a family stays as long as the family: its number is the version of everything computed
 *   from the family's data (shopping lists, event streams).
 * - The newest line about every family stays: no version is below its number (queries/plan/calendar.ts).
 * - Lines are deleted only from the beginning of the log. A line's number is reliable, its date is not: a machine
 *   without a clock dates lines back to 1970 after it starts, and they must stay as long as all others.
 */
import { sql } from 'kysely';
import { instantText } from '#domain/week/instant.ts';
import { RETENTION_LOCK } from '#storage/advisory-locks.ts';
import type { Db } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { EVERY_FAMILY } from './audit-log.ts';

/** Each line changes a page of its own in the index by family; this many take a few milliseconds with their sync. */
const BATCH_SIZE = 50;

export type OldLines = { from: string; now: string };

/**
 * Which lines are old: counted back from the newest line if the clock is ahead of it. A clock set to a wrong
 * future date must not delete the log.
 */
export async function findOldLines(
  db: Db,
  nowMs: number,
  retentionMs: number,
): Promise<OldLines | undefined> {
  const newest = await db.selectFrom('audit').select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const newestMs = Date.parse(newest?.at ?? '');
  if (Number.isNaN(newestMs)) return undefined;
  return { from: instantText(Math.min(nowMs, newestMs) - retentionMs), now: instantText(nowMs) };
}

/** Deletes one batch of old lines after a number. Returns their count and where the next batch starts. */
export async function deleteOldLines(
  { db, kind }: Store,
  after: number,
  { from, now }: OldLines,
): Promise<{ deleted: number; resumeAfter: number | undefined }> {
  const page = await db
    .selectFrom('audit')
    .select(['seq', 'at'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(BATCH_SIZE)
    .execute();
  // A line from the future has a wrong date and does not protect the lines after it.
  const end = page.findIndex(({ at }) => at >= from && at <= now);
  const last = (end < 0 ? page : page.slice(0, end)).at(-1)?.seq;
  if (last === undefined) return { deleted: 0, resumeAfter: undefined };
  const deleted = await db.transaction().execute(async (tx) => {
    // Every server runs this job, and one at a time is enough.
    if (kind === 'postgres' && !(await tryLock(tx))) return undefined;
    const { numAffectedRows } = await sql`
      delete from audit where seq > ${after} and seq <= ${last} and at < ${from}
        and seq < (select max(seq) from audit)
        and (exists (select 1 from audit as newer where newer.family_id = audit.family_id and newer.seq > audit.seq)
          or (audit.family_id <> ${EVERY_FAMILY}
            and not exists (select 1 from families where families.id = audit.family_id)))`.execute(tx);
    return Number(numAffectedRows);
  });
  const isMore = deleted !== undefined && end < 0 && page.length === BATCH_SIZE;
  return { deleted: deleted ?? 0, resumeAfter: isMore ? last : undefined };
}

async function tryLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(RETENTION_LOCK)}) as "isOurs"`.execute(db);
  return rows[0]?.isOurs === true;
}
