/**
 * Reads the content of a database, for tests that compare it before and after. A snapshot takes one query and is
 * several times faster than a dump, which reads table by table; a dump can be limited to one family.
 */
import { type RawBuilder, sql } from 'kysely';
import { TABLES, type Table } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';

/** The rows of every table as JSON, in the order of the primary key. */
export type Snapshot = Record<Table, string>;

const queries = new WeakMap<Store, Promise<RawBuilder<Row>>>();
type Row = { name: Table; rows: string };

export async function takeSnapshot(store: Store): Promise<Snapshot> {
  const query = await queries.getOrInsertComputed(store, makeQuery);
  const { rows } = await query.execute(store.db);
  return Object.fromEntries(rows.map(({ name, rows: text }) => [name, text])) as Snapshot;
}

async function makeQuery(store: Store): Promise<RawBuilder<Row>> {
  const tables = await store.db.introspection.getTables();
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  const names = Object.keys(TABLES) as Table[];
  const selects = names.map((name) => selectRows(store, name, columnsOf.get(name) ?? []));
  return sql<Row>`${sql.join(selects, sql` union all `)}`;
}

function selectRows({ kind }: Store, table: Table, columns: string[]): RawBuilder<unknown> {
  const [array, aggregate] =
    kind === 'sqlite' ? ['json_array', 'json_group_array'] : ['json_build_array', 'json_agg'];
  const row = sql`${sql.raw(array)}(${refs(columns)})`;
  const rows = sql`${sql.raw(aggregate)}(${row} order by ${refs(TABLES[table])})`;
  return sql`select ${sql.lit(table)} as name, cast(${rows} as text) as rows from ${sql.table(table)}`;
}

function refs(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** Every row of one family, or of the whole database, in a fixed order. */
export async function dump({ db }: Store, family?: string): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const [table, key] of Object.entries(TABLES) as [Table, string[]][]) {
    const column = table === 'families' ? 'id' : 'family_id';
    let query = db.selectFrom(table).selectAll();
    if (family !== undefined) query = query.where(column as never, '=', family as never);
    for (const part of key) query = query.orderBy(part as never);
    tables[table] = await query.execute();
  }
  return tables;
}
