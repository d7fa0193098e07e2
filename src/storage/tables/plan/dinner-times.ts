/** When families get the event `dinner.today`. A family without a row gets none. */
import { instantText } from '#domain/week/instant.ts';
import type { Db } from '#storage/schema.ts';

export type DinnerTime = { time: string; dueAt: string; sentOn: string | null };

export async function findDinnerTime(db: Db, family: string): Promise<DinnerTime | undefined> {
  return db
    .selectFrom('dinner_times')
    .select(['time', 'due_at as dueAt', 'sent_on as sentOn'])
    .where('family_id', '=', family)
    .executeTakeFirst();
}

export async function saveDinnerTime(
  db: Db,
  family: string,
  { time, dueAt }: { time: string; dueAt: string },
): Promise<void> {
  await db
    .insertInto('dinner_times')
    .values({ family_id: family, time, due_at: dueAt })
    .onConflict((conflict) => conflict.column('family_id').doUpdateSet({ time, due_at: dueAt }))
    .execute();
}

export async function deleteDinnerTime(db: Db, family: string): Promise<void> {
  await db.deleteFrom('dinner_times').where('family_id', '=', family).execute();
}

export type DueDinner = { family: string; dueAt: string };

/** Of all families, the longest waiting first. */
export async function findDueDinners(db: Db, nowMs: number, limit: number): Promise<DueDinner[]> {
  return db
    .selectFrom('dinner_times')
    .select(['family_id as family', 'due_at as dueAt'])
    .where('due_at', '<=', instantText(nowMs))
    .orderBy('due_at')
    .orderBy('family_id')
    .limit(limit)
    .execute();
}

/** Of all families: when the next one is due after this instant. */
export async function findNextDinner(db: Db, afterMs: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('dinner_times')
    .select('due_at as dueAt')
    .where('due_at', '>', instantText(afterMs))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.dueAt;
}

/** Returns false and writes nothing if it is no longer due at the time that was read. */
export async function advanceDinner(
  db: Db,
  family: string,
  seen: string,
  { dueAt, sentOn }: { dueAt: string; sentOn: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dinner_times')
    .set({ due_at: dueAt, ...(sentOn !== null && { sent_on: sentOn }) })
    .where('family_id', '=', family)
    .where('due_at', '=', seen)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
