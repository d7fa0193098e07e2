/** Retention of the audit log: which lines are deleted, which stay, and several servers at once. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { instantText } from '#domain/week/instant.ts';
import { OPERATOR } from '#storage/actor.ts';
import { EVERY_FAMILY, readLastChange, readLastChangeOf } from '#storage/tables/audit-log.ts';
import { auditedTransaction } from '#storage/transaction.ts';
import { deleteOldLines } from '#storage/tables/audit-retention.ts';
import { insertFamily } from '#storage/tables/account/families.ts';
import { watchChanges } from '#storage/feed.ts';
import { openStore, SERVER_TIMEOUT_MS, type Store } from '#storage/store.ts';
import { startService } from '#test/support/service.ts';
import { freshStore, KINDS, type Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { AuditRetention } from './audit-retention.ts';

const NOW = Date.parse('2026-11-11T12:00:00Z');
const DAY_MS = 86_400_000;
const ago = (days: number) => instantText(NOW - days * DAY_MS);

/** Inserts audit lines by family and age in days; also inserts every family whose id is one letter. */
async function fill(store: Store, lines: [family: string, daysAgo: number][]): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    for (const id of new Set(lines.map(([family]) => family)))
      if (/^[a-z]$/.test(id)) await insertFamily(tx, { id, name: id, timeZone: 'UTC', premium: 'none' }, 0);
    for (const [family, daysAgo] of lines) {
      const line = { family_id: family, at: ago(daysAgo), actor: '', action: 'test', detail: '{}' };
      await tx.insertInto('audit').values(line).execute();
    }
  });
}

const ignore = () => {};

async function deleteOld(store: Store, { days = 365, nowMs = NOW } = {}): Promise<number> {
  const parts = { store, days, clock: () => nowMs, onDeleted: ignore, onFailure: ignore };
  // The timers of the pauses do not keep the process alive.
  const awake = setInterval(ignore, 1_000);
  return new AuditRetention(parts).deleteOld().finally(() => clearInterval(awake));
}

const numbersIn = async ({ db }: Store) =>
  (await db.selectFrom('audit').select('seq').orderBy('seq').execute()).map(({ seq }) => seq);

async function openAgain(scope: Scope, { location }: Store): Promise<Store> {
  const store = await openStore(location, SERVER_TIMEOUT_MS);
  scope.after(() => store.close());
  return store;
}

