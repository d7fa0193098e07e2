/** Word of changes: from any process, in any order, within a second, and never trusted when it is old. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { until } from '#test/until.ts';
import { lineTo } from '#test/stalling-proxy.ts';
import { freshStore, KINDS, type Scope } from '#test/store.ts';
import { auditedTransaction, EVERY_FAMILY, OPERATOR } from './transaction.ts';
import { watchChanges } from './feed.ts';
import { openStore, SERVER_TIMEOUT_MS, type Store } from './store.ts';

const changed = (store: Store, family: string) =>
  auditedTransaction(
    { store, actor: OPERATOR, nowMs: 0 },
    family,
    async (_tx, record) => void (await record('test', {})),
  );

/** A line in the log that nobody was told about. */
const line = (family: string) => ({ family_id: family, at: '', actor: '', action: 'test', detail: '{}' });
const silently = ({ db }: Store, family: string) =>
  db.transaction().execute(async (tx) => void (await tx.insertInto('audit').values(line(family)).execute()));

async function watch(scope: Scope, store: Store, clock = Date.now) {
  const heard: string[] = [];
  const feed = await watchChanges(store, clock, (family) => heard.push(family));
  scope.after(() => feed.stop());
  const hears = (family: string) => until(`word of ${family}`, () => heard.includes(family), 1_000);
  return { feed, heard, hears };
}

async function second(scope: Scope, { location }: Store): Promise<Store> {
  const store = await openStore(location, SERVER_TIMEOUT_MS);
  scope.after(() => store.close());
  return store;
}

for (const kind of KINDS) {
  test(`${kind}: our own changes are known when they are made, others' within a second`, async (t) => {
    const store = await freshStore(t, kind);
    const other = await second(t, store);
    const { heard, hears, feed } = await watch(t, store);
    await changed(store, 'mine');
    ok(heard.includes('mine'));
    await changed(other, 'theirs');
    await hears('theirs');
    await silently(other, 'silent');
    await hears('silent');
    await changed(other, EVERY_FAMILY);
    await hears(EVERY_FAMILY);
    strictEqual(feed.isCurrent(Date.now()), true);
  });

  test(`${kind}: a change that was refused or undone is no change`, async (t) => {
    const store = await freshStore(t, kind);
    const { heard, hears } = await watch(t, store);
    const context = { store, actor: OPERATOR, nowMs: 0 };
    await auditedTransaction(context, 'refused', async () => {});
    const undone = auditedTransaction(context, 'undone', async (_tx, record) => {
      await record('test', {});
      throw new Error('undone');
    });
    await undone.catch(() => {});
    await changed(store, 'later');
    await hears('later');
    deepStrictEqual(
      heard.filter((family) => family !== 'later'),
      [],
    );
  });

  test(`${kind}: when the feed is stopped nothing more is told`, async (t) => {
    const store = await freshStore(t, kind);
    const heard: string[] = [];
    const feed = await watchChanges(store, Date.now, (family) => heard.push(family));
    await feed.stop();
    await changed(store, 'a');
    deepStrictEqual(heard, []);
  });

  test(`${kind}: word that was not confirmed lately, or by another clock, is not trusted`, async (t) => {
    const store = await freshStore(t, kind);
    const { feed } = await watch(t, store);
    const now = Date.now();
    strictEqual(feed.isCurrent(now), true);
    strictEqual(feed.isCurrent(now + 2_000), false);
    strictEqual(feed.isCurrent(now - 3_600_000), false);
  });

  test(`${kind}: more changes than are read at once are all heard, also behind a gap`, async (t) => {
    const store = await freshStore(t, kind);
    const other = await second(t, store);
    const { hears, heard } = await watch(t, store);
    await other.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('audit')
        .values({ ...line('high'), seq: 1_000 })
        .execute();
      await sql`insert into audit (seq, family_id, at, actor, action, detail)
        with recursive n(i) as (select 1001 union all select i + 1 from n where i < 13000)
        select i, 'many', '', '', 'test', '{}' from n`.execute(tx);
    });
    await until('all of them', () => heard.length >= 12_001);
    await other.db.transaction().execute((tx) =>
      tx
        .insertInto('audit')
        .values({ ...line('last'), seq: 13_001 })
        .execute(),
    );
    await hears('last');
  });
}

test('postgres: a lower number that is committed after a higher one is heard', async (t) => {
  const store = await freshStore(t, 'postgres');
  const other = await second(t, store);
  const { hears, heard } = await watch(t, store);
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: numbered, resolve: hasNumber } = Promise.withResolvers<void>();
  const late = other.db.transaction().execute(async (tx) => {
    await tx.insertInto('audit').values(line('late')).execute();
    hasNumber();
    await mayCommit;
  });
  await numbered;
  await silently(store, 'early');
  await hears('early');
  ok(!heard.includes('late'));
  commit();
  await late;
  await hears('late');
});

test('postgres: without its listening connection it hears all the same, and listens again', async (t) => {
  const store = await freshStore(t, 'postgres');
  const other = await second(t, store);
  const { hears } = await watch(t, store);
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'weekfare feed' and query like 'listen%'`.execute(
      other.db,
    );
    return rows.map(({ pid }) => pid);
  };
  await until('a listener', async () => (await listeners()).length === 1);
  const [pid] = await listeners();
  await sql`select pg_terminate_backend(${pid}::int)`.execute(other.db);
  await changed(other, 'unheard');
  await hears('unheard');
  await until('another listener', async () => (await listeners()).some((now) => now !== pid));
  await changed(other, 'heard again');
  await hears('heard again');
});

test('postgres: on a dead line the word is old within a second, and good again when it flows', async (t) => {
  const direct = await freshStore(t, 'postgres');
  const proxy = await lineTo(t, direct.location);
  const store = await openStore(proxy.location, SERVER_TIMEOUT_MS);
  t.after(() => store.close());
  const { feed, hears } = await watch(t, store);
  strictEqual(feed.isCurrent(Date.now()), true);
  proxy.stall();
  await until('old word', () => !feed.isCurrent(Date.now()), 1_000);
  await changed(direct, 'meanwhile');
  strictEqual(feed.isCurrent(Date.now()), false);
  proxy.flow();
  await until('good word', () => feed.isCurrent(Date.now()));
  await hears('meanwhile');
});

test('sqlite: with the database closed the word is old within a second', async (t) => {
  const store = await freshStore(t, 'sqlite');
  const { feed } = await watch(t, store);
  strictEqual(feed.isCurrent(Date.now()), true);
  await store.close();
  await until('old word', () => !feed.isCurrent(Date.now()), 1_000);
});
