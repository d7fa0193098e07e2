/**
 * What undoes a change, stored in the transaction of the change, for changes by programs that store nothing themselves.
 * Only the newest steps are retained.
 */
import type { Meal, Place } from '#domain/plan/plan.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { instantText } from '#domain/week/instant.ts';
import type { Week } from '#domain/week/week.ts';
import type { Db } from '#storage/schema.ts';

export type UndoStep =
  /** The places that the change has altered. */
  | { kind: 'plan'; edits: UndoEdit[] }
  /** The operations that are undone, and those that repeat what the change has undone. */
  | { kind: 'list'; week: Week; undoes: string[]; repeats: ListOperation[] }
  /** The recipe that the change has added. */
  | { kind: 'recipe'; recipeId: string; version: number };

type UndoEdit = Place & { week: Week; before: Meal | null; after: Meal | null };

/** More changes than an assistant makes in one conversation. */
const MAX_STEPS = 50;
/** A whole week with its earlier meals takes 6 kB. */
const MAX_BYTES = 500_000;
const RETENTION_MS = 30 * 86_400_000;

/** Undefined if there is no such change, or if it is too old. */
export async function findUndoStep(db: Db, family: string, changeId: string): Promise<UndoStep | undefined> {
  const row = await db
    .selectFrom('undo_steps')
    .select('step')
    .where('family_id', '=', family)
    .where('change_id', '=', changeId)
    .executeTakeFirst();
  return row && (JSON.parse(row.step) as UndoStep);
}

/** Inserts a step and deletes those that are too old or too many. */
export async function saveUndoStep(
  db: Db,
  family: string,
  changeId: string,
  step: UndoStep,
  nowMs: number,
): Promise<void> {
  const created_at = instantText(nowMs);
  await db
    .insertInto('undo_steps')
    .values({ family_id: family, change_id: changeId, step: JSON.stringify(step), created_at })
    .execute();
  const rows = await db
    .selectFrom('undo_steps')
    .select(['change_id', 'created_at', 'step'])
    .where('family_id', '=', family)
    .orderBy('created_at', 'desc')
    .execute();
  const oldest = instantText(nowMs - RETENTION_MS);
  let bytes = 0;
  const others = rows.filter(({ change_id }) => change_id !== changeId);
  const ended = others.filter((row, at) => {
    bytes += Buffer.byteLength(row.step);
    return at >= MAX_STEPS - 1 || bytes > MAX_BYTES || row.created_at < oldest;
  });
  if (ended.length === 0) return;
  await db
    .deleteFrom('undo_steps')
    .where('family_id', '=', family)
    .where(
      'change_id',
      'in',
      ended.map(({ change_id }) => change_id),
    )
    .execute();
}
