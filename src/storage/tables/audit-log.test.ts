/**
 * The order of the audit log on PostgreSQL, on which its readers rely (ARCHITECTURE.md, "The change log"): the
 * numbers of one family appear in order; the numbers of different families may not, and the feed reports them
 * all. feed.test.ts tests the feed without notifications.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { freshStore, type Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { OPERATOR } from '#storage/actor.ts';
import { auditedTransaction } from '#storage/transaction.ts';
import { watchChanges } from '#storage/feed.ts';
import { openStore, OPERATOR_TIMEOUT_MS, type Store } from '#storage/store.ts';

async function openAgain(scope: Scope, { location }: Store): Promise<Store> {
  const store = await openStore(location, OPERATOR_TIMEOUT_MS);
  scope.after(() => store.close());
  return store;
}

const write = (store: Store, family: string) =>
  auditedTransaction({ store, actor: OPERATOR, nowMs: 0 }, family, (_tx, record) =>
    record('list.change', {}),
  );

/** A change that has its number and waits before its commit. */
async function beginChange(store: Store, family: string) {
  const numbered = Promise.withResolvers<number>();
  const mayCommit = Promise.withResolvers<void>();
  const done = auditedTransaction({ store, actor: OPERATOR, nowMs: 0 }, family, async (_tx, record) => {
    numbered.resolve(await record('list.change', {}));
    await mayCommit.promise;
  });
  return { number: await numbered.promise, commit: () => (mayCommit.resolve(), done) };
}

/** The lines of a family after a number, as a reader with a cursor reads them. */
async function readAfter({ db }: Store, family: string, cursor: number): Promise<number[]> {
  const lines = db.selectFrom('audit').select('seq').where('family_id', '=', family);
  return (await lines.where('seq', '>', cursor).orderBy('seq').execute()).map(({ seq }) => seq);
}

test('postgres: a change gets its number only after the change of the family before it is committed', async (t) => {
  const store = await freshStore(t, 'postgres');
  const other = await openAgain(t, store);
  const first = await beginChange(store, 'a');
  const second = write(other, 'a');
  try {
    await until('the second one waits for the lock', async () => {
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(store.db);
      return rows.length === 1;
    });
  } finally {
    await first.commit();
  }
  strictEqual(await second, first.number + 1);
});

test('postgres: a cursor over one family misses nothing while several servers write to it', async (t) => {
  const store = await freshStore(t, 'postgres');
  const writers = [store, await openAgain(t, store), await openAgain(t, store)];
  const seen: number[] = [];
  const state = { isDone: false };
  const follow = async () => {
    for (let isLast = false; !isLast;) {
      isLast = state.isDone;
      seen.push(...(await readAfter(store, 'a', seen.at(-1) ?? 0)));
      await delay(1);
    }
  };
  const following = follow();
  const made = await Promise.all(
    writers.flatMap((writer) => ['a', 'b'].map((family) => writeMany(writer, family))),
  );
  state.isDone = true;
  await following;
  const ofA = made.filter((_, at) => at % 2 === 0).flat();
  deepStrictEqual(
    seen,
    ofA.toSorted((first, second) => first - second),
  );
});

async function writeMany(store: Store, family: string): Promise<number[]> {
  const numbers: number[] = [];
  for (let n = 0; n < 15; n += 1) numbers.push(await write(store, family));
  return numbers;
}

test('postgres: across families a lower number can appear later, and the feed reports it', async (t) => {
  const store = await freshStore(t, 'postgres');
  const other = await openAgain(t, store);
  const reported: string[] = [];
  const follower = await openAgain(t, store);
  const feed = await watchChanges(follower, Date.now, (family) => reported.push(family));
  t.after(() => feed.stop());
  const slow = await beginChange(store, 'slow');
  const quickNumber = await write(other, 'quick');
  try {
    ok(quickNumber > slow.number);
    await until('a report of quick', () => reported.includes('quick'));
    deepStrictEqual(await readAfter(follower, 'slow', 0), [], 'the lower number is not there yet');
    ok(!reported.includes('slow'));
  } finally {
    await slow.commit();
  }
  await until('a report of slow', () => reported.includes('slow'));
  // A cursor over all families would have missed it.
  const { rows } = await sql`select seq from audit where seq > ${quickNumber}`.execute(follower.db);
  strictEqual(rows.length, 0);
});
