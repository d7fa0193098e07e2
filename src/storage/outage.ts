/**
 * Distinguishes outages from bugs. In an outage the database is unavailable, full, busy or demoted. The response
 * to an outage is "try again later", never "wrong key" and never an internal error.
 */

/** SQLite's primary result codes: busy, locked, read-only, I/O error, corrupt, full, cannot open, not a database. */
const SQLITE_OUTAGES = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

/**
 * PostgreSQL's error classes and codes: connection, sign-in, resources, operator intervention and
 * timeouts, serialization and deadlock, unknown database, read-only server, lock not available, corrupted
 * data and corrupted index.
 */
const POSTGRES_OUTAGES = /^(08|28|53|57|58|40|3D000|25006|55P03|XX001|XX002)/;

/** Permanent outages: stored data is corrupt, or the file is not a database. */
const SQLITE_DAMAGE = new Set([11, 26]);
const POSTGRES_DAMAGE = new Set(['XX001', 'XX002']);

/** System calls of a connection to PostgreSQL. A missing file that the operator named is not an outage. */
const NETWORK_CALLS = new Set<unknown>(['connect', 'getaddrinfo', 'read', 'write']);

/** Errors of the driver itself, which have no PostgreSQL code. */
const DRIVER_OUTAGES =
  /Connection terminated|timeout|not queryable|read timeout|Cannot use a pool after calling end/i;

export class Outage extends Error {
  override name = 'Outage';
}

export function isOutage(error: unknown): boolean {
  if (error instanceof Outage) return true;
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number')
    return SQLITE_OUTAGES.has(error.errcode & 0xff);
  if ('code' in error && typeof error.code === 'string') {
    if ('severity' in error) return POSTGRES_OUTAGES.test(error.code);
    if ('syscall' in error && NETWORK_CALLS.has(error.syscall)) return true;
  }
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  return DRIVER_OUTAGES.test(error.message);
}

/** Whether the database reports that its stored data is corrupt. Every such error is also an outage. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_DAMAGE.has(error.errcode & 0xff);
  return 'severity' in error && 'code' in error && POSTGRES_DAMAGE.has(String(error.code));
}

/** SQLite would store U+0000, and its copy in PostgreSQL would fail: the whole of a move or restore, years later. */
class UnstorableText extends Error {
  override name = 'UnstorableText';
}

export function refuseUnstorable(values: readonly unknown[]): void {
  for (const value of values)
    if (typeof value === 'string' && value.includes('\0'))
      throw new UnstorableText('The text contains U+0000.');
}

/** Whether a text cannot be stored: it is the client's, since our own texts are clean. */
export function isUnstorable(error: unknown): boolean {
  return (
    error instanceof UnstorableText || (error instanceof Error && 'code' in error && error.code === '22021')
  );
}

/** Whether the database refused a second row with the same unique value. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return error.errcode === 2067 || error.errcode === 1555;
  return 'code' in error && error.code === '23505';
}
