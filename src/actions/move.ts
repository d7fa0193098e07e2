/** Moves all data from SQLite to an empty PostgreSQL database and compares it, or changes nothing. */
import { copyRows, digestOf } from '#storage/copy.ts';
import { migrate, WrongDatabase } from '#storage/migrate.ts';
import type { Store } from '#storage/store.ts';

/** Holds the write lock of the source meanwhile: a change that is acknowledged after the copy would be lost. */
export async function moveTo(source: Store, target: Store, nowMs: number): Promise<Record<string, number>> {
  await migrate(target, nowMs);
  return source.db.transaction().execute((from) =>
    target.db.transaction().execute(async (to) => {
      const targetCounts = Object.values((await digestOf(to)).counts());
      if (targetCounts.some((rows) => rows > 0))
        throw new WrongDatabase('The target database is not empty. Nothing was changed.');
      await copyRows(from, to, target.kind);
      const [before, after] = [await digestOf(from), await digestOf(to)];
      if (String(before) !== String(after))
        throw new Error('The copied rows differ from the original; nothing was changed.');
      return after.counts();
    }),
  );
}
