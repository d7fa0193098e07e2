/**
 * Migrates filled databases from every schema since 0.2.0 to that of the next version, in both databases: all rows are
 * there with the same contents, except reviewed changes. Then the process is killed at random points: the database is
 * unchanged or fully migrated, and the next start completes the migration.
 */
import { appliedMigrations, MIGRATIONS } from '#storage/migrate.ts';
import type { Location, Store } from '#storage/store.ts';
import { seededRandom } from '#domain/random.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { runCommandHere } from '../operator.ts';
import type { Program } from '../program.ts';
import type { Trial } from '../trial.ts';
import { contentsOf, emptyDatabase, withStore } from './databases.ts';
import { migrateAndKill } from './killed-migration.ts';
import { makeOld, makeRows, NEXT_COLUMNS, nextVersion, type Rows } from './old-schemas.ts';
import { integrityErrors } from './integrity.ts';

/** About the number of points in the longest migration. */
const POINTS = 60;

export const migrations: Trial = {
  name: 'migrations',
  part: 'durability',
  promise:
    'every schema since 0.2.0, filled, to the next one, both databases: only reviewed differences; killed at 200 points: completes or rolls back',
  times: { full: 200, short: 2 },
  defect: {
    what: 'a later migration is recorded and not applied',
    file: 'src/storage/migrate.ts',
    from: 'await up(tx, store.kind, nowMs);',
    to: 'if (applied.length === 0) await up(tx, store.kind, nowMs);',
  },

  async run(context) {
    const rows = await makeRows(await freshStore(context.scope, 'sqlite'));
    const broken: string[] = [];
    let schemas = 0;
    const program = nextVersion(context.scope, context.program);
    for (const kind of KINDS) {
      for (let from = 0; from <= MIGRATIONS.length; from += 1) {
        schemas += 1;
        const location = await emptyDatabase(context, kind);
        const expected = await makeOld(location, from, rows, NEXT_COLUMNS);
        broken.push(
          ...(await complete(program, location, expected)).map((fault) => `${kind} ${from}: ${fault}`),
        );
      }
    }
    const figures = { schemas, kills: 0, 'rolled back': 0 };
    const random = seededRandom(5);
    for (let tries = 0; figures.kills < context.times && broken.length === 0; tries += 1) {
      const kind = KINDS[tries % KINDS.length] as (typeof KINDS)[number];
      const point = { from: random(MIGRATIONS.length + 1), at: 1 + random(POINTS) };
      const location = await emptyDatabase(context, kind);
      const { wasKilled, isRolledBack, faults } = await killAt(program, location, rows, point);
      broken.push(...faults.map((fault) => `${kind} ${JSON.stringify(point)}: ${fault}`));
      if (wasKilled) figures.kills += 1;
      if (isRolledBack) figures['rolled back'] += 1;
      if (wasKilled && figures.kills % 20 === 0) context.report(`${figures.kills} kills`);
    }
    return { figures, broken };
  },
};

async function killAt(
  program: Program,
  location: Location,
  rows: Rows,
  { from, at }: { from: number; at: number },
) {
  const expected = await makeOld(location, from, rows, NEXT_COLUMNS);
  const wasKilled = await migrateAndKill(program, location, at);
  const applied = (await withStore(location, ({ db }) => appliedMigrations(db))).length;
  const isWhole = applied === from || applied === MIGRATIONS.length + 1;
  const faults = isWhole ? [] : [`${applied} migrations were applied.`];
  return {
    wasKilled,
    isRolledBack: wasKilled && applied === from,
    faults: [...faults, ...(await complete(program, location, expected))],
  };
}

/** Completes the migration as the next start does, and compares the contents. */
async function complete(program: Program, location: Location, expected: string): Promise<string[]> {
  const { code, output } = await runCommandHere(program, location, 'migrate');
  if (code !== 0) return [`The migration failed: ${output}`];
  const isSame = (await withStore(location, (store: Store) => contentsOf(store))) === expected;
  return [
    ...(isSame ? [] : ['The rows differ from the expected ones.']),
    ...(location.kind === 'sqlite' ? integrityErrors(location.file) : []),
  ];
}
