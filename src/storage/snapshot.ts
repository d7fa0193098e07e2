/** Reading everything as it is at one moment, whatever is written meanwhile. */
import type { Db, Tx } from './schema.ts';

export function withSnapshot<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  // PostgreSQL needs to be told; on SQLite a transaction that only reads is a snapshot anyway.
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}
