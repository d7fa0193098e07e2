/** Backups: complete, consistent, verified before they replace a file, and refused if a single bit is wrong. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { newId } from '#auth/secret.ts';
import type { Week } from '#domain/week/week.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { insertApiKey, saveKeyUses } from '#storage/tables/keys-and-links/api-keys.ts';
import { OPERATOR } from '#storage/actor.ts';
import { EVERY_FAMILY } from '#storage/tables/audit-log.ts';
import { auditedTransaction } from '#storage/transaction.ts';
import { digestOf, insertRows } from '#storage/copy.ts';
import { updateFamily } from '#storage/tables/account/families.ts';
import { watchChanges } from '#storage/feed.ts';
import { MIGRATIONS } from '#storage/migrate.ts';
import { savePlan } from '#storage/tables/plan/plans.ts';
import type { Row, Table } from '#storage/schema.ts';
import { openStore, SERVER_TIMEOUT_MS, type Store } from '#storage/store.ts';
import { accepted } from '#test/support/accepted.ts';
import { dump } from '#test/support/snapshot.ts';
import { makeWorld, week, WEEK } from '#test/support/world.ts';
import { until } from '#test/support/until.ts';
import { seededRandom } from '#domain/random.ts';
import { damage, linesIn, sealed, wrongFiles } from '#test/support/texts/damaged-backups.ts';
import { freshFolder, freshStore, KINDS, type Scope } from '#test/support/store.ts';
import { backUp, BadBackup, restore } from './backup.ts';
import { replacePlan } from '#actions/plan/plans.ts';

const NOW = Date.parse('2026-11-11T12:00:00Z');
/** Between the writes of someone who writes during a backup or a restore. */
const PAUSE_MS = 1;
/** A file is read in the same way for both databases: many small ones, and few of more than one batch. */
const DAMAGED_FILES = { sqlite: 50, postgres: 5 };
/** Unicode line ends, right-to-left text, characters beyond 16 bits, joined emoji, quotes, replacement characters. */
const TEXTS = [
  'Crème brûlée, 鍋物, борщ, كسكس',
  'a\u2028b\u2029c\u0085d',
  'tab\there, line\nthere',
  '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 \u{10ffff}',
  'quotes " \' ` \\ \\u0041 \\n </script> %00 ${x} null',
  'e\u0301 against é, \ufeff, \ufffd, \u202eback\u202c, \ue000, \uffff',
];

/** Fills every table, with more rows than one batch of a backup, and texts of every kind. */
async function fill(store: Store): Promise<string> {
  const clock = { nowMs: NOW };
  const worlds = await Promise.all(TEXTS.map(() => makeWorld({ store, clock })));
  for (const [at, { family, key }] of worlds.entries()) {
    const text = TEXTS[at] as string;
    await auditedTransaction({ store, actor: OPERATOR, nowMs: NOW }, family, async (tx, record) => {
      await updateFamily(tx, family, {
        name: text,
        premium: at % 2 ? 'forever' : '2027-01-01T00:00:00.000Z',
      });
      const other = {
        id: newId(),
        name: text,
        keyHash: 'x',
        scopes: SCOPES,
        createdBy: OPERATOR,
        expiresAt: '2027-01-01T00:00:00.000Z',
      };
      await insertApiKey(tx, family, other, NOW);
      await saveKeyUses(tx, store.kind, [key], '2026-11-11T12:00:00Z');
      const meals = { Sunday: { lunch: { description: text, recipeId: '!~"\\' } } };
      const version = await record('plan.replace', {});
      await savePlan(tx, family, { id: newId(), week: week('2026-11-16'), version, meals }, 0);
    });
  }
  const family = worlds[0]?.family as string;
  const plans = Array.from({ length: 1_250 }, (_, n) => ({
    family_id: family,
    week: Temporal.PlainDate.from('2030-01-07').add({ weeks: n }).toString(),
    id: newId(),
    version: 1,
    meals: '{}',
    details: '{}',
  }));
  await store.db.transaction().execute((tx) => insertRows(tx, 'plans', plans));
  return family;
}

