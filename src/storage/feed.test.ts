/** The change feed: changes of any process, in any order, within a second; not current when polls fail. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { until } from '#test/support/until.ts';
import { startDatabaseProxy } from '#test/support/servers/tcp-proxy.ts';
import { freshStore, KINDS, type Scope } from '#test/support/store.ts';
import { OPERATOR } from './actor.ts';
import { EVERY_FAMILY } from './tables/audit-log.ts';
import { auditedTransaction } from './transaction.ts';
import { watchChanges } from './feed.ts';
import { openStore, SERVER_TIMEOUT_MS, type Store } from './store.ts';

const change = (store: Store, family: string) =>
  auditedTransaction(
    { store, actor: OPERATOR, nowMs: 0 },
    family,
    async (_tx, record) => void (await record('list.change', {})),
  );

const line = (family: string) => ({ family_id: family, at: '', actor: '', action: 'test', detail: '{}' });
/** Writes to the log without a notification. */
const writeSilently = ({ db }: Store, family: string) =>
  db.transaction().execute(async (tx) => void (await tx.insertInto('audit').values(line(family)).execute()));

async function watch(scope: Scope, store: Store, clock = Date.now) {
  const reported: string[] = [];
  const feed = await watchChanges(store, clock, (family) => reported.push(family));
  scope.after(() => feed.stop());
  const reports = (family: string) => until(`a report of ${family}`, () => reported.includes(family), 1_000);
  return { feed, reported, reports };
}

async function openAgain(scope: Scope, { location }: Store): Promise<Store> {
  const store = await openStore(location, SERVER_TIMEOUT_MS);
  scope.after(() => store.close());
  return store;
}

/** It polls four times a second, but on a busy machine a poll may be late. */
const becomesCurrent = (feed: Awaited<ReturnType<typeof watchChanges>>) =>
  until('the feed is current', () => feed.isCurrent(Date.now()));

for (const kind of KINDS) {
  test(`${kind}: reports own changes immediately, others' within a second`, async (t) => {
    const store = await freshStore(t, kind);
    const other = await openAgain(t, store);
    const { reported, reports, feed } = await watch(t, store);
    await change(store, 'mine');
    ok(reported.includes('mine'));
    await change(other, 'theirs');
    await reports('theirs');
    await writeSilently(other, 'silent');
    await reports('silent');
    await change(other, EVERY_FAMILY);
    await reports(EVERY_FAMILY);
    await becomesCurrent(feed);
  });

  test(`${kind}: reports no change that was refused or rolled back`, async (t) => {
    const store = await freshStore(t, kind);
    const { reported, reports } = await watch(t, store);
    const context = { store, actor: OPERATOR, nowMs: 0 };
    await auditedTransaction(context, 'refused', async () => {});
    const rolledBack = auditedTransaction(context, 'undone', async (_tx, record) => {
      await record('list.change', {});
      throw new Error('undone');
    });
    await rolledBack.catch(() => {});
    await change(store, 'later');
    await reports('later');
    deepStrictEqual(
      reported.filter((family) => family !== 'later'),
      [],
    );
  });

  test(`${kind}: reports nothing after it is stopped`, async (t) => {
    const store = await freshStore(t, kind);
    const reported: string[] = [];
    const feed = await watchChanges(store, Date.now, (family) => reported.push(family));
    await feed.stop();
    await change(store, 'a');
    deepStrictEqual(reported, []);
  });

  test(`${kind}: is not current long after the last poll, or when the clock was set back`, async (t) => {
    const store = await freshStore(t, kind);
    const { feed } = await watch(t, store);
    await becomesCurrent(feed);
    const now = Date.now();
    strictEqual(feed.isCurrent(now + 2_000), false);
    strictEqual(feed.isCurrent(now - 3_600_000), false);
  });

  test(`${kind}: reports more changes than a page holds, also after a gap`, async (t) => {
    const store = await freshStore(t, kind);
    const other = await openAgain(t, store);
    const { reports, reported } = await watch(t, store);
    await other.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('audit')
        .values({ ...line('high'), seq: 1_000 })
        .execute();
      await sql`insert into audit (seq, family_id, at, actor, action, detail)
        with recursive n(i) as (select 1001 union all select i + 1 from n where i < 13000)
        select i, 'many', '', '', 'test', '{}' from n`.execute(tx);
    });
    await until('all changes are reported', () => reported.length >= 12_001);
    await other.db.transaction().execute((tx) =>
      tx
        .insertInto('audit')
        .values({ ...line('last'), seq: 13_001 })
        .execute(),
    );
    await reports('last');
  });
}

test('postgres: reports a lower number that is committed after a higher one', async (t) => {
  const store = await freshStore(t, 'postgres');
  const other = await openAgain(t, store);
  const { reports, reported } = await watch(t, store);
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: numbered, resolve: hasNumber } = Promise.withResolvers<void>();
  const late = other.db.transaction().execute(async (tx) => {
    await tx.insertInto('audit').values(line('late')).execute();
    hasNumber();
    await mayCommit;
  });
  await numbered;
  try {
    await writeSilently(store, 'early');
    await reports('early');
    ok(!reported.includes('late'));
  } finally {
    // An open transaction would prevent the store from closing.
    commit();
  }
  await late;
  await reports('late');
});

test('postgres: reports changes without its listening connection, and reconnects it', async (t) => {
  const store = await freshStore(t, 'postgres');
  const other = await openAgain(t, store);
  const { reports } = await watch(t, store);
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'weekfare feed' and query like 'listen%'`.execute(
      other.db,
    );
    return rows.map(({ pid }) => pid);
  };
  await until('the feed listens', async () => (await listeners()).length === 1);
  const [pid] = await listeners();
  await sql`select pg_terminate_backend(${pid}::int)`.execute(other.db);
  await change(other, 'unnotified');
  await reports('unnotified');
  await until('the feed listens again', async () => (await listeners()).some((now) => now !== pid));
  await change(other, 'notified again');
  await reports('notified again');
});

test('postgres: on a dead connection it is not current within a second, and is again afterwards', async (t) => {
  const direct = await freshStore(t, 'postgres');
  const proxy = await startDatabaseProxy(t, direct.location);
  const store = await openStore(proxy.location, SERVER_TIMEOUT_MS);
  t.after(() => store.close());
  const { feed, reports } = await watch(t, store);
  await becomesCurrent(feed);
  proxy.setFault('silent');
  await until('the feed is not current', () => !feed.isCurrent(Date.now()), 1_000);
  await change(direct, 'meanwhile');
  strictEqual(feed.isCurrent(Date.now()), false);
  proxy.setFault('none');
  await becomesCurrent(feed);
  await reports('meanwhile');
});

test('sqlite: with the database closed it is not current within a second', async (t) => {
  const store = await freshStore(t, 'sqlite');
  const { feed } = await watch(t, store);
  await becomesCurrent(feed);
  await store.close();
  await until('the feed is not current', () => !feed.isCurrent(Date.now()), 1_000);
});
