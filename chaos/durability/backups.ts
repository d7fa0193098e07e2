/**
 * Backups of each database under write load, restored into the other kind: each is a consistent snapshot, contains
 * everything that was acknowledged before it, and is restored row for row. Then damaged, truncated and newer files:
 * each is refused, and the live data does not change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '#auth/secret.ts';
import { insertRows } from '#storage/copy.ts';
import type { Kind, Store } from '#storage/store.ts';
import { makeWorld, WEEK } from '#test/support/world.ts';
import { seededRandom } from '#domain/random.ts';
import { damage, wrongFiles } from '#test/support/texts/damaged-backups.ts';
import { freshFolder, KINDS } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { type Client, signUp } from '../client.ts';
import { runCommandHere, settingsOf } from '../operator.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { makeChanges } from './changes.ts';
import { contentsOf, contentsOfBackup, emptyDatabase, withStore } from './databases.ts';

const WRITERS = 3;
/** A backup reads these rows between the plans and the audit log: time for changes that only one of them contains. */
const ROWS_BETWEEN = 2_000;

export const backups: Trial = {
  name: 'backups',
  part: 'durability',
  promise:
    'backup under write load and restore, 100 times: identical; 200 damaged, truncated, newer files: all refused, live data unchanged',
  times: { full: 100, short: 2 },
  coveredBy: 'src/actions/backup.test.ts',
  defect: {
    what: 'a backup is not a consistent snapshot',
    file: 'src/actions/backup.ts',
    from: 'await withSnapshot(store.db, (tx) => writeRows(tx, out, nowMs))',
    to: 'await writeRows(store.db, out, nowMs)',
  },

  async run(context) {
    const figures = { backups: 0, 'changes meanwhile': 0, 'files refused': 0 };
    const broken: string[] = [];
    for (const kind of KINDS) {
      const location = await emptyDatabase(context, kind);
      const settings = { ...settingsOf(location), LOG_LEVEL: 'error', APP_RATE_LIMIT_PER_MINUTE: '0' };
      const { url } = await context.program.start(context.scope, settings);
      await withStore(location, async (live) => {
        await fill(live);
        const file = join(freshFolder(context.scope), 'backup');
        const client = await signUp(url);
        for (let round = 0; round < context.times / KINDS.length; round += 1) {
          const { made, faults } = await backUpAndRestore(context, live, client, file);
          broken.push(...faults);
          figures.backups += 1;
          figures['changes meanwhile'] += made;
          if (figures.backups % 10 === 0) context.report(`${figures.backups} backups`);
        }
        const files = invalidBackups(file, context.times);
        broken.push(...(await restoreInvalidBackups(context, live, file, files)));
        figures['files refused'] += files.length;
      });
    }
    return { figures, broken };
  },
};

async function fill(store: Store): Promise<void> {
  const { family } = await makeWorld({ store, clock: { nowMs: Date.now() } });
  const rows = Array.from({ length: ROWS_BETWEEN }, (_, arrival) => {
    const opId = newId();
    const operation = JSON.stringify({ opId, kind: 'add', text: 'candles' });
    return { family_id: family, op_id: opId, week: WEEK, arrival, operation };
  });
  await store.db.transaction().execute((tx) => insertRows(tx, 'list_operations', rows));
}

/** Makes a backup under write load and restores it into an empty database of the other kind. */
async function backUpAndRestore(context: TrialContext, live: Store, client: Client, file: string) {
  const target = await emptyDatabase(context, KINDS.find((kind) => kind !== live.kind) as Kind);
  const load = { made: 0, isOver: false };
  const writing = makeChanges(client, WRITERS, (made) => {
    load.made = made;
    return load.isOver;
  });
  await Promise.race([writing, until('changes are acknowledged', () => load.made > WRITERS, 30_000)]);
  const acknowledged = (await lastChangesOf(live)).plan;
  const saved = await runCommandHere(context.program, live.location, 'backup', file);
  load.isOver = true;
  await writing;
  const restored = await runCommandHere(context.program, target, 'restore', file);
  if (saved.code + restored.code > 0) return { made: load.made, faults: [saved.output + restored.output] };
  const { plan, line, contents } = await withStore(target, async (store) => ({
    ...(await lastChangesOf(store)),
    contents: await contentsOf(store),
  }));
  const faults = [
    ...(contents === contentsOfBackup(file) ? [] : ['The restored rows differ from the backup.']),
    ...(plan >= acknowledged ? [] : ['An acknowledged change is not in the backup.']),
    ...(plan === line
      ? []
      : [`A backup has plans up to change ${plan} and an audit log up to change ${line}.`]),
  ];
  return { made: load.made, faults };
}

/** The last change of a plan according to the plans, and according to the audit log. */
async function lastChangesOf({ db }: Store): Promise<{ plan: number; line: number }> {
  const plans = db.selectFrom('plans').select(({ fn }) => fn.max('version').as('last'));
  const lines = db.selectFrom('audit').select(({ fn }) => fn.max('seq').as('last'));
  const changes = lines.where('action', '=', 'plan.change');
  const [plan, line] = [await plans.executeTakeFirst(), await changes.executeTakeFirst()];
  return { plan: Number(plan?.last), line: Number(line?.last) };
}

function invalidBackups(file: string, times: number): (readonly [string, Buffer | string])[] {
  const [good, random] = [readFileSync(file), seededRandom(4)];
  const invalid = wrongFiles(good.toString()).map(([what, bytes]) => [what, bytes] as const);
  return [...invalid, ...Array.from({ length: times }, () => damage(random, good))].slice(0, times);
}

async function restoreInvalidBackups(
  { program }: TrialContext,
  live: Store,
  file: string,
  files: (readonly [string, Buffer | string])[],
): Promise<string[]> {
  const [before, broken]: [string, string[]] = [await contentsOf(live), []];
  for (const [what, bytes] of files) {
    writeFileSync(file, bytes);
    const { code } = await runCommandHere(program, live.location, 'restore', file);
    if (code !== 1) broken.push(`Not refused: ${what}.`);
    if ((await contentsOf(live)) !== before) broken.push(`Data was changed: ${what}.`);
  }
  return broken;
}