const fileIn = (scope: Scope) => join(freshFolder(scope), 'weekfare.backup');
const contents = async (store: Store) => {
  const { audit = [], ...tables } = await dump(store);
  return structuredClone({ ...tables, audit: audit.filter((line) => (line as Row).action !== 'restore') });
};

for (const kind of KINDS) {
  test(`${kind}: restores exactly, into both empty databases and over existing data`, async (t) => {
    const store = await freshStore(t, kind);
    await fill(store);
    const [file, before] = [fileIn(t), await contents(store)];
    const counts = await backUp(store, file, NOW);
    for (const rows of Object.values(counts)) ok(rows > 0, JSON.stringify(counts));
    const others = { sqlite: await freshStore(t, 'sqlite'), postgres: await freshStore(t, 'postgres') };
    const rounds = [...KINDS.map((into) => ['empty', into] as const), ['full', kind] as const];
    for (const [round, into] of rounds) {
      const other = others[into];
      if (round === 'full') await makeWorld({ store: other, clock: { nowMs: NOW } });
      deepStrictEqual(await restore(other, file, NOW), counts, `${round} ${into}`);
      deepStrictEqual(await contents(other), before, `${round} ${into}`);
      strictEqual((await digestOf(other.db)).counts().audit, (counts.audit as number) + 1, into);
    }
  });
}

