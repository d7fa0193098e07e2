/**
 * The PostgreSQL dialect, over `pg`. Sets the timeouts and discards distrusted connections: a
 * broken one, and all that were opened before a connection was found dead or a server demoted.
 */
import { hash } from 'node:crypto';
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { type Dialect, PostgresDialect } from 'kysely';
import type { DamageMonitor } from './damage.ts';
import { Outage } from '#storage/outage.ts';
import { beforeDeadline } from '#storage/deadline.ts';
import type { FindRow, Row } from '#storage/schema.ts';

const READ_ONLY_SERVER = '25006';
/**
 * Opening a connection takes 50 times as long as a query. With the default of ten seconds, a short burst of requests
 * opened several at once, again and again, which made each burst longer.
 */
const IDLE_MS = 600_000;
/** The object id of PostgreSQL's type bigint. */
const INT8 = 20;

export function openPostgres(
  url: string,
  timeoutMs: number,
  damage: DamageMonitor,
): { dialect: Dialect; findRow: FindRow } {
  const pool = new TrustedPool(damage, timeoutMs, {
    connectionString: url,
    application_name: 'weekfare',
    max: 10,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs * 2,
    // Over a dead connection the server cannot report its own timeout.
    query_timeout: timeoutMs + 100,
    keepAlive: true,
    types: { getTypeParser },
    verify: refuseReadOnly,
  });
  return { dialect: new PostgresDialect({ pool }), findRow: (text, values) => findRow(pool, text, values) };
}

/** PostgreSQL parses and plans a named statement once per connection. */
async function findRow(pool: Pool, text: string, values: string[]): Promise<Row | undefined> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Row>({ name: hash('md5', text), text, values });
    return rows[0];
  } finally {
    client.release();
  }
}

/** Parses bigint as a number: ours fit into a double. By default `pg` returns text. */
const getTypeParser: typeof types.getTypeParser = ((oid: number, format: 'text') =>
  oid === INT8 ? Number : types.getTypeParser(oid, format)) as never;

function refuseReadOnly(client: PoolClient, done: (error?: Error) => void): void {
  client
    .query('show transaction_read_only')
    .then(({ rows }) => done(rows[0].transaction_read_only === 'on' ? readOnlyError() : undefined), done);
}

function readOnlyError(): Error {
  return Object.assign(new Error('This PostgreSQL server is read-only.'), {
    code: READ_ONLY_SERVER,
    severity: 'ERROR',
  });
}

class TrustedPool extends Pool {
  readonly #damage: DamageMonitor;
  readonly #timeoutMs: number;
  readonly #connectedAt = new WeakMap<PoolClient, number>();
  readonly #broken = new WeakSet<PoolClient>();
  /** Connections opened before this time are discarded. */
  #distrustedBefore = -1;

  constructor(damage: DamageMonitor, timeoutMs: number, options: PoolConfig) {
    super(options);
    this.#damage = damage;
    this.#timeoutMs = timeoutMs;
    // The pool replaces an idle connection that dies, so there is nothing to do.
    this.on('error', () => {});
    this.on('connect', (client) => this.#watch(client));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Parameters<Pool['connect']>[0]): void;
  override connect(callback?: Parameters<Pool['connect']>[0]): Promise<PoolClient> | void {
    return callback ? super.connect(callback) : this.#connect();
  }

  async #connect(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#next();
      if ((this.#connectedAt.get(client) ?? 0) < this.#distrustedBefore) {
        client.release(true);
        continue;
      }
      const release = client.release.bind(client);
      client.release = (destroy) => release(destroy || this.#broken.has(client));
      return client;
    }
  }

  async #next(): Promise<PoolClient> {
    const connecting = super.connect();
    try {
      return await beforeDeadline(() => connecting, this.#timeoutMs);
    } catch (error) {
      // A connection that opens after the deadline returns to the pool.
      connecting.then((client) => client.release()).catch(() => {});
      throw error;
    }
  }

  #watch(client: PoolClient): void {
    this.#connectedAt.set(client, performance.now());
    // The pool listens for errors only while a connection is idle. Unhandled, an error in use would end the process.
    client.on('error', () => this.#broken.add(client));
    const query = client.query.bind(client) as (...values: unknown[]) => Promise<unknown>;
    client.query = (async (...values: unknown[]) => {
      // Send nothing over a broken connection: a rollback would only wait for the same timeout again.
      if (this.#broken.has(client)) throw new Outage('The connection is broken.');
      try {
        return await beforeDeadline(() => query(...values), this.#timeoutMs);
      } catch (error) {
        this.#damage.report(error);
        const isResponse = error instanceof DatabaseError;
        const isDemoted = isResponse && error.code === READ_ONLY_SERVER;
        if (!isResponse || isDemoted) this.#broken.add(client);
        // The other connections lead to the same server. A passed deadline does not mean that it is dead.
        if (isDemoted || !(isResponse || error instanceof Outage)) this.#distrustedBefore = performance.now();
        throw error;
      }
    }) as typeof client.query;
  }
}
