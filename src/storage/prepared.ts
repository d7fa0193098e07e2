/**
 * Queries whose text is made once and then goes straight to the driver. Building, compiling and
 * running a query through Kysely takes three times as long as SQLite takes to answer it; for the
 * reads behind every cold API request that is worth avoiding.
 */
import type { Compilable } from 'kysely';
import type { Db } from './schema.ts';
import type { Store } from './store.ts';

/** The query for one row, or undefined. Its values must stand in the text in the order they are given. */
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
