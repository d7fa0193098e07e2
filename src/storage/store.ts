/**
 * The store: one database of either kind, and the events of this process's changes. Opened by `main`, the
 * command line and the tests; all other code gets it as an argument.
 */
import { EventEmitter } from 'node:events';
import { Kysely } from 'kysely';
import { DamageMonitor } from './drivers/damage.ts';
import type { FindRow, Schema } from './schema.ts';

/** Where the database is. */
export type Location = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };
export type Kind = Location['kind'];

export type Store = {
  kind: Kind;
  location: Location;
  db: Kysely<Schema>;
  /** Runs a query without Kysely, which takes longer than the query itself (prepared.ts). */
  findRow: FindRow;
  /** Emits the id of a family after this process has committed a change of it. */
  changes: EventEmitter<{ change: [family: string] }>;
  /** Set by the server that sends mail (jobs/mailer.ts). Without it, no mail is queued. */
  mailer: { wake(): void } | undefined;
  /** Whether a query has found corrupt data. */
  damage: DamageMonitor;
  close(): Promise<void>;
};

/** The timeout of a statement, a lock and a connection. Servers respond 503 after it; the operator can wait longer. */
export const SERVER_TIMEOUT_MS = 1_500;
export const OPERATOR_TIMEOUT_MS = 600_000;
/** Another process that writes to SQLite is one of ours and finishes soon, so waiting longer is worth it. */
const SQLITE_BUSY_MS = 5_000;

export async function openStore(location: Location, timeoutMs: number): Promise<Store> {
  const damage = new DamageMonitor();
  const { dialect, findRow } = await openDriver(location, timeoutMs, damage);
  const db = new Kysely<Schema>({ dialect });
  return {
    kind: location.kind,
    location,
    db,
    findRow,
    changes: new EventEmitter(),
    mailer: undefined,
    damage,
    close: () => db.destroy(),
  };
}

async function openDriver(location: Location, timeoutMs: number, damage: DamageMonitor) {
  // Loaded when needed: each driver costs start-up time and memory.
  if (location.kind === 'postgres') {
    const { openPostgres } = await import('./drivers/postgres.ts');
    return openPostgres(location.url, timeoutMs, damage);
  }
  const { openSqlite } = await import('./drivers/sqlite.ts');
  return openSqlite(location.file, Math.max(SQLITE_BUSY_MS, Math.min(timeoutMs, 60_000)), damage);
}
