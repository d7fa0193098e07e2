/** Reads the audit log: the numbers of changes for the change feed, and the lines of a family for its export. */
import { readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';
import type { Actor } from '#storage/actor.ts';

/** In a notification: all families, after a restore. */
export const EVERY_FAMILY = '*';

export const CHANGES_PAGE_SIZE = 10_000;

export function readChangesAfter(db: Db, seq: number) {
  return db
    .selectFrom('audit')
    .select(['seq', 'family_id'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(CHANGES_PAGE_SIZE)
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

/** Changes of the family and of all families after a number, with what they did. */
export async function readFamilyChangesAfter(db: Db, family: string, seq: number, limit: number) {
  return db
    .selectFrom('audit')
    .select(['seq', 'at', 'action', 'detail'])
    .where('family_id', 'in', [family, EVERY_FAMILY])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Whether this is the number of a change of the family, or of all families, that is not deleted. */
export async function hasFamilyChange(db: Db, family: string, seq: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('seq')
    .where('family_id', 'in', [family, EVERY_FAMILY])
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of the last change of the family, or of all families. */
export async function readLastFamilyChange(db: Db, family: string): Promise<number> {
  return Math.max(await readLastChangeOf(db, family), await readLastChangeOf(db, EVERY_FAMILY));
}

/** When these changes of the family, or of all families, were made, by number. Old lines are deleted. */
export async function readChangeTimes(
  db: Db,
  family: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (numbers.length === 0) return new Map();
  const lines = await db
    .selectFrom('audit')
    .select(['seq', 'at'])
    .where('family_id', 'in', [family, EVERY_FAMILY])
    .where('seq', 'in', numbers)
    .execute();
  return new Map(lines.map(({ seq, at }) => [seq, at]));
}

/** The number of the family's last change. */
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
export function readAuditLog(db: Db, family: string): AsyncGenerator<AuditLine[]> {
  return readPages(LINES_PAGE_SIZE, (after, limit) =>
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

/** How many lines one call of `readLinesOfActions` looks at, so that it takes the same time however long the log is. */
const LINES_SCANNED = 5_000;

/**
 * The newest lines with one of these actions, before number `before`. `next` is the `before` of the next call; null at
 * the beginning of the log.
 */
export async function readLinesOfActions(
  db: Db,
  family: string,
  actions: readonly string[],
  { before, limit, scanned = LINES_SCANNED }: { before: number; limit: number; scanned?: number | undefined },
): Promise<{ lines: AuditLine[]; next: number | null }> {
  const newest = db
    .selectFrom('audit')
    .select(['seq', 'at', 'actor', 'action', 'detail'])
    .where('family_id', '=', family)
    .where('seq', '<', before)
    .orderBy('seq', 'desc');
  const lines = await db
    .selectFrom(newest.limit(scanned).as('newest'))
    .selectAll()
    .where('action', 'in', actions)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  const last = lines.length === limit ? lines.at(-1) : undefined;
  if (last) return { lines, next: last.seq };
  const floor = await newest
    .clearSelect()
    .select('seq')
    .offset(scanned - 1)
    .limit(1)
    .executeTakeFirst();
  return { lines, next: floor?.seq ?? null };
}

/**
 * The number of the last line with one of these actions. If that line is deleted, or too old to be among those that are
 * read, it is the number of the oldest line that is read. So the result may be too high, and it never falls.
 */
export async function readLastNumberOf(db: Db, family: string, actions: readonly string[]): Promise<number> {
  const newest = db
    .selectFrom('audit')
    .select(['seq', 'action'])
    .where('family_id', '=', family)
    .orderBy('seq', 'desc')
    .limit(LINES_SCANNED);
  const row = await db
    .selectFrom(newest.as('newest'))
    .select(({ fn }) => [
      fn.min('seq').as('oldest'),
      fn.max('seq').filterWhere('action', 'in', actions).as('last'),
    ])
    .executeTakeFirst();
  return Math.max(row?.oldest ?? 0, row?.last ?? 0);
}

type AuditLine = { seq: number; at: string; actor: Actor; action: string; detail: string };
const LINES_PAGE_SIZE = 1_000;
