/**
 * Copies rows unchanged from and to either database, for backups, restores and the move to PostgreSQL. Knows
 * tables and primary keys, but not the meaning of the rows.
 */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { isDamage } from './outage.ts';
import { type Db, type Row, type Schema, type Table, TABLE_NAMES, TABLES, type Tx } from './schema.ts';
import type { Kind, Store } from './store.ts';

const PAGE_SIZE = 1_000;
/** A photo can have half a megabyte. */
const PHOTOS_PAGE_SIZE = 20;
/** A statement stays well below both databases' limits on parameters. */
const INSERT_BATCH_SIZE = 200;

/** All rows of a table, a page at a time, in the order of the primary key. */
export async function* readRows(db: Db, table: Table): AsyncGenerator<Row[]> {
  const key: readonly string[] = TABLES[table];
  const pageSize = table === 'photos' ? PHOTOS_PAGE_SIZE : PAGE_SIZE;
  const names = sql.join(key.map((name) => sql.ref(name)));
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where ${after} order by ${names} limit ${sql.lit(pageSize)}`.execute(
      db,
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < pageSize || !last) return;
    after = sql`(${names}) > (${sql.join(key.map((name) => last[name]))})`;
  }
}

export async function insertRows(db: Db, table: Table, rows: Row[]): Promise<void> {
  for (let at = 0; at < rows.length; at += INSERT_BATCH_SIZE) {
    const batch = rows.slice(at, at + INSERT_BATCH_SIZE) as unknown as Schema['families'][];
    // The rows come from the same table; which one is known only at run time.
    await db
      .insertInto(table as 'families')
      .values(batch)
      .execute();
  }
}

/** Blocks all other writers until the end of the transaction. On SQLite the transaction is the lock. */
export async function lockAllTables(tx: Tx, kind: Kind): Promise<void> {
  if (kind !== 'postgres') return;
  await sql`lock table ${sql.join(TABLE_NAMES.map((name) => sql.table(name)))} in share row exclusive mode`.execute(
    tx,
  );
}

/** Children before parents. Deletes the audit log too: the caller replaces it as a whole. */
export async function deleteAllRows(db: Db): Promise<void> {
  for (const table of TABLE_NAMES.toReversed()) await db.deleteFrom(table).execute();
}

/** Copies every row of every table. */
export async function copyRows(from: Db, to: Db, toKind: Kind): Promise<void> {
  for (const table of TABLE_NAMES) {
    for await (const rows of readRows(from, table)) await insertRows(to, table, rows);
  }
  await resetSequence(to, toKind);
}

/** The next line of the audit log follows the last one. SQLite does this automatically for inserted numbers. */
export async function resetSequence(db: Db, kind: Kind): Promise<void> {
  if (kind !== 'postgres') return;
  await sql`select setval(pg_get_serial_sequence('audit', 'seq'), (select coalesce(max(seq), 0) + 1 from audit), false)`.execute(
    db,
  );
}

/**
 * A digest of the contents of a database: for each table the number of rows and the sum of their hashes.
 * A sum does not depend on the order, and the two databases sort text differently.
 */
export class Digest {
  readonly #sums = new Map<Table, { rows: number; sum: bigint }>(
    TABLE_NAMES.map((table) => [table, { rows: 0, sum: 0n }]),
  );

  add(table: Table, rows: Row[]): void {
    const entry = this.#sums.get(table);
    if (!entry) throw new Error(`There is no table ${table}.`);
    for (const row of rows) {
      entry.rows += 1;
      entry.sum = BigInt.asUintN(128, entry.sum + BigInt(`0x${hash('sha256', canonical(row)).slice(0, 32)}`));
    }
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.#sums].map(([table, { rows }]) => [table, rows]));
  }

  toString(): string {
    return [...this.#sums].map(([table, { rows, sum }]) => `${table}:${rows}:${sum.toString(16)}`).join(' ');
  }
}

export async function digestOf(db: Db): Promise<Digest> {
  const digest = new Digest();
  for (const table of TABLE_NAMES) {
    for await (const rows of readRows(db, table)) digest.add(table, rows);
  }
  return digest;
}

function canonical(row: Row): string {
  return JSON.stringify(
    Object.keys(row)
      .toSorted()
      .map((name) => [name, row[name]]),
  );
}

/** Damage that SQLite finds in its own file. PostgreSQL checks its files itself. */
export async function findFileFaults({ kind, db }: Store): Promise<string[]> {
  if (kind !== 'sqlite') return [];
  try {
    const damage = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    const orphans = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db);
    return [
      ...damage.rows.map((row) => row.integrity_check).filter((finding) => finding !== 'ok'),
      ...orphans.rows.map(
        ({ table, parent }) => `A row of ${table} refers to a row of ${parent} that does not exist.`,
      ),
    ];
  } catch (error) {
    if (isDamage(error)) return ['The file is so damaged that SQLite cannot check it.'];
    throw error;
  }
}
