/**
 * Prepared queries: compiled once, then run by the driver without Kysely. Building, compiling and running a
 * query with Kysely takes three times as long as SQLite needs for it, so the reads of an API request that
 * misses the cache avoid it.
 */
import type { Compilable } from 'kysely';
import type { Db } from './schema.ts';
import type { Store } from './store.ts';

/** A query for one row. Its parameters must be in the order of the values. */
export function preparedFind<Values extends string[], Found>(
  build: (db: Db, ...values: Values) => Compilable<Found>,
): (store: Store, ...values: Values) => Promise<Found | undefined> {
  const texts = new WeakMap<Store, string>();
  return (store, ...values) => {
    let text = texts.get(store);
    if (text === undefined) {
      const { sql, parameters } = build(store.db, ...values).compile();
      if (String(parameters) !== String(values)) throw new Error(`The values are in another order: ${sql}`);
      text = sql;
      texts.set(store, text);
    }
    return store.findRow(text, values) as Promise<Found | undefined>;
  };
}
