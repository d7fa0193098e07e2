/** Whether an SQLite file is sound, as SQLite itself sees it. */
import { DatabaseSync } from 'node:sqlite';

export function faultsOf(file: string): string[] {
  using db = new DatabaseSync(file);
  const integrity = db.prepare('pragma integrity_check').all() as { integrity_check: string }[];
  const orphans = db.prepare('pragma foreign_key_check').all();
  const faults = integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  return orphans.length > 0 ? [...faults, `${orphans.length} rows point at nothing.`] : faults;
}