for (const kind of KINDS) {
  test(`${kind}: deletes lines older than the retention except the newest of each family and of all`, async (t) => {
    const store = await freshStore(t, kind);
    await fill(store, [
      ['a', 500],
      ['b', 480],
      ['a', 400],
      ['deleted family', 390],
      [EVERY_FAMILY, 380],
      ['c', 370],
      ['c', 366],
      ['c', 364],
      ['b', 0],
    ]);
    strictEqual(await deleteOld(store), 5);
    // The newest lines of a and of all families, and the lines of c and b of the last year.
    deepStrictEqual(await numbersIn(store), [3, 5, 8, 9]);
    deepStrictEqual([await readLastChangeOf(store.db, 'a'), await readLastChange(store.db)], [3, 9]);
    strictEqual(await deleteOld(store), 0);
  });

  test(`${kind}: never deletes the newest line, and numbers continue after it`, async (t) => {
    const store = await freshStore(t, kind);
    await fill(store, [
      ['gone', 900],
      ['gone', 800],
    ]);
    // Much later: even the newest line is older than the retention.
    strictEqual(await deleteOld(store, { nowMs: NOW + 1_000 * DAY_MS }), 0);
    await fill(store, [['gone too', 100]]);
    strictEqual(await deleteOld(store, { nowMs: NOW + 1_000 * DAY_MS }), 2);
    deepStrictEqual(await numbersIn(store), [3]);
    await deleteOldLines(store, 0, { from: '9999', now: '9999' });
    deepStrictEqual(await numbersIn(store), [3]);
    const context = { store, actor: OPERATOR, nowMs: NOW };
    strictEqual(await auditedTransaction(context, 'new', (_tx, record) => record('list.change', {})), 4);
  });

  test(`${kind}: deletes nothing if the clock is ahead`, async (t) => {
    const store = await freshStore(t, kind);
    await fill(store, [
      ['a', 200],
      ['a', 100],
      ['a', 0],
    ]);
    strictEqual(await deleteOld(store, { nowMs: NOW + 10_000 * DAY_MS }), 0);
  });

  test(`${kind}: a line with a wrong date is deleted with its neighbours`, async (t) => {
    const store = await freshStore(t, kind);
    await fill(store, [
      ['a', 400],
      // A line dated 2036 does not protect the lines after it.
      ['a', -3_650],
      ['a', 390],
      ['a', 10],
      // Lines dated 1970 are not deleted while they are new.
      ['a', 20_000],
      ['a', 20_000],
      ['a', 5],
    ]);
    strictEqual(await deleteOld(store), 2);
    deepStrictEqual(await numbersIn(store), [2, 4, 5, 6, 7]);
  });

  test(`${kind}: three servers delete several batches at once while changes are written`, async (t) => {
    const store = await freshStore(t, kind);
    await fill(store, [['a', 500]]);
    await store.db.transaction().execute((tx) =>
      sql`insert into audit (family_id, at, actor, action, detail)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 400)
        select 'a', ${ago(400)}, '', 'test', '{}' from n`.execute(tx),
    );
    const others = [store, await openAgain(t, store), await openAgain(t, store)];
    const context = { store, actor: OPERATOR, nowMs: NOW };
    const deleting = Promise.all(others.map((store) => deleteOld(store)));
    const made: number[] = [];
    for (let n = 0; n < 20; n += 1)
      made.push(await auditedTransaction(context, 'a', (_tx, record) => record('list.change', {})));
    let deleted = (await deleting).reduce((sum, lines) => sum + lines);
    // The first deletion may have started before the first change; then it had no new line as reference.
    deleted += await deleteOld(store);
    strictEqual(deleted, 401);
    deepStrictEqual(await numbersIn(store), made);
  });

  test(`${kind}: a server deletes at its start, and change feeds still get every change`, async (t) => {
    const store = await freshStore(t, kind);
    await fill(store, [
      ['a', 500],
      ['b', 400],
      ['a', 380],
      ['a', 1],
    ]);
    const reported: string[] = [];
    const feed = await watchChanges(store, Date.now, (family) => reported.push(family));
    t.after(() => feed.stop());
    const service = await startService(t, { store, nowMs: NOW });
    await until('the old lines are deleted', async () => (await numbersIn(store)).length === 2);
    await until('the deletion is logged', () => service.log().includes('old lines of the audit log deleted'));
    deepStrictEqual(await numbersIn(store), [2, 4]);
    reported.length = 0;
    await auditedTransaction(
      { store: await openAgain(t, store), actor: OPERATOR, nowMs: NOW },
      'b',
      async (_tx, record) => record('list.change', {}),
    );
    await until('the feed reports b', () => reported.includes('b'), 1_000);
    // A feed that starts now has to skip the gaps.
    const later: string[] = [];
    const second = await watchChanges(store, Date.now, (family) => later.push(family));
    t.after(() => second.stop());
    await until('the second feed is current', () => second.isCurrent(Date.now()));
  });
}

test('deletes nothing if the retention is 0 days', async (t) => {
  const store = await freshStore(t, 'sqlite');
  await fill(store, [
    ['a', 5_000],
    ['a', 1],
  ]);
  const retention = new AuditRetention({
    store,
    days: 0,
    clock: () => NOW,
    onDeleted: () => ok(false),
    onFailure: (error) => ok(false, String(error)),
  });
  retention.start();
  await retention.stop();
  strictEqual((await numbersIn(store)).length, 2);
});
