/**
 * Kysely over `node:sqlite`. One file, two handles: a reader that cannot write, and a writer that
 * only transactions get, one at a time. So a read never sees half a change, and a change outside a
 * transaction is refused by SQLite itself.
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
import { DamagedDatabase, type DamageMonitor } from './damage.ts';
import { Outage } from './outage.ts';
import type { FindRow, Row } from './schema.ts';
import { prepareFile, finishSetup } from './sqlite-file.ts';

const BUSY = 5;
/** More changes than this waiting for their turn means trouble: say so rather than queue without end. */
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

/** Kysely takes SQLite to have one connection and would make every read wait for the change before it. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** An open file and its prepared statements. Refuses all further work once the file is known to be damaged. */
class Handle {
  readonly db: DatabaseSync;
  readonly #damage: DamageMonitor;
  readonly #statements = new Map<string, { statement: StatementSync; answersRows: boolean }>();

  constructor(file: string, damage: DamageMonitor, options: { readOnly: boolean }) {
    this.#damage = damage;
    this.db = new DatabaseSync(file, { readOnly: options.readOnly, timeout: 5_000 });
    this.db.exec('pragma foreign_keys = on');
  }

  run({ sql, parameters }: CompiledQuery): QueryResult<unknown> {
    return this.#guard(() => {
      const { statement, answersRows } = this.#prepare(sql);
      const values = parameters as SQLInputValue[];
      if (answersRows) return { rows: statement.all(...values) };
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
    });
  }

  find(sql: string, values: string[]): Row | undefined {
    return this.#guard(() => this.#prepare(sql).statement.get(...values) as Row | undefined);
  }

  exec(sql: string): void {
    this.#guard(() => this.#prepare(sql).statement.run());
  }

  /** SQLite goes on writing to a damaged file, and makes it worse. */
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

  #prepare(sql: string): { statement: StatementSync; answersRows: boolean } {
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      const statement = this.db.prepare(sql);
      prepared = { statement, answersRows: statement.columns().length > 0 };
      // Texts are few, but a list of ids makes its own: start afresh rather than grow for ever.
      if (this.#statements.size >= 500) this.#statements.clear();
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}

class Connection implements DatabaseConnection {
  handle: Handle;
  /** Ends the transaction's hold on its handle. */
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
      // FULL: a change that was acknowledged survives a power cut, at the price of a sync each.
      this.#writer.db.exec('pragma synchronous = full');
      // Waiting for another process happens in beginTransaction, without blocking the event loop.
      this.#writer.db.exec('pragma busy_timeout = 0');
      this.#reader = new Handle(this.#file, this.#damage, { readOnly: true });
    } catch (error) {
      // A damaged file keeps its folder as it was: closing takes SQLite's side files away again.
      this.#writer.db.close();
      throw error;
    }
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#reader);
  }

  /** For the API's cold reads: all those of one turn of the event loop share a snapshot, and so its cost. */
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
    const letGo = await this.#acquireWriter();
    try {
      await this.#beginImmediate();
    } catch (error) {
      letGo();
      throw error;
    }
    connection.handle = this.#writer;
    connection.release = letGo;
  }

  async commitTransaction(connection: Connection): Promise<void> {
    connection.handle.exec('commit');
    if (connection.handle === this.#writer) {
      // Whoever reads from now on must see this change, in the same turn of the event loop too.
      this.#endSnapshot();
      this.#useWal();
      this.#finishSetup();
    }
    this.#endTransaction(connection);
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    // A full disk makes SQLite roll back by itself; then there is nothing left to undo.
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
      // After an error of the disk SQLite has ended it by itself.
      if (this.#reader.db.isTransaction) this.#reader.db.exec('commit');
    } catch {
      // A damaged file: the look-ups that met it have failed, and the commit says so once more. The
      // snapshot is over all the same, and nothing was to be written.
    }
  }

  /** Only after a first commit: until migrate.ts has approved of a file, not even its mode is changed. */
  #useWal(): void {
    if (this.#isWal) return;
    try {
      this.#writer.db.exec('pragma journal_mode = wal');
      this.#isWal = true;
    } catch {
      // Someone else is reading; the commit stands, and the next one tries again.
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

  /** Waits until every transaction before this one has ended; answers how to end this one. */
  async #acquireWriter(): Promise<() => void> {
    if (this.#waitingForWriter >= MAX_WAITING) throw new Outage('Too many changes are waiting.');
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
