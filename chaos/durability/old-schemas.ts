/**
 * Creates filled databases with the schemas of earlier releases, and computes what they must contain after migration
 * to the newest schema. Values of new columns are listed here and reviewed.
 */
import { addApiKey, rotateApiKey } from '#actions/keys-and-links/api-keys.ts';
import { addDisplay } from '#actions/keys-and-links/displays.ts';
import { removeMember } from '#actions/account/members.ts';
import { saveKeyUses } from '#storage/tables/keys-and-links/api-keys.ts';
import { Digest, insertRows, readRows } from '#storage/copy.ts';
import { migrate, MIGRATIONS } from '#storage/migrate.ts';
import { type Row, type Table, TABLE_NAMES } from '#storage/schema.ts';
import type { Location, Store } from '#storage/store.ts';
import { accepted } from '#test/support/accepted.ts';
import { makeWorld } from '#test/support/world.ts';
import { withStore } from './databases.ts';

/** Values that migrations set in new columns of existing rows. */
const REVIEWED: { [table: string]: Row } = {
  plans: { details: '{}' },
  sessions: { device: '', proven_at: null, seen_at: null, address: '' },
  members: { email_confirmed_at: null, language: null, eater_id: null, new_email: null },
  families: { units: 'metric', currency: null },
  prices: { offer: null },
  lists: { settled: 0 },
  wishes: { language: null },
  invitations: { made_by: null, email: null },
  api_keys: { made_by: null, replaced_by: null, scopes: 'plans:read lists:read recipes:read' },
  displays: { made_by: null, expires_at: null },
  imports: { content_hash: '', state: 'complete', run: '' },
  // Set when the list is next read.
  list_operations: { state: 0 },
};
/** Values of old columns that a migration drops. */
const DROPPED: { [table: string]: Row } = { imports: { placed: '{"meals":[],"lines":null}' } };
/** Tables that migrations fill from another one. */
const DERIVED: Partial<Record<Table, Table>> = { recipe_tags: 'recipes' };

/** Columns, and a table, that migrations restore from the audit log. */
const FROM_AUDIT: { [table: string]: string[] } = {
  api_keys: ['made_by', 'replaced_by'],
  displays: ['made_by'],
};
const TABLE_FROM_AUDIT = 'removed_members';

const FAMILIES = 5;

export type Rows = Map<Table, Row[]>;

/** Every table of the newest schema, filled. */
export async function makeRows(store: Store): Promise<Rows> {
  const nowMs = Date.now();
  await migrate(store, nowMs);
  for (let made = 0; made < FAMILIES; made += 1) {
    const { key, family, owner, third } = await makeWorld({ store, clock: { nowMs } });
    // Keys, displays and removed members, which migrations restore from the audit log.
    const context = { store, actor: owner.id, nowMs, isProven: true };
    const { id } = accepted(await addApiKey(context, family, { name: 'hall', expiresAt: null }));
    accepted(await rotateApiKey(context, family, id, 'day'));
    accepted(await addDisplay(context, family, { name: 'hall', expiresAt: null }));
    accepted(await removeMember(context, family, third.id, { endKeysAndDisplays: false }));
    await store.db.transaction().execute((tx) => saveKeyUses(tx, store.kind, [key], '2026-11-11T12:00:00Z'));
  }
  const rows: Rows = new Map();
  for (const table of TABLE_NAMES) {
    rows.set(table, (await Array.fromAsync(readRows(store.db, table))).flat());
    if (rows.get(table)?.length === 0)
      throw new Error(`The table ${table} is empty, so the trial would not test it.`);
  }
  return rows;
}

/** Inserts the rows as far as the old schema has columns for them. Returns the digest expected after migration. */
export async function makeOld(location: Location, migrations: number, rows: Rows): Promise<string> {
  return withStore(location, async (store) => {
    const digest = new Digest();
    if (migrations === 0) return String(digest);
    await migrate(store, 0, MIGRATIONS.slice(0, migrations));
    const tables = await store.db.introspection.getTables();
    await store.db.transaction().execute(async (tx) => {
      for (const [table, full] of rows) {
        const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name);
        const from = DERIVED[table];
        const isDerived = from !== undefined && tables.some(({ name }) => name === from);
        if (!columns && (table === TABLE_FROM_AUDIT || isDerived)) digest.add(table, full);
        if (!columns) continue;
        const old = full.map((row) =>
          Object.fromEntries(columns.map((name) => [name, row[name] ?? DROPPED[table]?.[name] ?? null])),
        );
        await insertRows(tx, table, old);
        const migrated = old.map((row, at) => ({
          ...REVIEWED[table],
          ...fromAudit(table, full[at]),
          ...row,
        }));
        const dropped = Object.keys(DROPPED[table] ?? {});
        digest.add(
          table,
          migrated.map((row) => without(row, dropped)),
        );
      }
    });
    return String(digest);
  });
}

function fromAudit(table: Table, row: Row = {}): Row {
  return Object.fromEntries((FROM_AUDIT[table] ?? []).map((column) => [column, row[column] ?? null]));
}

function without(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)));
}
