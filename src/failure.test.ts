/**
 * Failures at the start: the program prints one sentence, exits and changes nothing. One real process for each step of
 * the start: the ports, the folder, the databases. Further cases call what `main.ts` calls for that step.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { prepareDatabase } from '#storage/start-check.ts';
import type { Location } from '#storage/store.ts';
import { freePort } from '#test/support/servers/postgres.ts';
import { failToStart, runWeekfare } from '#test/support/process.ts';
import { freshFolder, freshLocation, freshStore, type Scope } from '#test/support/store.ts';
import { describeFailure, describeOwner } from './failure.ts';
import { listen } from './http/server/listener.ts';

describe('the program exits with one sentence and changes nothing', { concurrency: 2 }, () => {
  const scope: Scope = { after };

  test('when the port is in use', async (t) => {
    const holder = createServer();
    t.after(() => holder.close());
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    const folder = join(freshFolder(scope), 'data');
    const message = await failure({ PORT: String(port), DATA_DIR: folder });
    strictEqual(
      message,
      `Port ${port} on 127.0.0.1 is in use. Stop whatever uses it, or set PORT to another.`,
    );
    ok(!existsSync(folder), 'the data folder is not created');
  });

  test('when the port or the address for metrics is unusable', async () => {
    const folder = join(freshFolder(scope), 'data');
    const PORT = String(await freePort());
    strictEqual(
      await failure({ PORT, METRICS_PORT: PORT, DATA_DIR: folder }),
      `Port ${PORT} on 127.0.0.1 is in use. Stop whatever uses it, or set METRICS_PORT to another.`,
    );
    ok(!existsSync(folder), 'the data folder is not created');
  });

  for (const host of ['192.0.2.1', 'nowhere.invalid']) {
    test(`when ${host} is not an address of this machine`, async () => {
      const locations: Location[] = [
        { kind: 'sqlite', file: '/nowhere/weekfare.db' },
        { kind: 'postgres', url: 'postgres://me@127.0.0.1/weekfare' },
      ];
      for (const settingPrefix of ['', 'METRICS_'] as const) {
        const error: unknown = await listen(host, 0, { settingPrefix }).catch((thrown: unknown) => thrown);
        for (const location of locations)
          strictEqual(
            describeFailure(error, location),
            `${host} is not an address of this machine. Set ${settingPrefix}HOST to one that is.`,
          );
      }
    });
  }

  test('when the data folder is a file, or is inside one', async () => {
    const file = join(freshFolder(scope), 'data');
    writeFileSync(file, 'a letter to grandmother');
    match(await failureIn(file), /^The database .* cannot be opened: check that its folder/);
    match(await failureIn(join(file, 'x')), /^The database .* has a folder that cannot be made/);
    strictEqual(readFileSync(file, 'utf8'), 'a letter to grandmother');
  });

  test('when the data folder cannot be created, without delay', async () => {
    const [deep, shallow] = ['/proc/weekfare/and/data', '/proc/weekfare'];
    const startedAt = performance.now();
    const outcomes = [[deep, await failure({ DATA_DIR: deep })] as const];
    // Node's recursive mkdir never returns there. The limit is long enough for a busy machine.
    ok(performance.now() - startedAt < 30_000, 'it took too long');
    outcomes.push([shallow, await failureIn(shallow)]);
    for (const [folder, message] of outcomes)
      match(message, new RegExp(`^The database ${folder}/weekfare\\.db has a folder that cannot be made`));
  });

  test('when the data belongs to another user, whom it names', () => {
    const folder = freshFolder(scope);
    const { uid } = statSync(folder);
    const file = join(folder, 'new', 'weekfare.db');
    const sentence = (path: string) =>
      `cannot be opened: Weekfare runs as user 4321, but ${path} belongs to user ${uid}. Run it as that user, or change the owner`;
    strictEqual(describeOwner(file, 4321), sentence(folder));
    strictEqual(describeOwner(file, uid), undefined);
    mkdirSync(join(folder, 'new'));
    writeFileSync(file, '');
    strictEqual(describeOwner(file, 4321), sentence(file));
    chmodSync(file, 0o666);
    strictEqual(describeOwner(file, 4321), undefined);
  });

  test('when the database is a folder', async () => {
    const folder = freshFolder(scope);
    mkdirSync(join(folder, 'weekfare.db'));
    match(await failureIn(folder), /cannot be opened/);
  });

  test('when the database is garbage', async () => {
    const folder = freshFolder(scope);
    writeFileSync(join(folder, 'weekfare.db'), 'This is no database. '.repeat(1_000));
    match(await failUnchanged(folder), /is damaged, or is no database at all: .*restore a backup/);
  });

  for (const length of ['half', 'all but a page', 'a page and a half', 'a hundred bytes'] as const) {
    test(`when the database is truncated to ${length}`, async () => {
      const folder = await filledFolder();
      const file = join(folder, 'weekfare.db');
      const { size } = statSync(file);
      truncateSync(
        file,
        {
          half: size >> 1,
          'all but a page': size - 4_096,
          'a page and a half': 6_144,
          'a hundred bytes': 100,
        }[length],
      );
      match(await failUnchanged(folder), /is damaged.*restore a backup/);
    });
  }

  test('when the database is empty', async () => {
    const folder = freshFolder(scope);
    writeFileSync(join(folder, 'weekfare.db'), '');
    match(
      await failUnchanged(folder),
      /is an empty file, which a database of Weekfare never is\. Move it away/,
    );
  });

  test('when the database is missing and its write-ahead log exists', async () => {
    const folder = freshFolder(scope);
    writeFileSync(join(folder, 'weekfare.db-wal'), 'changes');
    match(await failUnchanged(folder), /is missing, but its weekfare\.db-wal is there/);
  });

  test('when the root page of a table is overwritten', async () => {
    const folder = await filledFolder();
    const file = join(folder, 'weekfare.db');
    const db = new DatabaseSync(file);
    const root = db.prepare("select rootpage from sqlite_schema where name = 'members'").get()?.rootpage;
    db.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill('x', (Number(root) - 1) * 4_096, Number(root) * 4_096));
    strictEqual(
      await failUnchanged(folder),
      `The database ${file} is damaged (members cannot be read): move it away and restore a backup.`,
    );
  });

  test('when a table is missing', async () => {
    const folder = await filledFolder();
    alter(folder, 'drop table stars');
    const message = await failure({ DATA_DIR: folder });
    match(message, /is damaged \(the table stars is missing\): move it away/);
    strictEqual(await failureIn(folder), message);
  });

  for (const mode of ['wal', 'delete']) {
    test(`when the database is newer than the program, in journal mode ${mode}`, async () => {
      const folder = await filledFolder();
      alter(folder, `pragma journal_mode = ${mode}; insert into migrations values ('9999-future', '2099')`);
      strictEqual(
        await failUnchanged(folder),
        'The database is newer than this program: it has migration 9999-future. Update Weekfare.',
      );
    });
  }

  test("when the database is another program's", async () => {
    const folder = freshFolder(scope);
    alter(folder, 'create table albums (id); insert into albums values (1)');
    match(await failUnchanged(folder), /^The database holds tables that are not Weekfare's \(albums/);
  });

  test('when PostgreSQL is unavailable', async () => {
    const port = await freePort();
    const url = `postgres://me:hunter22@127.0.0.1:${port}/weekfare`;
    for (const [host, message] of [
      ['127.0.0.1', await failureAt(url)],
      ['localhost', await failureAt(url.replace('127.0.0.1', 'localhost'))],
    ]) {
      match(
        String(message),
        new RegExp(`^PostgreSQL at postgres://me@${host}:${port}/weekfare cannot be used: .*ECONNREFUSED`),
      );
    }
    const message = await failureAt(`postgres://me@127.0.0.1:${port}/x?password=hunter22`);
    match(message, /^PostgreSQL at postgres:\/\/me@127/);
  });

  test('when the PostgreSQL database does not exist, or the password is wrong', async () => {
    const location = await freshLocation(scope, 'postgres');
    ok(location.kind === 'postgres');
    const url = new URL(location.url);
    url.pathname = 'nowhere';
    match(await failureAt(url.toString()), /cannot be used: database "nowhere" does not exist/);
    url.password = 'hunter22';
    match(await failure({ DATABASE_URL: url.toString() }), /cannot be used: password authentication failed/);
  });

  test('when the PostgreSQL database is newer than the program', async () => {
    const store = await freshStore(scope, 'postgres');
    const { location } = store;
    await store.db.insertInto('migrations').values({ name: '9999-future', applied_at: '2099' }).execute();
    ok(location.kind === 'postgres');
    match(await failureAt(location.url), /^The database is newer than this program/);
    strictEqual((await store.db.selectFrom('audit').selectAll().execute()).length, 0);
  });

  test('when the folder of a backup does not exist', async () => {
    const [DATA_DIR, file] = [await filledFolder(), join(freshFolder(scope), 'nowhere', 'week.backup')];
    const { code, stderr } = await runWeekfare({ DATA_DIR }, ['backup', file]);
    deepStrictEqual([code, stderr], [1, `There is no ${file}, or its folder does not exist.\n`]);
  });

  async function filledFolder(): Promise<string> {
    const store = await freshStore(scope, 'sqlite');
    await store.close();
    const { location } = store;
    ok(location.kind === 'sqlite');
    return dirname(location.file);
  }
});

test('shows the stack trace of a bug, and a message for every thrown value', () => {
  match(describeFailure(new TypeError('x is undefined')), /^TypeError: x is undefined\n\s+at /);
  strictEqual(describeFailure('thrown text'), 'thrown text');
});

/** Starts the real program, which must fail, and returns its sentence. */
async function failure(environment: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await failToStart(environment);
  strictEqual(code, 1, stdout + stderr);
  strictEqual(stdout, '');
  requireSentence(stderr.trimEnd());
  return stderr.trimEnd();
}

