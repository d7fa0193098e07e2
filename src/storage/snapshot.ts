/** Reads in a snapshot: everything as it is at one moment, whatever is written meanwhile. */
import type { Db, Tx } from './schema.ts';

export function withSnapshot<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  // The isolation level is for PostgreSQL; on SQLite every read-only transaction is a snapshot.
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}
