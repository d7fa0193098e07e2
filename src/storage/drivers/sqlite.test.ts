/** SQLite: its settings, one writer, readers that nothing blocks, a lock of another process, a full disk. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, WEEK } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { startService } from '#test/support/service.ts';
import { freshStore, type Scope } from '#test/support/store.ts';
import { DamageMonitor } from './damage.ts';
import { findFamily, insertFamily } from '#storage/tables/account/families.ts';
import { isOutage } from '#storage/outage.ts';
import type { Schema, Tx } from '#storage/schema.ts';
import { openSqlite } from './sqlite.ts';
import type { Store } from '#storage/store.ts';

const family = (id: string) => ({ id, name: id, timeZone: 'UTC', premium: 'none' });
const add = (db: Kysely<Schema>, id: string) =>
  db.transaction().execute((tx) => insertFamily(tx, family(id), 0));

test('the writer syncs every commit to the WAL and checks foreign keys', async (t) => {
  const { db } = await freshStore(t, 'sqlite');
  await db.transaction().execute(async (tx) => {
    strictEqual(await pragma(tx, 'journal_mode'), 'wal');
    strictEqual(await pragma(tx, 'synchronous'), 2);
    strictEqual(await pragma(tx, 'foreign_keys'), 1);
  });
  const orphan = {
    family_id: 'nobody',
    week: WEEK as never,
    id: 'x',
    version: 1,
    meals: '{}',
    details: '{}',
  };
  const insert = db.transaction().execute((tx) => tx.insertInto('plans').values(orphan).execute());
  await rejects(insert, /FOREIGN KEY/);
});

test('refuses writes outside a transaction', async (t) => {
  const { db } = await freshStore(t, 'sqlite');
  await rejects(insertFamily(db, family('a'), 0), /readonly/);
  const reading = db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => insertFamily(tx, family('a'), 0));
  await rejects(reading, /readonly/);
  strictEqual(await findFamily(db, 'a'), undefined);
});

test('others see the rows of a transaction only after its commit', async (t) => {
  const { db } = await freshStore(t, 'sqlite');
  await db.transaction().execute(async (tx) => {
    await insertFamily(tx, family('a'), 0);
    ok(await findFamily(tx, 'a'));
    strictEqual(await findFamily(db, 'a'), undefined);
  });
  ok(await findFamily(db, 'a'));
  const failing = db.transaction().execute(async (tx) => {
    await insertFamily(tx, family('b'), 0);
    throw new Error('rolled back');
  });
  await rejects(failing, /rolled back/);
  strictEqual(await findFamily(db, 'b'), undefined);
  await add(db, 'c');
});

test('a read-only transaction is a snapshot', async (t) => {
  const { db } = await freshStore(t, 'sqlite');
  await add(db, 'a');
  const snapshot = db.transaction().setAccessMode('read only');
  await snapshot.execute(async (tx) => {
    ok(await findFamily(tx, 'a'));
    await add(db, 'b');
    ok(await findFamily(db, 'b'));
    strictEqual(await findFamily(tx, 'b'), undefined);
  });
});

test('a write waits for the lock of another process, while reads continue', async (t) => {
  const store = await freshStore(t, 'sqlite');
  const other = lock(t, store);
  let written = false;
  const write = add(store.db, 'a').then(() => (written = true));
  const reads = Array.from({ length: 50 }, () => findFamily(store.db, 'a'));
  deepStrictEqual(new Set(await Promise.all(reads)), new Set([undefined]));
  strictEqual(written, false);
  other.exec('rollback');
  await write;
  ok(await findFamily(store.db, 'a'));
});

test('a lock that is not released is an outage after the timeout', async (t) => {
  const store = await freshStore(t, 'sqlite');
  const { file } = store.location as { file: string };
  const quick = new Kysely<Schema>({ dialect: openSqlite(file, 100, new DamageMonitor()).dialect });
  t.after(() => quick.destroy());
  const other = lock(t, store);
  await rejects(add(quick, 'a'), isOutage);
  other.exec('rollback');
  await add(quick, 'a');
});

test('refuses changes as an outage when too many are waiting', async (t) => {
  const store = await freshStore(t, 'sqlite');
  const other = lock(t, store);
  const writes = Array.from({ length: 210 }, (_, n) => add(store.db, `f${n}`));
  const settled = Promise.allSettled(writes);
  await rejects(writes.at(-1) as Promise<void>, isOutage);
  other.exec('rollback');
  const refused = (await settled).filter((outcome) => outcome.status === 'rejected');
  ok(refused.length > 0 && refused.length <= 10, `${refused.length} were refused`);
  ok(refused.every(({ reason }) => isOutage(reason)));
  strictEqual((await dump(store)).families?.length, 210 - refused.length);
});

test('on a full disk writes return 503, reads continue, and no acknowledged change is lost', async (t) => {
  const service = await startService(t, { kind: 'sqlite' });
  const { db } = service.store;
  const { owner } = await makeWorld(service);
  const limit = (pages: number) => db.transaction().execute((tx) => limitTo(tx, pages));
  const put = (week: string) => {
    const after = { description: 'Rice, '.repeat(80) };
    const edits = [{ week, day: 'Monday', slot: 'dinner', before: null, after }];
    const body = { id: randomUUID(), edits };
    return send(service, { method: 'POST', path: '/app/api/changes', token: owner.token, body });
  };
  await db.transaction().execute(async (tx) => limitTo(tx, Number(await pragma(tx, 'page_count'))));
  const weeks = Array.from({ length: 60 }, (_, n) =>
    Temporal.PlainDate.from('2027-01-04').add({ weeks: n }).toString(),
  );
  const acknowledged: string[] = [];
  const refused: string[] = [];
  for (const at of weeks) {
    const { status, headers } = await put(at);
    if (status === 200) acknowledged.push(at);
    else {
      deepStrictEqual([status, headers.get('retry-after')], [503, '2']);
      refused.push(at);
    }
  }
  ok(refused.length > 0, 'the disk did not fill up');
  const get = async (at: string) =>
    (await send(service, { method: 'GET', path: `/app/api/plans/${at}`, token: owner.token })).body.plan;
  for (const at of acknowledged) ok(await get(at), at);
  for (const at of refused) strictEqual(await get(at), null, at);
  await limit(1_000_000);
  for (const at of refused) strictEqual((await put(at)).status, 200);
});

function limitTo(tx: Tx, pages: number) {
  return sql.raw(`pragma max_page_count = ${pages}`).execute(tx);
}

async function pragma(tx: Tx, name: string): Promise<unknown> {
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(tx);
  return Object.values(rows[0] ?? {})[0];
}

/** Holds the write lock, as another process in the middle of a change. */
function lock(scope: Scope, store: Store): DatabaseSync {
  const other = new DatabaseSync((store.location as { file: string }).file);
  scope.after(() => other.close());
  other.exec('begin immediate');
  return other;
}
