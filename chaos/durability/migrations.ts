/**
 * Every schema there ever was, filled, to the newest, in both databases: all rows are there, with the same
 * contents but for what was reviewed. Then the same with the process killed at points all over its work: the
 * database is as it was or as it shall be, and the next start completes what is to be done.
 */
import { appliedMigrations, MIGRATIONS } from '#storage/migrate.ts';
import type { Location, Store } from '#storage/store.ts';
import { seededRandom } from '#domain/random.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { operateHere } from '../operator.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { contentsOf, emptyDatabase, withStore } from './databases.ts';
import { migrateAndKill } from './killed-migration.ts';
import { makeOld, makeRows, type Rows } from './old-schemas.ts';
import { faultsOf } from './soundness.ts';

/** About as many points as the longest migration has; later ones are rarely met. */
const POINTS = 60;

export const migrations: Trial = {
  name: 'migrations',
  part: 'durability',
  promise:
    'every schema ever released, filled, to the newest, both databases: nothing but what was reviewed is different; killed at 200 points: completes or rolls back',
  times: { full: 200, short: 2 },
  defect: {
    what: 'a migration gives families units that they did not choose',
    file: 'src/storage/migrations/0003-recipes.ts',
    from: ".defaultTo('metric')",
    to: ".defaultTo('us')",
  },

  async run(context) {
    const rows = await makeRows(await freshStore(context.scope, 'sqlite'));
    const broken: string[] = [];
    for (const kind of KINDS) {
      for (let from = 0; from < MIGRATIONS.length; from += 1) {
        const location = await emptyDatabase(context, kind);
        const wanted = await makeOld(location, from, rows);
        broken.push(
          ...(await complete(context, location, wanted)).map((fault) => `${kind} ${from}: ${fault}`),
        );
      }
    }
    const figures = { schemas: KINDS.length * MIGRATIONS.length, kills: 0, 'rolled back': 0 };
    const random = seededRandom(5);
    for (let tries = 0; figures.kills < context.times && broken.length === 0; tries += 1) {
      const kind = KINDS[tries % KINDS.length] as (typeof KINDS)[number];
      const point = { from: random(MIGRATIONS.length), at: 1 + random(POINTS) };
      const location = await emptyDatabase(context, kind);
      const { wasKilled, isBack, faults } = await killAt(context, location, rows, point);
      broken.push(...faults.map((fault) => `${kind} ${JSON.stringify(point)}: ${fault}`));
      if (wasKilled) figures.kills += 1;
      if (isBack) figures['rolled back'] += 1;
      if (wasKilled && figures.kills % 20 === 0) context.report(`${figures.kills} kills`);
    }
    return { figures, broken };
  },
};

async function killAt(
  context: TrialContext,
  location: Location,
  rows: Rows,
  { from, at }: { from: number; at: number },
) {
  const wanted = await makeOld(location, from, rows);
  const wasKilled = await migrateAndKill(context.program, location, at);
  const applied = (await withStore(location, ({ db }) => appliedMigrations(db))).length;
  const isWhole = applied === from || applied === MIGRATIONS.length;
  const faults = isWhole ? [] : [`${applied} migrations were applied.`];
  return {
    wasKilled,
    isBack: wasKilled && applied === from,
    faults: [...faults, ...(await complete(context, location, wanted))],
  };
}

/** The next start, and what is then there. */
async function complete({ program }: TrialContext, location: Location, wanted: string): Promise<string[]> {
  const { code, said } = await operateHere(program, location, 'migrate');
  if (code !== 0) return [`The migration failed: ${said}`];
  const isSame = (await withStore(location, (store: Store) => contentsOf(store))) === wanted;
  return [
    ...(isSame ? [] : ['The rows are not what they were.']),
    ...(location.kind === 'sqlite' ? faultsOf(location.file) : []),
  ];
}
