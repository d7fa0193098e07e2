/**
 * Creates filled databases with the schemas of earlier releases, from 0.2.0 on, and computes what they must contain
 * after migration to the newest schema. Values of new columns are listed here and reviewed.
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
import type { Scope } from '#test/support/store.ts';
import { makeWorld } from '#test/support/world.ts';
import { type Program, programWithDefect } from '../program.ts';
import { withStore } from './databases.ts';

type Columns = { readonly [table: string]: Row };

/** Values that migrations since 0.2.0 set in new columns of existing rows. */
const REVIEWED: Columns = {
  line_answers: { brands: null },
  recipe_notes: { soon_since: null, frozen_since: null },
};

/** What a version after this one could add. */
const NEXT = { table: 'families', column: 'motto', value: 'Eat!' } as const;
export const NEXT_MIGRATION = '9999-next';
export const NEXT_COLUMNS: Columns = { [NEXT.table]: { [NEXT.column]: NEXT.value } };

const FAMILIES = 5;

export type Rows = Map<Table, Row[]>;

/** Every table of the newest schema, filled. */
export async function makeRows(store: Store): Promise<Rows> {
  const nowMs = Date.now();
  await migrate(store, nowMs);
  for (let made = 0; made < FAMILIES; made += 1) {
    const { key, family, owner, third } = await makeWorld({ store, clock: { nowMs } });
    const context = { store, actor: owner.id, nowMs, isReauthenticated: true };
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

/**
 * Inserts the rows as far as the old schema has columns for them. Returns the digest expected after migration; `next`:
 * what the version after this one adds.
 */
export async function makeOld(
  location: Location,
  migrations: number,
  rows: Rows,
  next: Columns = {},
): Promise<string> {
  return withStore(location, async (store) => {
    const digest = new Digest();
    if (migrations === 0) return String(digest);
    await migrate(store, 0, MIGRATIONS.slice(0, migrations));
    const tables = await store.db.introspection.getTables();
    await store.db.transaction().execute(async (tx) => {
      for (const [table, full] of rows) {
        const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name);
        if (!columns) continue;
        const old = full.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
        await insertRows(tx, table, old);
        digest.add(
          table,
          old.map((row) => ({ ...REVIEWED[table], ...next[table], ...row })),
        );
      }
    });
    return String(digest);
  });
}

/** The program with one more migration, as the version after this one. */
export function nextVersion(scope: Scope, { folder }: Program): Program {
  const { table, column, value } = NEXT;
  const add = `addColumn('${column}', 'text', (c) => c.notNull().defaultTo('${value}'))`;
  const up = `(tx) => tx.schema.alterTable('${table}').${add}.execute()`;
  const [from, end] = ['];\n/** The first migration of', ');\n/** The first migration of'];
  const to = `].concat({ name: '${NEXT_MIGRATION}', up: ${up} }${end}`;
  return programWithDefect(scope, { what: 'a migration', file: 'src/storage/migrate.ts', from, to }, folder);
}
