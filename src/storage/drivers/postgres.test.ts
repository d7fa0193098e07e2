/** PostgreSQL: its timeouts, and the connections that are discarded. */
import { ok, rejects, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startDatabaseProxy } from '#test/support/servers/tcp-proxy.ts';
import { freshStore, type Scope } from '#test/support/store.ts';
import { allowedMs } from '#test/support/until.ts';
import { findFamily, insertFamily } from '#storage/tables/account/families.ts';
import { isOutage } from '#storage/outage.ts';
import { withDeadline } from '#storage/deadline.ts';
import type { Tx } from '#storage/schema.ts';
import { openStore, SERVER_TIMEOUT_MS, type Location, type Store } from '#storage/store.ts';

const family = (id: string) => ({ id, name: id, timeZone: 'UTC', premium: 'none' });
const add = ({ db }: Store, id: string) => db.transaction().execute((tx) => insertFamily(tx, family(id), 0));

/** The outage must come within two seconds, so that a request does not hang on a dead connection. */
async function endsAsOutage(work: Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await rejects(work, isOutage);
  const tookMs = performance.now() - startedAt;
  ok(tookMs < allowedMs(2_000), `took ${tookMs} ms`);
}

async function storeAt(scope: Scope, location: Location): Promise<Store> {
  const store = await openStore(location, SERVER_TIMEOUT_MS);
  scope.after(() => store.close());
  return store;
}

test('on a dead connection a read, a change and a half-done change end as outages within two seconds', async (t) => {
  const direct = await freshStore(t, 'postgres');
  const proxy = await startDatabaseProxy(t, direct.location);
  const store = await storeAt(t, proxy.location);
  await Promise.all([1, 2, 3].map(() => findFamily(store.db, 'a')));
  const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>();
  const { promise: stalled, resolve: resume } = Promise.withResolvers<void>();
  const half = store.db.transaction().execute(async (tx) => {
    await insertFamily(tx, family('half'), 0);
    hasStarted();
    await stalled;
    await insertFamily(tx, family('other half'), 0);
  });
  await started;
  proxy.setFault('silent');
  resume();
  await Promise.all([
    endsAsOutage(half),
    endsAsOutage(findFamily(store.db, 'a')),
    endsAsOutage(add(store, 'b')),
  ]);
  await endsAsOutage(findFamily(store.db, 'a'));
  proxy.setFault('none');
  await add(store, 'c');
  strictEqual(await findFamily(direct.db, 'half'), undefined);
});

test('a server that does not respond to a new connection is an outage within two seconds', async (t) => {
  const proxy = await startDatabaseProxy(t, (await freshStore(t, 'postgres')).location);
  proxy.setFault('silent');
  const store = await storeAt(t, proxy.location);
  await endsAsOutage(findFamily(store.db, 'a'));
});

test('a refused connection is an outage', async (t) => {
  const store = await storeAt(t, { kind: 'postgres', url: 'postgres://a:b@127.0.0.1:1/nothing' });
  await endsAsOutage(findFamily(store.db, 'a'));
});

test('a statement that takes too long, or waits for a lock too long, is an outage', async (t) => {
  const store = await storeAt(t, (await freshStore(t, 'postgres')).location);
  await endsAsOutage(sql`select pg_sleep(30)`.execute(store.db));
  await store.db.transaction().execute(async (tx) => {
    await insertFamily(tx, family('a'), 0);
    await endsAsOutage(add(store, 'a'));
  });
});

test('replaces killed connections', async (t) => {
  const store = await freshStore(t, 'postgres');
  const other = await storeAt(t, store.location);
  await add(store, 'a');
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
  await sql`select 1`.execute(other.db);
  for (let tries = 0; ; tries += 1) {
    const found = await findFamily(store.db, 'a').catch((error: unknown) => error);
    if (!(found instanceof Error)) break;
    ok(isOutage(found) && tries < 10, String(found));
  }
  await add(store, 'b');
});

test('a connection that is killed during a change ends only that change', async (t) => {
  const store = await freshStore(t, 'postgres');
  const other = await storeAt(t, store.location);
  const killed = store.db.transaction().execute(async (tx) => {
    await insertFamily(tx, family('a'), 0);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int, 1000)`.execute(other.db);
    await insertFamily(tx, family('b'), 0);
  });
  await rejects(killed, isOutage);
  strictEqual(await findFamily(store.db, 'a'), undefined);
  await add(store, 'c');
});

test('on a demoted server all queries are outages until it is promoted, without a restart', async (t) => {
  const store = await freshStore(t, 'postgres');
  const admin = await storeAt(t, store.location);
  const name = new URL((store.location as { url: string }).url).pathname.slice(1);
  // Connects before the database becomes read-only, so that it can be changed back.
  const turn = (how: string) => sql.raw(`alter database ${name} ${how}`).execute(admin.db);
  await turn('set application_name = weekfare');
  await demoteOpenConnections(store, 3);
  await turn('set default_transaction_read_only = on');
  for (const id of ['a', 'b', 'c']) await endsAsOutage(add(store, id));
  // It may lag behind, so its keys and plans must not be served either.
  await endsAsOutage(findFamily(store.db, 'a'));
  await turn('reset default_transaction_read_only');
  await add(store, 'd');
  strictEqual(await findFamily(admin.db, 'a'), undefined);
});

test('one demoted connection discards all that were opened before', async (t) => {
  const store = await freshStore(t, 'postgres');
  await demoteOpenConnections(store, 4);
  await endsAsOutage(add(store, 'a'));
  for (const id of ['b', 'c', 'd', 'e']) await add(store, id);
});

test('one dead connection discards all that were opened before', async (t) => {
  const proxy = await startDatabaseProxy(t, (await freshStore(t, 'postgres')).location);
  const store = await storeAt(t, proxy.location);
  await inEach(store, 4, (tx) => sql`select 1`.execute(tx));
  proxy.setFault('half-open');
  await endsAsOutage(findFamily(store.db, 'a'));
  await inEach(store, 4, (tx) => sql`select 1`.execute(tx));
});

test('the deadline of a request limits all of its statements together', async (t) => {
  const { location } = await freshStore(t, 'postgres');
  const store = await storeAt(t, location);
  const sleep = () => sql`select pg_sleep(0.5)`.execute(store.db);
  const one = async () => {
    for (let times = 0; times < 4; times += 1) await sleep();
  };
  await endsAsOutage(withDeadline(one));
  // Concurrent statements count once.
  await withDeadline(() => Promise.all([sleep(), sleep(), sleep(), sleep(), sleep()]));
  await one();
});

/** Makes the open connections read-only, as on a demoted server. */
function demoteOpenConnections(store: Store, count: number): Promise<void> {
  return inEach(store, count, (tx) => sql`set session characteristics as transaction read only`.execute(tx));
}

/** Opens this many connections at the same time, and runs `work` in each. */
async function inEach({ db }: Store, count: number, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  let open = 0;
  const { promise: allOpen, resolve } = Promise.withResolvers<void>();
  await Promise.all(
    Array.from({ length: count }, () =>
      db.transaction().execute(async (tx) => {
        if ((open += 1) === count) resolve();
        await allOpen;
        await work(tx);
      }),
    ),
  );
}
