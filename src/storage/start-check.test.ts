/** The check at the start finds a damaged header, length, root page and schema, and accepts intact data. */
import { deepStrictEqual, match, ok, rejects, strictEqual, throws } from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeWorld } from '#test/support/world.ts';
import { freshFolder, freshStore, KINDS, type Scope } from '#test/support/store.ts';
import { isDamage } from './outage.ts';
import { requireSchema, requireIntactFile, treesOf } from './start-check.ts';
import type { Location } from './store.ts';

const PAGE = 4_096;

type File = Location & { kind: 'sqlite' };

/** A database with a family in it, closed. */
async function filledFile(scope: Scope): Promise<File> {
  const store = await freshStore(scope, 'sqlite');
  await makeWorld({ store, clock: { nowMs: 0 } });
  await store.close();
  return store.location as File;
}

/** A copy of the file in another folder, with these bytes replaced. */
function copyWith(scope: Scope, { file }: File, ...edits: { at: number; bytes: Buffer }[]): File {
  const copy = join(freshFolder(scope), 'weekfare.db');
  const whole = readFileSync(file);
  for (const { at, bytes } of edits) bytes.copy(whole, at);
  writeFileSync(copy, whole);
  return { kind: 'sqlite', file: copy };
}

const names = (rows: object[]) => rows.map((row) => Object.values(row)[0] as string).toSorted();

test('sqlite: reads every table and every index, and leaves nothing behind', async (t) => {
  const location = await filledFile(t);
  const before = readFileSync(location.file);
  requireIntactFile(location);
  deepStrictEqual(readFileSync(location.file), before);
  ok(!existsSync(`${location.file}-wal`) && !existsSync(`${location.file}-shm`));
  using db = new DatabaseSync(location.file);
  const all = db.prepare('select name from sqlite_schema where rootpage > 0').all();
  deepStrictEqual(names(treesOf(db)), [...names(all), 'sqlite_schema'].toSorted());
});

// SQLite refuses a page by its first byte, whatever tree it belongs to: of the other bytes some trees are enough.
for (const [fill, every] of [
  ['x', 1],
  ['\0', 5],
  ['\xff', 5],
] as const) {
  const which = every === 1 ? 'every root page' : 'root pages';
  test(`sqlite: finds ${which} overwritten with ${JSON.stringify(fill)}, by name`, async (t) => {
    const location = await filledFile(t);
    const db = new DatabaseSync(location.file);
    const trees = db.prepare('select name, rootpage from sqlite_schema where rootpage > 0').all();
    db.close();
    ok(trees.length > 20);
    for (const [at, { name, rootpage }] of (trees as { name: string; rootpage: number }[]).entries()) {
      if (at % every > 0) continue;
      const bytes = Buffer.alloc(PAGE, fill, 'latin1');
      const copy = copyWith(t, location, { at: (rootpage - 1) * PAGE, bytes });
      throws(
        () => requireIntactFile(copy),
        (error: Error) => isDamage(error) && error.message === `${name} cannot be read`,
        name,
      );
    }
  });
}

test('sqlite: finds a damaged header and a truncated file', async (t) => {
  const location = await filledFile(t);
  const garbage = { at: 0, bytes: Buffer.from('No SQLite format') };
  throws(() => requireIntactFile(copyWith(t, location, garbage)), isDamage);
  const firstPage = { at: 100, bytes: Buffer.alloc(PAGE - 100) };
  throws(() => requireIntactFile(copyWith(t, location, firstPage)), isDamage);
  for (const bytes of [1, PAGE, statSync(location.file).size / 2]) {
    const cut = copyWith(t, location);
    truncateSync(cut.file, statSync(cut.file).size - bytes);
    throws(() => requireIntactFile(cut), isDamage, String(bytes));
  }
});

test('sqlite: accepts a database whose newest pages are in its log, and finds lost pages', async (t) => {
  const location = await filledFile(t);
  const { file } = location;
  const open = new DatabaseSync(file);
  t.after(() => open.close());
  open.exec('pragma journal_mode = wal');
  open.exec('pragma wal_autocheckpoint = 0');
  const add = open.prepare(`insert into changes select id, ?, '' from families`);
  for (let n = 0; n < 300; n += 1) add.run(`change-${n}`);
  // As after a crash: both files, and no process that has them open.
  const crashed = copyWith(t, location);
  copyFileSync(`${file}-wal`, `${crashed.file}-wal`);
  requireIntactFile(crashed);
  ok(statSync(`${crashed.file}-wal`).size > 0, 'the log is not changed');
  truncateSync(crashed.file, PAGE);
  truncateSync(`${crashed.file}-wal`, 32 + (PAGE + 24) * 2);
  throws(() => requireIntactFile(crashed), isDamage);
});

test("sqlite: accepts a missing file and another program's", (t) => {
  const file = join(freshFolder(t), 'weekfare.db');
  requireIntactFile({ kind: 'sqlite', file });
  ok(!existsSync(file));
  using db = new DatabaseSync(file);
  db.exec(`create table "it's ""odd" (id)`);
  requireIntactFile({ kind: 'sqlite', file });
});

for (const kind of KINDS) {
  test(`${kind}: accepts the schema of the migrations, and names each missing part`, async (t) => {
    const store = await freshStore(t, kind);
    await requireSchema(store);
    // Each is named before those that are missing already.
    for (const { statement, missing } of [
      { statement: 'drop index audit_by_family', missing: 'the index audit_by_family' },
      { statement: 'drop table stars', missing: 'the table stars' },
      { statement: 'alter table displays drop column seen_at', missing: 'the column seen_at of displays' },
    ]) {
      await store.db.transaction().execute((tx) => sql.raw(statement).execute(tx));
      await rejects(requireSchema(store), { message: `${missing} is missing` });
    }
  });
}

test('sqlite: no query sorts, so that the time does not grow with the database', async (t) => {
  const { file } = await filledFile(t);
  using db = new DatabaseSync(file);
  for (const { name, queries } of treesOf(db)) {
    for (const query of queries) {
      const steps = db.prepare(`explain query plan ${query}`).all();
      strictEqual(steps.length, 1, `${name}: ${JSON.stringify(steps)}`);
      match(String(steps[0]?.detail), /^SCAN (\w+|\w+ USING (COVERING )?INDEX \w+)$/);
    }
  }
});
