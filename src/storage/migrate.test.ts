/** Migrations are applied once, never to a foreign or newer database, and never lose a row. */
import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { hashSecret } from '#auth/secret.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, week, WEEK } from '#test/support/world.ts';
import { freshLocation, freshStore, KINDS } from '#test/support/store.ts';
import { findOpenInvitation } from '#storage/tables/account/invitations.ts';
import { migrate, MIGRATIONS, requireMigrated, WrongDatabase } from './migrate.ts';
import { findOpenLines } from '#storage/tables/shopping-list/added-lines.ts';
import { findLiveOperations, foldLists } from '#storage/tables/shopping-list/list-state.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import type { Tx } from './schema.ts';
import { openStore, OPERATOR_TIMEOUT_MS } from './store.ts';

const clock = { nowMs: 0 };

const OKAFOR = { id: 'f', name: 'Okafor', time_zone: 'UTC', premium: 'none', created_at: '' };

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

  test(`${kind}: later migrations preserve a family's plan and session`, async (t) => {
    const store = await openStore(await freshLocation(t, kind), OPERATOR_TIMEOUT_MS);
    t.after(() => store.close());
    await migrate(store, 0, MIGRATIONS.slice(0, 1));
    const meals = '{"Monday":{"dinner":{"description":"Dal"}}}';
    await store.db.transaction().execute(async (tx) => {
      await sql`insert into families values ('f', 'Okafor', 'UTC', 'none', '')`.execute(tx);
      await sql`insert into members values ('f', 'm', 'm@example.org', '', 'owner', '')`.execute(tx);
      await sql`insert into sessions values ('hash', 'f', 'm', '', '9')`.execute(tx);
      await sql`insert into plans values ('f', ${WEEK}, 'p', 7, ${meals})`.execute(tx);
    });
    deepStrictEqual(
      await migrate(store, 0),
      MIGRATIONS.slice(1).map(({ name }) => name),
    );
    const { families, plans, sessions, ...later } = await dump(store);
    deepStrictEqual({ ...(families?.[0] as object) }, { ...OKAFOR, units: 'metric', currency: null });
    deepStrictEqual(
      { ...(plans?.[0] as object) },
      { family_id: 'f', week: WEEK, id: 'p', version: 7, meals, details: '{}' },
    );
    deepStrictEqual(
      { ...(sessions?.[0] as object) },
      {
        token_hash: 'hash',
        family_id: 'f',
        member_id: 'm',
        created_at: '',
        expires_at: '9',
        device: '',
        address: '',
        proven_at: null,
        seen_at: null,
      },
    );
    for (const table of [
      'displays',
      'changes',
      'recipes',
      'wishes',
      'stars',
      'recipe_notes',
      'refusals',
      'removed_members',
    ]) {
      deepStrictEqual(later[table], [], table);
    }
    deepStrictEqual((await findPlan(store.db, 'f', week(WEEK)))?.meals, JSON.parse(meals));
  });

  test(`${kind}: of the lines added by hand, only those of the last two weeks are still to be bought`, async (t) => {
    const store = await openStore(await freshLocation(t, kind), OPERATOR_TIMEOUT_MS);
    t.after(() => store.close());
    const at = MIGRATIONS.findIndex(({ name }) => name === '0014-living-list');
    await migrate(store, 0, MIGRATIONS.slice(0, at));
    const weeks = ['2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'];
    await store.db.transaction().execute(async (tx) => {
      await sql`insert into families (id, name, time_zone, premium, created_at, units)
        values ('f', 'Okafor', 'UTC', 'none', '', 'metric')`.execute(tx);
      for (const [arrival, one] of weeks.entries()) {
        const operation = JSON.stringify({ opId: `candles-${one}`, kind: 'add', text: 'candles' });
        // The last one was never folded.
        const state = arrival === 0 ? 0 : 2;
        await sql`insert into list_operations (family_id, op_id, week, arrival, operation, state)
          values ('f', ${`candles-${one}`}, ${one}, ${arrival}, ${operation}, ${state})`.execute(tx);
      }
    });
    await migrate(store, Date.parse('2026-11-11T12:00:00Z'));
    await foldLists(store, 'f', week('2026-10-19'), week('2026-11-16'));
    const open = await findOpenLines(store.db, 'f', week('2026-11-16'));
    deepStrictEqual(
      open.map(({ opId }) => opId),
      weeks.slice(1).map((one) => `candles-${one}`),
    );
    const past = await findLiveOperations(store.db, 'f', week('2026-10-19'));
    deepStrictEqual(
      past.map(({ opId }) => opId),
      ['candles-2026-10-19'],
    );
  });

  test(`${kind}: fills makers, replaced keys and removed members from the audit log; old invitations are void`, async (t) => {
    const store = await openStore(await freshLocation(t, kind), OPERATOR_TIMEOUT_MS);
    t.after(() => store.close());
    await migrate(store, 0, MIGRATIONS.slice(0, 5));
    const lines: [family: string, actor: string, action: string, detail: object][] = [
      ['f', 'm', 'key.add', { key: 'k1', expiresAt: null }],
      ['f', 'operator', 'key.add', { key: 'k2', expiresAt: null }],
      ['f', 'm2', 'key.rotate', { key: 'k1', to: 'k3', overlap: 'day' }],
      // A line of another family about the same id is ignored.
      ['g', 'x', 'key.rotate', { key: 'k2', to: 'k9', overlap: 'day' }],
      ['f', 'm', 'display.add', { display: 'd1' }],
      ['g', 'x', 'display.add', { display: 'd1' }],
      ['f', 'm', 'member.remove', { member: 'm3' }],
      ['f', 'm', 'plan.replace', { week: WEEK }],
    ];
    await store.db.transaction().execute(async (tx) => {
      await sql`insert into families (id, name, time_zone, premium, created_at, units)
        values ('f', 'Okafor', 'UTC', 'none', '', 'metric')`.execute(tx);
      await sql`insert into members values ('f', 'm', 'm@example.org', '', 'owner', '')`.execute(tx);
      const end = '2999-01-01T00:00:00.000Z';
      await sql`insert into invitations values ('f', 'i', ${hashSecret('invited')}, 'owner', '', ${end})`.execute(
        tx,
      );
      for (const id of ['k1', 'k2', 'k3', 'k4'])
        await sql`insert into api_keys values (${id}, 'f', 'tablet', '', '', null, null)`.execute(tx);
      for (const id of ['d1', 'd2'])
        await sql`insert into displays values ('f', ${id}, ${id}, 'hall', '', null)`.execute(tx);
      for (const [family_id, actor, action, detail] of lines) {
        const line = { family_id, at: 'then', actor, action, detail: JSON.stringify(detail) };
        await tx.insertInto('audit').values(line).execute();
      }
    });
    await migrate(store, 0);
    const { db } = store;
    deepStrictEqual(
      (await db.selectFrom('api_keys').select(['id', 'made_by', 'replaced_by']).orderBy('id').execute()).map(
        (row) => Object.values(row),
      ),
      [
        ['k1', 'm', 'k3'],
        ['k2', 'operator', null],
        ['k3', 'm2', null],
        ['k4', null, null],
      ],
    );
    deepStrictEqual(
      (await db.selectFrom('displays').select(['id', 'made_by', 'expires_at']).orderBy('id').execute()).map(
        (row) => Object.values(row),
      ),
      [
        ['d1', 'm', null],
        ['d2', null, null],
      ],
    );
    deepStrictEqual(
      (await db.selectFrom('removed_members').selectAll().execute()).map((row) => ({ ...row })),
      [{ family_id: 'f', id: 'm3', removed_at: 'then' }],
    );
    strictEqual(await findOpenInvitation(db, hashSecret('invited'), 0), undefined);
    strictEqual((await db.selectFrom('invitations').select('id').execute()).length, 1);
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
