/**
 * Moves a whole service from SQLite to PostgreSQL with the operator's command: afterwards both contain the same
 * rows, and a server on PostgreSQL continues the sequence of changes.
 */
import { readLastChange } from '#storage/tables/audit-log.ts';
import { insertRows, readRows } from '#storage/copy.ts';
import { migrate } from '#storage/migrate.ts';
import { type Row, TABLE_NAMES } from '#storage/schema.ts';
import type { Location, Store } from '#storage/store.ts';
import { freshStore } from '#test/support/store.ts';
import { signUp } from '../client.ts';
import { runCommandHere, settingsOf } from '../operator.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { contentsOf, emptyDatabase, withStore } from './databases.ts';
import { makeRows, type Rows } from './old-schemas.ts';

/** Columns with unique values or references to them. A copied family gets the same suffix in all of them. */
const IDS = ['id', 'family_id', 'member_id', 'key_id', 'op_id', 'recipe_id', 'token_hash', 'email'];
const TEXTS = [
  'Crème brûlée, 鍋物, борщ',
  '👩‍👩‍👧‍👦 \u2028 \u{10ffff}',
  'quotes " \' ` \\ \\n ${x} %00',
  'e\u0301 é \ufeff \uffff',
];

export const move: Trial = {
  name: 'move',
  part: 'durability',
  promise: 'move from SQLite to PostgreSQL with 10,000 families: row for row equal',
  times: { full: 10_000, short: 200 },
  coveredBy: 'src/actions/move.test.ts',
  defect: {
    what: "PostgreSQL's sequence starts again at one",
    file: 'src/storage/copy.ts',
    from: '  await resetSequence(to, toKind);',
    to: '',
  },

  async run(context) {
    const source = await emptyDatabase(context, 'sqlite');
    const url = await context.postgres();
    const target: Location = { kind: 'postgres', url };
    const rows = await makeRows(await freshStore(context.scope, 'sqlite'));
    const before = await withStore(source, async (store) => {
      await fill(store, rows, context.times);
      return contentsOf(store);
    });
    context.report('families inserted');
    const startedAt = performance.now();
    const { code, output } = await runCommandHere(context.program, source, 'move-to', url);
    const took = `${Math.round((performance.now() - startedAt) / 1_000)} s`;
    if (code !== 0) return { figures: {}, broken: [`The move failed: ${output}`] };
    const { compared, broken } = await compare(source, target);
    if ((await withStore(source, contentsOf)) !== before) broken.push('The source was changed.');
    broken.push(...(await serveFrom(context, target)));
    return { figures: { families: context.times, 'rows compared': compared, 'the move took': took }, broken };
  },
};

/** Inserts copies of the same few families, each with new ids. */
async function fill(store: Store, rows: Rows, families: number): Promise<void> {
  await migrate(store, 0);
  const models = rows.get('families')?.length ?? 0;
  const lines = rows.get('audit')?.length ?? 0;
  await store.db.transaction().execute(async (tx) => {
    for (let copy = 0; copy * models < families; copy += 1) {
      for (const [table, some] of rows) {
        await insertRows(
          tx,
          table,
          some.map((row) => copyOf(row, copy, lines)),
        );
      }
    }
  });
}

function copyOf(row: Row, copy: number, lines: number): Row {
  const others = Object.entries(row).map(([name, value]): [string, Row[string]] => {
    if (IDS.includes(name)) return [name, `${value}-${copy}`];
    if (name === 'seq') return [name, Number(value) + copy * lines];
    return [name, name === 'name' ? `${TEXTS[copy % TEXTS.length]} ${copy}` : value];
  });
  return Object.fromEntries(others);
}

/** Compares in the order of the keys, which is the same in both: the trials' PostgreSQL sorts by code points. */
async function compare(source: Location, target: Location): Promise<{ compared: number; broken: string[] }> {
  return withStore(source, (from) =>
    withStore(target, async (to) => {
      let compared = 0;
      const broken: string[] = [];
      for (const table of TABLE_NAMES) {
        const pages = readRows(to.db, table);
        for await (const page of readRows(from.db, table)) {
          const { value = [] } = await pages.next();
          compared += page.length;
          if (JSON.stringify(page) !== JSON.stringify(value)) broken.push(`Rows of ${table} are different.`);
        }
        if (!(await pages.next()).done) broken.push(`${table} has additional rows.`);
      }
      return { compared, broken };
    }),
  );
}

async function serveFrom({ program, scope }: TrialContext, target: Location): Promise<string[]> {
  const lastChange = () => withStore(target, ({ db }) => readLastChange(db));
  const before = await lastChange();
  const { url } = await program.start(scope, { ...settingsOf(target), LOG_LEVEL: 'silent' });
  try {
    await signUp(url);
  } catch (error) {
    return [`Sign-up fails after the move: ${String(error)}`];
  }
  return (await lastChange()) > before ? [] : ['The sequence of changes does not continue.'];
}
