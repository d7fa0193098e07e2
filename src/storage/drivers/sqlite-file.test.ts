/** The files of an SQLite database: new, incomplete, truncated and orphaned ones, and their permissions. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { chmodSync, copyFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '#domain/user-error.ts';
import { freshFolder, freshLocation, freshStore, type Scope } from '#test/support/store.ts';
import { insertFamily } from '#storage/tables/account/families.ts';
import { migrate, requireMigrated } from '#storage/migrate.ts';
import { findFilesOpenToOthers } from './sqlite-file.ts';
import { openStore, SERVER_TIMEOUT_MS, type Location, type Store } from '#storage/store.ts';

type File = Location & { kind: 'sqlite' };

const modeOf = (file: string) => statSync(file).mode & 0o777;
const namesBeside = ({ file }: File) => readdirSync(dirname(file)).toSorted();

async function newFile(scope: Scope): Promise<File> {
  return (await freshLocation(scope, 'sqlite')) as File;
}

async function open(scope: Scope, location: Location): Promise<Store> {
  const store = await openStore(location, SERVER_TIMEOUT_MS);
  scope.after(() => store.close());
  return store;
}

const insert = ({ db }: Store) =>
  db
    .transaction()
    .execute((tx) => insertFamily(tx, { id: 'f', name: 'f', timeZone: 'UTC', premium: 'none' }, 0));

test('only the owner may read a new database and its side files', async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const location = await newFile(t);
  const store = await open(t, location);
  await migrate(store, 0);
  await insert(store);
  deepStrictEqual(namesBeside(location), ['weekfare.db', 'weekfare.db-shm', 'weekfare.db-wal']);
  for (const name of namesBeside(location))
    strictEqual(modeOf(join(dirname(location.file), name)), 0o600, name);
});

test('removes the permissions of other users at the first change, and not before', async (t) => {
  const { location, ...store } = await freshStore(t, 'sqlite');
  const { file } = location as File;
  chmodSync(file, 0o644);
  await requireMigrated({ ...store, location });
  deepStrictEqual([modeOf(file), findFilesOpenToOthers(file)], [0o644, [file, `${file}-wal`, `${file}-shm`]]);
  await migrate({ ...store, location }, 0);
  deepStrictEqual([modeOf(file), findFilesOpenToOthers(file)], [0o600, []]);
});

test('the next start completes a database without a first commit', async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const location = await newFile(t);
  const first = await open(t, location);
  const rolledBack = first.db.transaction().execute(async (tx) => {
    await tx.schema.createTable('migrations').addColumn('name', 'text').execute();
    throw new Error('killed');
  });
  await rejects(rolledBack, /killed/);
  deepStrictEqual(namesBeside(location), ['weekfare.db', 'weekfare.db.setup']);
  deepStrictEqual([statSync(location.file).size, modeOf(location.file)], [0, 0o600]);
  const second = await open(t, location);
  ok((await migrate(second, 0)).length > 0);
  ok(!namesBeside(location).includes('weekfare.db.setup'));
});

test('refuses an empty file without changing it', async (t) => {
  const { location, ...store } = await freshStore(t, 'sqlite');
  const { file } = location as File;
  await store.close();
  truncateSync(file, 0);
  await rejects(migrate(await open(t, location), 0), (error) => {
    return error instanceof UserError && error.message.startsWith(`The database ${file} is an empty file`);
  });
  deepStrictEqual(namesBeside(location as File), ['weekfare.db']);
  strictEqual(statSync(file).size, 0);
});

for (const end of ['-wal', '-shm', '-journal']) {
  test(`a ${end} file without its database is refused and not changed`, async (t) => {
    const location = await newFile(t);
    const orphan = `${location.file}${end}`;
    writeFileSync(orphan, 'changes');
    await rejects(migrate(await open(t, location), 0), (error) => {
      return (
        error instanceof UserError && error.message.includes(`is missing, but its weekfare.db${end} is there`)
      );
    });
    deepStrictEqual(namesBeside(location), [`weekfare.db${end}`]);
    rmSync(orphan);
    ok((await migrate(await open(t, location), 0)).length > 0);
  });
}

test('simultaneous first starts all succeed', async (t) => {
  const location = { kind: 'sqlite', file: join(freshFolder(t), 'a', 'b', 'weekfare.db') } as const;
  const stores = await Promise.all(Array.from({ length: 8 }, () => open(t, location)));
  const applied = await Promise.all(stores.map((store) => migrate(store, 0)));
  strictEqual(applied.filter((names) => names.length > 0).length, 1);
  ok(!namesBeside(location).includes('weekfare.db.setup'));
});

test('opens a copy of a database without its log', async (t) => {
  const { location, ...store } = await freshStore(t, 'sqlite');
  await store.close();
  const copy = await newFile(t);
  copyFileSync((location as File).file, copy.file);
  await requireMigrated(await open(t, copy));
});
