/**
 * Kysely over `pg`. Decides how long to wait for PostgreSQL and which connections not to trust: a broken
 * one, and every one that was made before a line turned out to be dead or a server to be demoted.
 */
import { hash } from 'node:crypto';
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { type Dialect, PostgresDialect } from 'kysely';
import type { DamageMonitor } from './damage.ts';
import { Outage } from './outage.ts';
import { beforeDeadline } from './deadline.ts';
import type { FindRow, Row } from './schema.ts';

const READ_ONLY_SERVER = '25006';
/** PostgreSQL's number for the type bigint. */
const INT8 = 20;

export function openPostgres(
  url: string,
  timeoutMs: number,
  damage: DamageMonitor,
): { dialect: Dialect; findRow: FindRow } {
  const pool = new TrustedPool(damage, {
    connectionString: url,
    application_name: 'weekfare',
    max: 10,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs * 2,
    // The server's own timeout cannot reach us over a dead line.
    query_timeout: timeoutMs + 100,
    keepAlive: true,
    types: { getTypeParser },
    verify: refuseReadOnly,
  });
  return { dialect: new PostgresDialect({ pool }), findRow: (text, values) => findRow(pool, text, values) };
}

/** Statements with a name are parsed and planned once for each connection. */
async function findRow(pool: Pool, text: string, values: string[]): Promise<Row | undefined> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Row>({ name: hash('md5', text), text, values });
    return rows[0];
  } finally {
    client.release();
  }
}

/** Our numbers fit into a double; `pg` would hand a bigint over as text. */
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
  readonly #connectedAt = new WeakMap<PoolClient, number>();
  readonly #broken = new WeakSet<PoolClient>();
  /** What was made before this is not to be trusted. */
  #distrustedBefore = -1;

  constructor(damage: DamageMonitor, options: PoolConfig) {
    super(options);
    this.#damage = damage;
    // An idle connection that dies is no event for us: the pool drops it and makes another.
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
    const coming = super.connect();
    try {
      return await beforeDeadline(() => coming);
    } catch (error) {
      // If it comes after all, it is for the next one.
      coming.then((client) => client.release()).catch(() => {});
      throw error;
    }
  }

  #watch(client: PoolClient): void {
    this.#connectedAt.set(client, performance.now());
    // The pool listens only while a connection is idle; one that dies in use would end the process.
    client.on('error', () => this.#broken.add(client));
    const query = client.query.bind(client) as (...values: unknown[]) => Promise<unknown>;
    client.query = (async (...values: unknown[]) => {
      // Nothing more over a broken line: a rollback would only wait as long once more.
      if (this.#broken.has(client)) throw new Outage('The connection is broken.');
      try {
        return await beforeDeadline(() => query(...values));
      } catch (error) {
        this.#damage.report(error);
        const isAnswer = error instanceof DatabaseError;
        const isDemoted = isAnswer && error.code === READ_ONLY_SERVER;
        if (!isAnswer || isDemoted) this.#broken.add(client);
        // The others go to the same place by the same way; but to lose patience is no sign of a dead line.
        if (isDemoted || !(isAnswer || error instanceof Outage)) this.#distrustedBefore = performance.now();
        throw error;
      }
    }) as typeof client.query;
  }
}
