/**
 * The store: one database, of either kind, and word of what changes in it. Opened by `main`, the
 * command line and the tests; everything else is handed one.
 */
import { EventEmitter } from 'node:events';
import { Kysely } from 'kysely';
import { DamageMonitor } from './damage.ts';
import type { FindRow, Schema } from './schema.ts';

/** Where the data lives. */
export type Location = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };
export type Kind = Location['kind'];

export type Store = {
  kind: Kind;
  location: Location;
  db: Kysely<Schema>;
  /** Straight to the driver, past Kysely: for the few reads where its way costs as much as the answer (prepared.ts). */
  findRow: FindRow;
  /** Says which family this process has just changed, after the change is committed. */
  changes: EventEmitter<{ change: [family: string] }>;
  /** Whether a query has met corrupt data. */
  damage: DamageMonitor;
  close(): Promise<void>;
};

/** Servers give up early and say 503; the command line has time. */
export const SERVER_TIMEOUT_MS = 1_500;
export const OPERATOR_TIMEOUT_MS = 600_000;
/** SQLite's writer is another process of the same house: worth a longer wait. */
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
    damage,
    close: () => db.destroy(),
  };
}

async function openDriver(location: Location, timeoutMs: number, damage: DamageMonitor) {
  // Loaded when needed: each driver costs start-up time and memory.
  if (location.kind === 'postgres') {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(location.url, timeoutMs, damage);
  }
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(location.file, Math.max(SQLITE_BUSY_MS, Math.min(timeoutMs, 60_000)), damage);
}
