/**
 * The check at the start of a server: a damaged database does not serve. It takes the same few milliseconds
 * for a database of any size, so it reads only what everything else depends on: the header, the length
 * of the file, the way from the root of every table and index to its first and its last row, and the schema.
 * `weekfare check` looks at every page and row.
 */
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { DamagedDatabase } from './damage.ts';
import { MIGRATIONS } from './migrate.ts';
import { isDamage } from './outage.ts';
import { type Db, type Schema, TABLE_NAMES, TABLES } from './schema.ts';
import { findFileBytes } from './sqlite-file.ts';
import type { Location, Store } from './store.ts';

/** Before anything is written to it. A file that is not there yet is sound. */
export function requireIntactFile(location: Location): void {
  if (location.kind !== 'sqlite' || !findFileBytes(location.file)) return;
  const walBytes = findFileBytes(`${location.file}-wal`) ?? 0;
  // The last handle that closes moves the log into the file, unless it is read-only. Without a log, a read-only
  // handle would leave an empty one behind.
  using db = new DatabaseSync(location.file, { readOnly: walBytes > 0, timeout: 5_000 });
  // One moment for all questions: another process may be writing.
  db.exec('begin');
  // Another program's database is refused later, by its tables.
  if (numberOf(db, `select count(*) from sqlite_schema where name = 'migrations'`) === 0) return;
  requireLength(db, findFileBytes(location.file) ?? 0, walBytes);
  for (const tree of treesOf(db)) requireTree(db, tree);
}

/** What the header says there is must be in the file, or in the log beside it. */
function requireLength(db: DatabaseSync, fileBytes: number, walBytes: number): void {
  const pageBytes = numberOf(db, 'pragma page_size');
  const pages = numberOf(db, 'pragma page_count');
  if (fileBytes + walBytes < pages * pageBytes) {
    throw new DamagedDatabase(
      `the file has ${fileBytes} bytes of the ${pages * pageBytes} that belong to it`,
    );
  }
}

/** A table or an index, each a tree of pages of its own, and how to read its first and its last row. */
type Tree = { name: string; queries: string[] };

/** All of them, but for an index over an expression, of which there is none. */
export function treesOf(db: DatabaseSync): Tree[] {
  const tables = all<{ name: string; isClustered: number }>(
    db,
    `select name, wr as isClustered from pragma_table_list where schema = 'main' and type = 'table'`,
  );
  return tables.flatMap(({ name: table, isClustered }) => {
    const key = `select name from pragma_table_info('${table}') where pk > 0 order by pk`;
    const order = isClustered ? columnsIn(all(db, key)) : ['rowid'];
    return [
      { name: table, queries: firstAndLast(`select * from "${table}"`, order ?? []) },
      ...indexesOf(db, table, isClustered === 1),
    ];
  });
}

function indexesOf(db: DatabaseSync, table: string, isClustered: boolean): Tree[] {
  const indexes = all<{ name: string; origin: string; sql: string | null }>(
    db,
    `select list.name, origin, sql from pragma_index_list('${table}') as list
      left join sqlite_schema on type = 'index' and sqlite_schema.name = list.name`,
  );
  return (
    indexes
      // A clustered table is the index of its primary key.
      .filter(({ origin }) => !isClustered || origin !== 'pk')
      .flatMap(({ name, sql: definition }) => {
        const columns = columnsIn(all(db, `select name from pragma_index_info('${name}') order by seqno`));
        if (columns === undefined) return [];
        // SQLite uses a partial index only for a query with the same condition.
        const condition = /\bwhere\b[^]*$/i.exec(definition ?? '')?.[0] ?? '';
        const query = `select ${columns.join()} from "${table}" indexed by "${name}" ${condition}`;
        return { name, queries: firstAndLast(query, columns) };
      })
  );
}

function columnsIn(columns: { name: string | null }[]): string[] | undefined {
  if (columns.some(({ name }) => name === null)) return undefined;
  return columns.map(({ name }) => `"${name}"`);
}

function firstAndLast(query: string, order: string[]): string[] {
  return ['asc', 'desc'].map((direction) => {
    const columns = order.map((column) => `${column} ${direction}`).join();
    return `${query} order by ${columns} limit 1`;
  });
}

/** From the root to the first row and to the last one. */
function requireTree(db: DatabaseSync, { name, queries }: Tree): void {
  try {
    for (const query of queries) db.prepare(query).get();
  } catch (error) {
    throw isDamage(error) ? new DamagedDatabase(`${name} cannot be read`, { cause: error }) : error;
  }
}

/** After the migration: every table, column and index that the migrations make, and that every table can be read. */
export async function requireSchema({ kind, db }: Store): Promise<void> {
  const [wanted, found] = [await expectedSchema(), await describeSchema(db, kind)];
  const missing = wanted.find((part) => !found.includes(part));
  if (missing !== undefined) throw new DamagedDatabase(`${missing} is missing`);
  // SQLite's were read before the migration.
  if (kind === 'postgres') for (const table of TABLE_NAMES) await requireTable(db, table);
}

async function requireTable(db: Db, table: keyof typeof TABLES): Promise<void> {
  // By the primary key: where many rows were deleted, PostgreSQL looks through their pages without an order.
  for (const direction of ['asc', 'desc']) {
    const order = sql.join(TABLES[table].map((name) => sql`${sql.ref(name)} ${sql.raw(direction)}`));
    await sql`select * from ${sql.table(table)} order by ${order} limit 1`.execute(db);
  }
}

/** What the migrations make of an empty database, in words. */
async function expectedSchema(): Promise<string[]> {
  using memory = new DatabaseSync(':memory:');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptToKysely(memory) }) });
  await db.transaction().execute(async (tx) => {
    for (const { up } of MIGRATIONS) await up(tx, 'sqlite');
  });
  return await describeSchema(db, 'sqlite');
}

async function describeSchema(db: Db, kind: Store['kind']): Promise<string[]> {
  const tables = await db.introspection.getTables();
  // The indexes that have a name of ours; the others belong to a key of a table.
  const indexes =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'index' and sql is not null`
      : sql<{
          name: string;
        }>`select indexname as name from pg_indexes where schemaname = any (current_schemas(false))`;
  return [
    ...tables.flatMap(({ name: table, columns }) => [
      `the table ${table}`,
      ...columns.map(({ name }) => `the column ${name} of ${table}`),
    ]),
    ...(await indexes.execute(db)).rows.map(({ name }) => `the index ${name}`),
  ];
}

/** Kysely's own dialect expects another library; a few names are different. */
function adaptToKysely(db: DatabaseSync): ConstructorParameters<typeof SqliteDialect>[0]['database'] {
  return {
    close: () => {},
    prepare(text) {
      const statement = db.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as string[])),
        run: (values) => statement.run(...(values as string[])),
        iterate: (values) => statement.iterate(...(values as string[])) as IterableIterator<unknown>,
      };
    },
  };
}

function all<Row>(db: DatabaseSync, query: string): Row[] {
  return db.prepare(query).all() as Row[];
}

function numberOf(db: DatabaseSync, query: string): number {
  return Number(Object.values(db.prepare(query).get() ?? {})[0]);
}