for (const kind of KINDS) {
  test(`${kind}: a backup is a consistent snapshot and does not block writes`, async (t) => {
    const store = await freshStore(t, kind);
    const family = await fill(store);
    const other = await openStore(store.location, SERVER_TIMEOUT_MS);
    t.after(() => other.close());
    // So far apart that a backup reads them in different batches.
    const weeks = ['2030-01-07', '2053-12-15'] as Week[];
    const state = { isDone: false, writes: 0 };
    const write = async () => {
      while (!state.isDone) {
        await other.db.transaction().execute((tx) =>
          tx
            .updateTable('plans')
            .set({ version: (state.writes += 1) })
            .where('family_id', '=', family)
            .where('week', 'in', weeks)
            .execute(),
        );
        await delay(PAUSE_MS);
      }
    };
    const writing = write();
    t.after(() => (state.isDone = true));
    const file = fileIn(t);
    // On a busy machine a short backup may end before the writes have their turn. One that blocks them always does.
    for (let [round, withWrites] = [0, 0]; withWrites < 2; round += 1) {
      ok(round < 20, 'no writes during the backups');
      const before = state.writes;
      await backUp(store, file, NOW);
      // The first may have waited for the backup's start; the second started and ended during it.
      if (state.writes >= before + 2) withWrites += 1;
      const rows = rowsIn(file).map(({ row }) => row);
      const [one, two] = weeks.map((week) =>
        rows.find((row) => row.family_id === family && row.week === week),
      );
      ok(one && two && one.version === two.version);
    }
    state.isDone = true;
    await writing;
  });

  test(`${kind}: refuses damaged files and changes nothing`, async (t) => {
    const store = await freshStore(t, kind);
    await (kind === 'sqlite' ? makeWorld({ store, clock: { nowMs: NOW } }) : fill(store));
    const file = fileIn(t);
    await backUp(store, file, NOW);
    const [good, random, before] = [readFileSync(file), seededRandom(7), String(await digestOf(store.db))];
    const damaged = join(dirname(file), 'damaged');
    const refused = async (
      what: string,
      expected = /^The file is damaged or is no backup of Weekfare\.$/,
    ) => {
      await rejects(restore(store, damaged, NOW), (error: Error) => {
        ok(error instanceof BadBackup && expected.test(error.message), `${what}: ${error.stack}`);
        return true;
      });
    };
    for (let round = 0; round < DAMAGED_FILES[kind]; round += 1) {
      const [what, bytes] = damage(random, good);
      writeFileSync(damaged, bytes);
      await refused(`${round}: ${what}`);
    }
    for (const [what, bytes, expected] of wrongFiles(good.toString())) {
      writeFileSync(damaged, bytes);
      await refused(what, expected);
    }
    await rejects(restore(store, dirname(file), NOW), /weekfare-test-\w+ is not a file\.$/);
    strictEqual(String(await digestOf(store.db)), before);
  });

  test(`${kind}: numbers do not repeat after a restore, and running servers drop their caches`, async (t) => {
    const store = await freshStore(t, kind);
    const { family } = await makeWorld({ store, clock: { nowMs: NOW } });
    const file = fileIn(t);
    const save = async (to: Store) => {
      const target = { family, week: week(WEEK), version: 'any' } as const;
      return accepted(await replacePlan({ store: to, actor: OPERATOR, nowMs: NOW }, target, {})).version;
    };
    await backUp(store, file, NOW);
    const notified: string[] = [];
    const running = await openStore(store.location, SERVER_TIMEOUT_MS);
    t.after(() => running.close());
    const feed = await watchChanges(running, Date.now, (changed) => notified.push(changed));
    t.after(() => feed.stop());
    let last = 0;
    for (let round = 0; round < 2; round += 1) {
      for (let more = 0; more < 5; more += 1) last = await save(store);
      notified.length = 0;
      await restore(store, file, NOW);
      await until('the feed reports the restore', () => notified.includes(EVERY_FAMILY), 1_000);
      const next = await save(store);
      ok(next > last, `${next} after ${last}`);
    }
    // Into a database whose audit log is shorter than the backup's.
    await backUp(store, file, NOW);
    const empty = await freshStore(t, kind);
    await restore(empty, file, NOW);
    ok((await save(empty)) > last + 1);
  });

  test(`${kind}: a restore succeeds during concurrent writes, which succeed again afterwards`, async (t) => {
    const store = await freshStore(t, kind);
    const worlds = await Promise.all(KINDS.map(() => makeWorld({ store, clock: { nowMs: NOW } })));
    const file = fileIn(t);
    await backUp(store, file, NOW);
    const other = await openStore(store.location, SERVER_TIMEOUT_MS);
    t.after(() => other.close());
    const state = { isDone: false, writes: 0 };
    const context = { store: other, actor: OPERATOR, nowMs: NOW };
    const writing = worlds.map(async ({ family }) => {
      while (!state.isDone) {
        const target = { family, week: week(WEEK), version: 'any' } as const;
        await replacePlan(context, target, {}).then(
          () => (state.writes += 1),
          () => {},
        );
        await delay(PAUSE_MS);
      }
    });
    t.after(() => (state.isDone = true));
    for (let round = 0; round < 2; round += 1) await restore(store, file, NOW);
    const before = state.writes;
    await until('writes continue', () => state.writes > before + 10);
    state.isDone = true;
    await Promise.all(writing);
  });
}

test('a backup gets its name after verification, readable only by its owner; a failed one replaces nothing', async (t) => {
  const store = await freshStore(t, 'sqlite');
  await fill(store);
  const file = fileIn(t);
  let [rowsRead, values] = [0, 0];
  const watched = withRowHook(store, () => {
    rowsRead += 1;
    ok(!existsSync(file), 'the file has its name before verification');
  });
  await backUp(watched, file, NOW);
  ok(rowsRead > 8);
  deepStrictEqual(readdirSync(dirname(file)), ['weekfare.backup']);
  strictEqual(statSync(file).mode & 0o777, 0o600);

  const before = readFileSync(file);
  const inconsistent = withRowHook(store, (row) => {
    if (!('time_zone' in row)) return;
    Object.defineProperty(row, 'name', {
      enumerable: true,
      get: () => `different each time ${(values += 1)}`,
    });
  });
  await rejects(
    backUp(inconsistent, file, NOW),
    /^BadBackup: The backup does not hold what the database holds\.$/,
  );
  deepStrictEqual(readdirSync(dirname(file)), ['weekfare.backup']);
  ok(readFileSync(file).equals(before));
});