/** The sentence for a database in this folder. */
function failureIn(folder: string): Promise<string> {
  return failureOf({ kind: 'sqlite', file: join(folder, 'weekfare.db') });
}

/** The sentence for a database at this address. */
function failureAt(url: string): Promise<string> {
  return failureOf({ kind: 'postgres', url });
}

async function failureOf(location: Location): Promise<string> {
  const [outcome] = await Promise.allSettled([prepareDatabase(location, 0)]);
  ok(outcome.status === 'rejected', 'the database was accepted');
  const message = describeFailure(outcome.reason, location);
  requireSentence(message);
  return message;
}

function requireSentence(text: string): void {
  strictEqual(text.split('\n').length, 1, text);
  doesNotMatch(text, /hunter22| at .*:\d+:\d+/);
}

async function failUnchanged(folder: string): Promise<string> {
  const before = contentsOf(folder);
  const message = await failureIn(folder);
  deepStrictEqual(contentsOf(folder), before);
  return message;
}

function contentsOf(folder: string): Record<string, string> {
  const files = globSync('**', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, hash('sha256', readFileSync(join(folder, name)))]));
}

function alter(folder: string, statements: string): void {
  const db = new DatabaseSync(join(folder, 'weekfare.db'));
  db.exec(statements);
  db.close();
}
