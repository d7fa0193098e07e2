/** Checks an SQLite file with SQLite's own integrity checks. */
import { DatabaseSync } from 'node:sqlite';

export function integrityErrors(file: string): string[] {
  using db = new DatabaseSync(file);
  const integrity = db.prepare('pragma integrity_check').all() as { integrity_check: string }[];
  const orphans = db.prepare('pragma foreign_key_check').all();
  const errors = integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  return orphans.length > 0 ? [...errors, `${orphans.length} rows violate a foreign key.`] : errors;
}
