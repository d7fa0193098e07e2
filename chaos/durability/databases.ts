/** Creates databases of either kind for trials that copy data, and digests of their contents for comparison. */
import { join } from 'node:path';
import { Digest, readRows } from '#storage/copy.ts';
import { TABLE_NAMES } from '#storage/schema.ts';
import { type Kind, type Location, openStore, OPERATOR_TIMEOUT_MS, type Store } from '#storage/store.ts';
import { freshFolder } from '#test/support/store.ts';
import type { TrialContext } from '../trial.ts';

export async function emptyDatabase({ scope, postgres }: TrialContext, kind: Kind): Promise<Location> {
  return kind === 'postgres'
    ? { kind, url: await postgres() }
    : { kind, file: join(freshFolder(scope), 'weekfare.db') };
}

export async function withStore<Result>(
  location: Location,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(location, OPERATOR_TIMEOUT_MS);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Digest of every row of every table, except the audit line that a restore writes. */
export async function contentsOf({ db }: Store): Promise<string> {
  const digest = new Digest();
  for (const table of TABLE_NAMES) {
    for await (const rows of readRows(db, table)) {
      digest.add(
        table,
        rows.filter(({ action }) => action !== 'restore'),
      );
    }
  }
  return String(digest);
}
