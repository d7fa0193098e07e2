/** Migrations are applied once, never to a foreign or newer database, and never lose a row. */
import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld } from '#test/support/world.ts';
import { freshLocation, freshStore, KINDS } from '#test/support/store.ts';
import { migrate, MIGRATIONS, requireMigrated, WrongDatabase } from './migrate.ts';
import type { Tx } from './schema.ts';
import { openStore, OPERATOR_TIMEOUT_MS } from './store.ts';

const clock = { nowMs: 0 };

const addMotto = (tx: Tx) =>
  tx.schema
    .alterTable('families')
    .addColumn('motto', 'text', (column) => column.notNull().defaultTo('Eat!'))
    .execute();

for (const kind of KINDS) {
  test(`${kind}: three processes that start at the same time on an empty database migrate it once`, async (t) => {
    const location = await freshLocation(t, kind);
    const stores = await Promise.all([1, 2, 3].map(() => openStore(location, OPERATOR_TIMEOUT_MS)));
    t.after(() => Promise.all(stores.map((store) => store.close())));
    const applied = await Promise.all(stores.map((store) => migrate(store, 0)));
    const names = MIGRATIONS.map(({ name }) => name);
    deepStrictEqual(applied.flat(), names);
    for (const store of stores) {
      await requireMigrated(store);
      const rows = await store.db.selectFrom('migrations').select('name').execute();
      deepStrictEqual(
        rows.map(({ name }) => name),
        names,
      );
    }
  });

  test(`${kind}: later migrations preserve a family's rows`, async (t) => {
    const store = await freshStore(t, kind);
    await makeWorld({ store, clock });
    const { families = [], ...before } = await dump(store);
    const next = [...MIGRATIONS, { name: '0002-motto', up: addMotto }];
    deepStrictEqual(await migrate(store, 0, next), ['0002-motto']);
    const after = await dump(store);
    deepStrictEqual(
      after.families?.map((row) => ({ ...(row as object) })),
      families.map((row) => ({ ...(row as object), motto: 'Eat!' })),
    );
    deepStrictEqual({ ...after, families }, { ...before, families });
  });

  test(`${kind}: refuses a database of a version before 0.2.0 in one sentence, without changing it`, async (t) => {
    const store = await openStore(await freshLocation(t, kind), OPERATOR_TIMEOUT_MS);
    t.after(() => store.close());
    await store.db.transaction().execute(async (tx) => {
      await sql`create table migrations (name text primary key not null, applied_at text not null)`.execute(
        tx,
      );
      await sql`insert into migrations values ('0001-first', ''), ('0002-web', '')`.execute(tx);
      await sql`create table families (id text primary key not null)`.execute(tx);
      await sql`insert into families values ('f')`.execute(tx);
    });
    const before = await store.db.introspection.getTables();
    const sentence =
      /^WrongDatabase: The database is of a version before 0\.2\.0: export each family with that version \([^)]+ export\), and import the files into this one\.$/;
    await rejects(migrate(store, 0), sentence);
    await rejects(requireMigrated(store), sentence);
    deepStrictEqual(await store.db.introspection.getTables(), before);
    strictEqual((await store.db.selectFrom('families').select('id').execute()).length, 1);
  });

  test(`${kind}: refuses a newer database without changing it`, async (t) => {
    const store = await freshStore(t, kind);
    await makeWorld({ store, clock });
    const future = { name: '9999-future', applied_at: '' };
    await store.db.transaction().execute((tx) => tx.insertInto('migrations').values(future).execute());
    const before = await dump(store);
    await rejects(migrate(store, 0), /newer than this program.*9999-future/);
    await rejects(requireMigrated(store), WrongDatabase);
    deepStrictEqual(await dump(store), before);
    const applied = await store.db.selectFrom('migrations').select('name').execute();
    strictEqual(applied.length, MIGRATIONS.length + 1);
  });

  test(`${kind}: refuses another program's database and creates no table in it`, async (t) => {
    const location = await freshLocation(t, kind);
    const store = await openStore(location, OPERATOR_TIMEOUT_MS);
    t.after(() => store.close());
    await store.db.transaction().execute((tx) => sql`create table strangers (id text)`.execute(tx));
    await rejects(migrate(store, 0), /not Weekfare's \(strangers/);
    const tables = await store.db.introspection.getTables();
    deepStrictEqual(
      tables.map(({ name }) => name),
      ['strangers'],
    );
  });

  test(`${kind}: rolls back a migration that loses rows`, async (t) => {
    const store = await freshStore(t, kind);
    await makeWorld({ store, clock });
    const before = await dump(store);
    const lossy = {
      name: '9999-lossy',
      up: async (tx: Tx) => {
        await tx.schema.createTable('more').addColumn('id', 'text').execute();
        await tx.deleteFrom('plans').execute();
      },
    };
    await rejects(migrate(store, 0, [...MIGRATIONS, lossy]), /would lose rows of plans: 1 before, 0 after/);
    const dropping = { name: '9999-dropping', up: (tx: Tx) => tx.schema.dropTable('plans').execute() };
    await rejects(migrate(store, 0, [...MIGRATIONS, dropping]), /would lose rows of plans/);
    deepStrictEqual(await dump(store), before);
    await requireMigrated(store);
    const tables = await store.db.introspection.getTables();
    strictEqual(
      tables.some(({ name }) => name === 'more'),
      false,
    );
  });
}

test("sqlite: changes no byte of another program's file", async (t) => {
  const location = await freshLocation(t, 'sqlite');
  if (location.kind !== 'sqlite') throw new Error('Expected an SQLite location.');
  const foreign = new DatabaseSync(location.file);
  foreign.exec('create table strangers (id text); insert into strangers values (1)');
  foreign.close();
  const before = readFileSync(location.file);
  const store = await openStore(location, OPERATOR_TIMEOUT_MS);
  await rejects(migrate(store, 0), WrongDatabase);
  await store.close();
  deepStrictEqual(readFileSync(location.file), before);
});
