/** The move from SQLite to PostgreSQL: every row into an empty database, or nothing. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { saveKeyUses } from '#storage/tables/keys-and-links/api-keys.ts';
import { OPERATOR } from '#storage/actor.ts';
import { readLastChange } from '#storage/tables/audit-log.ts';
import { digestOf } from '#storage/copy.ts';
import { openStore, OPERATOR_TIMEOUT_MS, SERVER_TIMEOUT_MS, type Store } from '#storage/store.ts';
import { accepted } from '#test/support/accepted.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, week, WEEK } from '#test/support/world.ts';
import { freshLocation, freshStore, type Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { moveTo } from './move.ts';
import { replacePlan } from '#actions/plan/plans.ts';

const nowMs = Date.parse('2026-11-11T12:00:00Z');

async function filled(scope: Scope): Promise<{ source: Store; family: string }> {
  const source = await freshStore(scope, 'sqlite');
  const [world] = await Promise.all([1, 2, 3].map(() => makeWorld({ store: source, clock: { nowMs } })));
  const { family = '', key = '' } = world ?? {};
  await source.db.transaction().execute((tx) => saveKeyUses(tx, 'sqlite', [key], '2026-11-11T12:00:00Z'));
  for (const text of ['鍋 🍲 \u2028 é', 'quotes " \' \\']) await save(source, family, text);
  return { source, family };
}

async function save(store: Store, family: string, description: string): Promise<number> {
  const target = { family, week: week(WEEK), version: 'any' } as const;
  const meals = { Monday: { dinner: { description } } };
  return accepted(await replacePlan({ store, actor: OPERATOR, nowMs }, target, meals)).version;
}

async function emptyTarget(scope: Scope): Promise<Store> {
  const target = await openStore(await freshLocation(scope, 'postgres'), SERVER_TIMEOUT_MS);
  scope.after(() => target.close());
  return target;
}

test('copies every row unchanged, and PostgreSQL continues the sequence of changes', async (t) => {
  const { source, family } = await filled(t);
  const target = await emptyTarget(t);
  const before = await dump(source);
  const counts = await moveTo(source, target, nowMs);
  for (const [table, rows] of Object.entries(counts)) {
    ok(rows > 0, table);
    strictEqual(before[table]?.length, rows);
  }
  deepStrictEqual(await dump(target), structuredClone(before));
  deepStrictEqual(await dump(source), before);
  const last = await readLastChange(source.db);
  strictEqual(await save(target, family, 'after'), last + 1);
});

test('refuses a target with families, and changes neither database', async (t) => {
  const { source } = await filled(t);
  const target = await freshStore(t, 'postgres');
  await makeWorld({ store: target, clock: { nowMs } });
  const before = [await dump(source), await dump(target)];
  await rejects(
    moveTo(source, target, nowMs),
    /^WrongDatabase: The target database is not empty\. Nothing was changed\.$/,
  );
  deepStrictEqual([await dump(source), await dump(target)], before);
});

test("refuses a target with another program's tables, and adds nothing to it", async (t) => {
  const { source } = await filled(t);
  const target = await emptyTarget(t);
  await sql`create table customers (id int)`.execute(target.db);
  await rejects(
    moveTo(source, target, nowMs),
    /^WrongDatabase: The database holds tables that are not Weekfare's \(customers/,
  );
  const tables = (await target.db.introspection.getTables()).map(({ name }) => name);
  deepStrictEqual(tables, ['customers']);
});

test('a change on the source waits until the move has ended, and a failed move leaves the target empty', async (t) => {
  const { source, family } = await filled(t);
  const target = await freshStore(t, 'postgres');
  // The move gives up its lock long before the change stops waiting.
  const impatientTarget = await openStore(target.location, 3_000);
  t.after(() => impatientTarget.close());
  const other = await openStore(source.location, OPERATOR_TIMEOUT_MS);
  t.after(() => other.close());
  const before = String(await digestOf(source.db));
  // A lock on the target's last table blocks the move halfway.
  const unlock = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const locking = target.db.transaction().execute(async (tx) => {
    await sql`lock table audit in share mode`.execute(tx);
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const events: string[] = [];
  const moving = moveTo(source, impatientTarget, nowMs).then(
    () => events.push('moved'),
    () => events.push('failed'),
  );
  const probe = new DatabaseSync((source.location as { file: string }).file, { timeout: 0 });
  t.after(() => probe.close());
  await until('the source is locked', () => isLocked(probe));
  const changed = save(other, family, 'later').then(() => events.push('changed'));
  await moving;
  unlock.resolve();
  await Promise.all([locking, changed]);
  deepStrictEqual(events, ['failed', 'changed']);
  strictEqual((await digestOf(target.db)).counts().families, 0);
  ok(before !== String(await digestOf(source.db)));
  await moveTo(source, target, nowMs);
  strictEqual(String(await digestOf(target.db)), String(await digestOf(source.db)));
});

function isLocked(probe: DatabaseSync): boolean {
  try {
    probe.exec('begin immediate');
    probe.exec('rollback');
    return false;
  } catch {
    return true;
  }
}
