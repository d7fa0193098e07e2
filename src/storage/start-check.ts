/**
 * The check at the start of a server: a damaged database does not serve. It takes the same few milliseconds
 * for a database of any size, so it reads only what everything else depends on: the header, the length of the
 * file, the path from the root of every table and index to its first and its last row, and the schema.
 * `weekfare check` reads every page and row.
 */
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { DamagedDatabase } from './drivers/damage.ts';
import { migrate, MIGRATIONS } from './migrate.ts';
import { isDamage } from './outage.ts';
import { type Db, type Schema, TABLE_NAMES, TABLES } from './schema.ts';
import { findFileBytes } from './drivers/sqlite-file.ts';
import { type Location, openStore, OPERATOR_TIMEOUT_MS, type Store } from './store.ts';

/**
 * Checks and migrates the database of a server. With the long timeout of the operator: another replica may be
 * migrating.
 */
export async function prepareDatabase(location: Location, nowMs: number): Promise<void> {
  requireIntactFile(location);
  const store = await openStore(location, OPERATOR_TIMEOUT_MS);
  try {
    await migrate(store, nowMs);
    await requireSchema(store);
  } finally {
    await store.close();
  }
}

/** Throws if the file is damaged. To be called before anything is written to it; a missing file is fine. */
export function requireIntactFile(location: Location): void {
  if (location.kind !== 'sqlite' || !findFileBytes(location.file)) return;
  const walBytes = findFileBytes(`${location.file}-wal`) ?? 0;
  // When the last handle closes, SQLite moves the log into the file, unless the handle is read-only. Without a
  // log, a read-only handle would leave an empty one behind.
  using db = new DatabaseSync(location.file, { readOnly: walBytes > 0, timeout: 5_000 });
  // One snapshot for all queries: another process may be writing.
  db.exec('begin');
  // The migration refuses another program's database.
  if (numberOf(db, `select count(*) from sqlite_schema where name = 'migrations'`) === 0) return;
  requireLength(db, findFileBytes(location.file) ?? 0, walBytes);
  for (const tree of treesOf(db)) requireTree(db, tree);
}

/** All pages that the header counts must be in the file or in its log. */
function requireLength(db: DatabaseSync, fileBytes: number, walBytes: number): void {
  const pageBytes = numberOf(db, 'pragma page_size');
  const pages = numberOf(db, 'pragma page_count');
  if (fileBytes + walBytes < pages * pageBytes) {
    throw new DamagedDatabase(`the file has ${fileBytes} of its ${pages * pageBytes} bytes`);
  }
}

/** The B-tree of a table or an index, and the queries for its first and its last row. */
type Tree = { name: string; queries: string[] };

/** All trees, except indexes over expressions, which the schema does not have. */
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
      // A table without rowid is itself the index of its primary key.
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

/** Reads all pages from the root to the first row and to the last one. */
function requireTree(db: DatabaseSync, { name, queries }: Tree): void {
  try {
    for (const query of queries) db.prepare(query).get();
  } catch (error) {
    throw isDamage(error) ? new DamagedDatabase(`${name} cannot be read`, { cause: error }) : error;
  }
}

/** After the migration: every table, column and index of the migrations must exist, and every table be readable. */
export async function requireSchema({ kind, db }: Store): Promise<void> {
  const [expected, found] = [await expectedSchema(), await describeSchema(db, kind)];
  const missing = expected.find((part) => !found.includes(part));
  if (missing !== undefined) throw new DamagedDatabase(`${missing} is missing`);
  // On SQLite requireIntactFile has read them.
  if (kind === 'postgres') for (const table of TABLE_NAMES) await requireTable(db, table);
}

async function requireTable(db: Db, table: keyof typeof TABLES): Promise<void> {
  // By the primary key: without an order PostgreSQL scans the pages of deleted rows.
  for (const direction of ['asc', 'desc']) {
    const order = sql.join(TABLES[table].map((name) => sql`${sql.ref(name)} ${sql.raw(direction)}`));
    await sql`select * from ${sql.table(table)} order by ${order} limit 1`.execute(db);
  }
}

/** The schema that the migrations create in an empty database. */
async function expectedSchema(): Promise<string[]> {
  using memory = new DatabaseSync(':memory:');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptToKysely(memory) }) });
  await db.transaction().execute(async (tx) => {
    for (const { up } of MIGRATIONS) await up(tx, 'sqlite', 0);
  });
  return await describeSchema(db, 'sqlite');
}

async function describeSchema(db: Db, kind: Store['kind']): Promise<string[]> {
  const tables = await db.introspection.getTables();
  // Only the indexes of the migrations, not those of primary keys and unique constraints.
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

/** Adapts `node:sqlite` to Kysely's own dialect, which expects better-sqlite3. */
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
