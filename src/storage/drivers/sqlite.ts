/**
 * The SQLite dialect, over `node:sqlite`. One file has two handles: a read-only one, and a writer that belongs to
 * one transaction at a time. So a read never sees half of a change, and SQLite refuses a change outside a
 * transaction.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type TransactionSettings,
} from 'kysely';
import { currentWork } from '#storage/deadline.ts';
import { DamagedDatabase, type DamageMonitor } from './damage.ts';
import { Outage, refuseUnstorable } from '#storage/outage.ts';
import type { FindRow, Row } from '#storage/schema.ts';
import { prepareFile, finishSetup } from './sqlite-file.ts';

const BUSY = 5;
/** Transactions that may wait for the writer. More are refused: the database is too slow for them. */
const MAX_WAITING = 200;

export function openSqlite(
  file: string,
  busyMs: number,
  damage: DamageMonitor,
): { dialect: Dialect; findRow: FindRow } {
  const driver = new SqliteDriver(file, busyMs, damage);
  const dialect: Dialect = {
    createAdapter: () => new Adapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return { dialect, findRow: async (sql, values) => driver.findRow(sql, values) };
}

/** By default Kysely uses one connection for SQLite, so that every read waits for the change before it. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** An open file and its prepared statements. Refuses all work once the file is known to be damaged. */
class Handle {
  readonly db: DatabaseSync;
  readonly #damage: DamageMonitor;
  readonly #statements = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  constructor(file: string, damage: DamageMonitor, options: { readOnly: boolean }) {
    this.#damage = damage;
    this.db = new DatabaseSync(file, { readOnly: options.readOnly, timeout: 5_000 });
    this.db.exec('pragma foreign_keys = on');
  }

  run({ sql, parameters }: CompiledQuery): QueryResult<unknown> {
    refuseUnstorable(parameters);
    return this.#guard(() => {
      const { statement, returnsRows } = this.#prepare(sql);
      const values = parameters as SQLInputValue[];
      if (returnsRows) return { rows: statement.all(...values) };
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
    });
  }

  find(sql: string, values: string[]): Row | undefined {
    refuseUnstorable(values);
    return this.#guard(() => this.#prepare(sql).statement.get(...values) as Row | undefined);
  }

  exec(sql: string): void {
    this.#guard(() => this.#prepare(sql).statement.run());
  }

  /** SQLite would continue to write to a damaged file and damage it further. */
  #guard<Result>(work: () => Result): Result {
    if (this.#damage.found)
      throw new DamagedDatabase('The database is damaged.', { cause: this.#damage.found });
    try {
      return work();
    } catch (error) {
      this.#damage.report(error);
      throw error;
    }
  }

  #prepare(sql: string): { statement: StatementSync; returnsRows: boolean } {
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      const statement = this.db.prepare(sql);
      prepared = { statement, returnsRows: statement.columns().length > 0 };
      // Lists of ids of different lengths are different statements, so their number must be limited.
      if (this.#statements.size >= 500) this.#statements.clear();
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}

class Connection implements DatabaseConnection {
  handle: Handle;
  /** Releases the handle of the transaction. */
  release: (() => void) | undefined;

  constructor(handle: Handle) {
    this.handle = handle;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.handle.run(query) as QueryResult<Row>;
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Rows are read in pages, not streamed.');
  }
}

class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #busyMs: number;
  readonly #damage: DamageMonitor;
  #reader!: Handle;
  #writer!: Handle;
  #writerReleased: Promise<void> = Promise.resolve();
  #waitingForWriter = 0;
  #isWal = false;
  #isSetUp = false;
  #inSnapshot = false;

  constructor(file: string, busyMs: number, damage: DamageMonitor) {
    this.#file = file;
    this.#busyMs = busyMs;
    this.#damage = damage;
  }

  async init(): Promise<void> {
    prepareFile(this.#file);
    this.#writer = new Handle(this.#file, this.#damage, { readOnly: false });
    try {
      // FULL: an acknowledged change survives a power cut, at the cost of one sync per change.
      this.#writer.db.exec('pragma synchronous = full');
      // No timeout here: beginTransaction waits for other processes without blocking the event loop.
      this.#writer.db.exec('pragma busy_timeout = 0');
      this.#reader = new Handle(this.#file, this.#damage, { readOnly: true });
    } catch (error) {
      // For a damaged file: closing removes the side files that SQLite created.
      this.#writer.db.close();
      throw error;
    }
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#reader);
  }

  /** For API requests that miss the cache: all reads of one turn of the event loop share the cost of a snapshot. */
  findRow(sql: string, values: string[]): Row | undefined {
    if (!this.#inSnapshot) {
      if (!this.#reader.db.isTransaction) this.#reader.exec('begin');
      this.#inSnapshot = true;
      setImmediate(() => this.#endSnapshot());
    }
    return this.#reader.find(sql, values);
  }

  async beginTransaction(connection: Connection, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === 'read only') {
      const snapshot = new Handle(this.#file, this.#damage, { readOnly: true });
      connection.handle = snapshot;
      connection.release = () => snapshot.db.close();
      try {
        snapshot.exec('begin');
      } catch (error) {
        this.#endTransaction(connection);
        throw error;
      }
      return;
    }
    const release = await this.#acquireWriter();
    try {
      await this.#beginImmediate();
    } catch (error) {
      release();
      throw error;
    }
    connection.handle = this.#writer;
    const work = currentWork();
    if (work) work.holdsWriter = true;
    connection.release = () => {
      if (work) work.holdsWriter = false;
      release();
    };
  }

  async commitTransaction(connection: Connection): Promise<void> {
    connection.handle.exec('commit');
    if (connection.handle === this.#writer) {
      // All reads from now on must see this change, also in this turn of the event loop.
      this.#endSnapshot();
      this.#useWal();
      this.#finishSetup();
    }
    this.#endTransaction(connection);
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    // SQLite rolls back automatically when the disk is full; then there is no transaction any more.
    if (connection.handle.db.isTransaction) connection.handle.db.exec('rollback');
    this.#endTransaction(connection);
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#endSnapshot();
    this.#reader.db.close();
    this.#writer.db.close();
  }

  #endSnapshot(): void {
    if (!this.#inSnapshot) return;
    this.#inSnapshot = false;
    try {
      // SQLite ends the snapshot automatically after a disk error.
      if (this.#reader.db.isTransaction) this.#reader.db.exec('commit');
    } catch {
      // The file is damaged. The reads have failed already; the snapshot is over and wrote nothing.
    }
  }

  /** Only after a first commit: nothing is changed in a file before migrate.ts accepts it. */
  #useWal(): void {
    if (this.#isWal) return;
    try {
      this.#writer.db.exec('pragma journal_mode = wal');
      this.#isWal = true;
    } catch {
      // Another process is reading. The commit is done, and the next one tries again.
    }
  }

  #finishSetup(): void {
    if (this.#isSetUp) return;
    finishSetup(this.#file);
    this.#isSetUp = true;
  }

  #endTransaction(connection: Connection): void {
    connection.release?.();
    connection.release = undefined;
    connection.handle = this.#reader;
  }

  /** Waits for all transactions before this one. Returns the function that releases the writer. */
  async #acquireWriter(): Promise<() => void> {
    if (this.#waitingForWriter >= MAX_WAITING)
      throw new Outage('Too many changes are waiting for the database.');
    const before = this.#writerReleased;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#writerReleased = promise;
    this.#waitingForWriter += 1;
    await before;
    this.#waitingForWriter -= 1;
    return resolve;
  }

  async #beginImmediate(): Promise<void> {
    const giveUpAt = performance.now() + this.#busyMs;
    for (;;) {
      try {
        this.#writer.exec('begin immediate');
        return;
      } catch (error) {
        const busy = error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === BUSY;
        if (!busy || performance.now() > giveUpAt) throw error;
        await delay(5);
      }
    }
  }
}
