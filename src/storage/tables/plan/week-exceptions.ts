/** Exceptions of weeks: one document per week with one version. A week that is as usual again keeps its row. */
import { sql } from 'kysely';
import { guestsEndOn, type WeekExceptions } from '#domain/preferences/week-exceptions.ts';
import type { Week } from '#domain/week/week.ts';
import { readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';

export type StoredWeekExceptions = { week: Week; version: number; exceptions: WeekExceptions };

const PAGE_SIZE = 100;

/** Version 0 and no exceptions if there are none. */
export async function readWeekExceptions(
  db: Db,
  family: string,
  week: Week,
): Promise<Omit<StoredWeekExceptions, 'week'>> {
  const row = await db
    .selectFrom('week_exceptions')
    .select(['version', 'document'])
    .where('family_id', '=', family)
    .where('week', '=', week)
    .executeTakeFirst();
  return row ? { version: row.version, exceptions: parse(row.document) } : { version: 0, exceptions: {} };
}

/** The version of the exceptions that were changed last, of all weeks; 0 for none. */
export async function findLastExceptionsVersion(db: Db, family: string): Promise<number> {
  const row = await db
    .selectFrom('week_exceptions')
    .select((eb) => eb.fn.max('version').as('version'))
    .where('family_id', '=', family)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Whether guests are expected, or were here in the last days, of whom something is known. */
export async function hasDescribedGuests(db: Db, family: string): Promise<boolean> {
  const row = await db
    .selectFrom('week_exceptions')
    .select('week')
    .where('family_id', '=', family)
    .where('guests_end_on', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The stored size of the exceptions of all weeks. */
export async function readExceptionsBytes(db: Db, family: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('week_exceptions')
    .select(sql<number | null>`sum(octet_length(document))`.as('bytes'))
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

export function exceptionsBytes(exceptions: WeekExceptions): number {
  return Buffer.byteLength(JSON.stringify(exceptions));
}

/** Sorted by week, a page at a time. */
export function readAllWeekExceptions(db: Db, family: string): AsyncGenerator<StoredWeekExceptions[]> {
  return readPages<StoredWeekExceptions>(PAGE_SIZE, async (after, limit) => {
    const rows = await db
      .selectFrom('week_exceptions')
      .select(['week', 'version', 'document'])
      .where('family_id', '=', family)
      .where('week', '>', after?.week ?? ('' as Week))
      .orderBy('week')
      .limit(limit)
      .execute();
    return rows.map(({ document, ...row }) => ({ ...row, exceptions: parse(document) }));
  });
}

export async function saveWeekExceptions(
  db: Db,
  family: string,
  { week, version, exceptions }: StoredWeekExceptions,
): Promise<void> {
  const saved = {
    version,
    document: JSON.stringify(exceptions),
    guests_end_on: guestsEndOn(exceptions, week) ?? null,
  };
  await db
    .insertInto('week_exceptions')
    .values({ family_id: family, week, ...saved })
    .onConflict((conflict) => conflict.columns(['family_id', 'week']).doUpdateSet(saved))
    .execute();
}

/** When the import that brought them is undone. */
export async function deleteWeekExceptions(db: Db, family: string, week: Week): Promise<void> {
  await db.deleteFrom('week_exceptions').where('family_id', '=', family).where('week', '=', week).execute();
}

/** Weeks of all families with guests' data that end on this date or before. */
export async function findEndedGuests(
  db: Db,
  today: string,
  after: { family: string; week: string } | undefined,
  limit: number,
): Promise<{ family: string; week: Week }[]> {
  return db
    .selectFrom('week_exceptions')
    .select(['family_id as family', 'week'])
    .where('guests_end_on', '<=', today)
    .where((eb) =>
      eb.or([
        eb('family_id', '>', after?.family ?? ''),
        eb.and([eb('family_id', '=', after?.family ?? ''), eb('week', '>', (after?.week ?? '') as Week)]),
      ]),
    )
    .orderBy('family_id')
    .orderBy('week')
    .limit(limit)
    .execute();
}

function parse(document: string): WeekExceptions {
  return JSON.parse(document) as WeekExceptions;
}