for (const kind of KINDS) {
  test(`${kind}: concurrent backups to one file leave one complete file and no other`, async (t) => {
    const store = await freshStore(t, kind);
    await fill(store);
    const [file, before] = [fileIn(t), await contents(store)];
    // One of them fails after it has started to write.
    const broken = withRowHook(store, (row) => {
      if ('meals' in row) throw new Error('the disk is gone');
    });
    const outcomes = await Promise.allSettled(
      [store, broken, store, store].map((from) => backUp(from, file, NOW)),
    );
    deepStrictEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    deepStrictEqual(readdirSync(dirname(file)), ['weekfare.backup']);
    const other = await freshStore(t, kind);
    await restore(other, file, NOW);
    deepStrictEqual(await contents(other), before);
  });
}

test('migrates a backup of an older schema during restore and refuses one of a newer schema', async (t) => {
  const old = await freshStore(t, 'sqlite');
  await makeWorld({ store: old, clock: { nowMs: NOW } });
  const [file, newer] = [fileIn(t), fileIn(t)];
  await backUp(old, file, NOW);
  const later = MIGRATIONS as { name: string; up: (tx: Store['db']) => Promise<void> }[];
  later.push({
    name: '9999-test',
    up: async (tx) => void (await sql`alter table families add column motto text default 'Eat!'`.execute(tx)),
  });
  const store = await freshStore(t, 'sqlite');
  try {
    await restore(store, file, NOW);
    await backUp(store, newer, NOW);
  } finally {
    later.pop();
  }
  const { rows } = await sql<Row>`select motto from families`.execute(store.db);
  deepStrictEqual(
    rows.map(({ motto }) => motto),
    ['Eat!'],
  );
  await rejects(restore(old, newer, NOW), /newer than this program: it has migration 9999-test\. Update/);
});

test('restores a backup from before a table was added', async (t) => {
  const store = await freshStore(t, 'sqlite');
  const { family } = await makeWorld({ store, clock: { nowMs: NOW } });
  const file = fileIn(t);
  await backUp(store, file, NOW);
  const lines = linesIn(readFileSync(file, 'utf8')).filter((line) => !line.includes('"invitations"'));
  writeFileSync(
    file,
    sealed(lines, (counts) => Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0))),
  );
  const counts = await restore(store, file, NOW);
  deepStrictEqual([counts.families, counts.invitations], [1, 0]);
  strictEqual((await dump(store, family)).plans?.length, 1);
});

test('refuses a backup of a version before 0.2.0', async (t) => {
  const store = await freshStore(t, 'sqlite');
  await makeWorld({ store, clock: { nowMs: NOW } });
  const file = fileIn(t);
  await backUp(store, file, NOW);
  const [header = '', ...rows] = linesIn(readFileSync(file, 'utf8'));
  const old = { ...(JSON.parse(header) as object), migrations: ['0001-first', '0002-web'] };
  writeFileSync(file, sealed([JSON.stringify(old), ...rows]));
  const before = await dump(store);
  await rejects(
    restore(store, file, NOW),
    /^BadBackup: The backup is of a version before 0\.2\.0: export each family/,
  );
  deepStrictEqual(await dump(store), before);
});

/** A store that calls `onRow` for every row it reads. */
function withRowHook(store: Store, onRow: (row: Row) => void): Store {
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      for (const row of result.rows) onRow(row as Row);
      return result;
    },
  });
  return { ...store, db };
}

function rowsIn(file: string): { table: Table; row: Row }[] {
  return linesIn(readFileSync(file, 'utf8'))
    .slice(1)
    .map((line) => JSON.parse(line) as { table: Table; row: Row });
}
