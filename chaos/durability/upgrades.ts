/**
 * Upgrades and returns with the installed package: it starts on filled databases of every schema since 0.2.0, on data of
 * the clone and the other way round, and refuses the data of a newer program. A backup from before an upgrade brings
 * the data back.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { MIGRATIONS } from '#storage/migrate.ts';
import type { Location } from '#storage/store.ts';
import { freshFolder, freshStore, KINDS } from '#test/support/store.ts';
import { type Client, PASSWORD, signUp } from '../client.ts';
import { installPackage } from '../installed-package.ts';
import { settingsOf } from '../operator.ts';
import type { Program } from '../program.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { makeChanges } from './changes.ts';
import { contentsOf, emptyDatabase, withStore } from './databases.ts';
import { makeOld, makeRows, NEXT_COLUMNS, NEXT_MIGRATION, nextVersion, type Rows } from './old-schemas.ts';
import { integrityErrors } from './integrity.ts';

const REFUSAL = `The database is newer than this program: it has migration ${NEXT_MIGRATION}. Update Weekfare.`;
const CHANGES = 5;

export const upgrades: Trial = {
  name: 'upgrades',
  part: 'durability',
  promise:
    'the installed package starts on every schema since 0.2.0, both databases, and on data of the clone, and the clone on its data: all rows as expected; data of a newer program is refused with one sentence; a backup from before the upgrade brings everything back',
  times: { full: 1, short: 1 },
  coveredBy: 'src/storage/migrate.test.ts',
  defect: {
    what: 'data of a newer program is accepted',
    file: 'src/storage/migrate.ts',
    from: 'migrations[at]?.name !== name',
    to: 'migrations[at] !== undefined && migrations[at].name !== name',
  },
  moreDefects: [
    {
      what: 'a backup has no plans',
      file: 'src/storage/copy.ts',
      from: '  const key: readonly string[] = TABLES[table];',
      to: "  const key: readonly string[] = TABLES[table];\n  if (table === 'plans') return;",
    },
  ],

  async run(context) {
    const installed = installPackage(context.scope, context.program);
    context.report('installed');
    const rows = await makeRows(await freshStore(context.scope, 'sqlite'));
    const broken: string[] = [];
    const figures = { schemas: 0, 'programs in turn': 0, 'newer data refused': 0, 'backups restored': 0 };
    for (const kind of KINDS) {
      for (let from = 1; from <= MIGRATIONS.length; from += 1) {
        const faults = await upgrade(context, installed, await emptyDatabase(context, kind), { from, rows });
        broken.push(...faults.map((fault) => `${kind} ${from}: ${fault}`));
        figures.schemas += 1;
      }
      broken.push(
        ...(await takeTurns(context, await emptyDatabase(context, kind), [context.program, installed])),
      );
      figures['programs in turn'] += 3;
      const returned = await upgradeAndReturn(context, installed, await emptyDatabase(context, kind), rows);
      broken.push(...returned.map((fault) => `${kind}: ${fault}`));
      figures['newer data refused'] += 1;
      figures['backups restored'] += 2;
      context.report(`${kind}: ${figures.schemas} schemas`);
    }
    return { figures, broken };
  },
};

async function upgrade(
  { scope }: TrialContext,
  program: Program,
  location: Location,
  { from, rows }: { from: number; rows: Rows },
): Promise<string[]> {
  const expected = await makeOld(location, from, rows);
  await startAndStop(scope, program, location);
  return differences(location, expected);
}

/** The clone, the package and the clone again: each sees and changes what the others have written. */
async function takeTurns(
  { scope }: TrialContext,
  location: Location,
  [clone, installed]: [Program, Program],
) {
  const broken: string[] = [];
  let client: Client | undefined;
  for (const program of [clone, installed, clone]) {
    const server = await program.start(scope, serverSettings(location));
    if (client) {
      client.url = server.url;
      const details = { email: client.email, password: PASSWORD };
      const { status } = await client.call('POST', '/app/api/sign-in', details);
      if (status !== 200) broken.push(`${location.kind}: signing in returned ${status}.`);
    } else {
      client = await signUp(server.url);
    }
    // Each change names the meal that the one before has stored.
    await makeChanges(client, 1, (made) => made >= CHANGES);
    server.child.kill('SIGTERM');
    await once(server.child, 'close');
  }
  return broken;
}

async function upgradeAndReturn(
  { scope, program }: TrialContext,
  installed: Program,
  location: Location,
  rows: Rows,
): Promise<string[]> {
  const expected = await makeOld(location, MIGRATIONS.length, rows);
  const other: Location = { kind: 'sqlite', file: join(freshFolder(scope), 'weekfare.db') };
  const upgraded = await makeOld(other, MIGRATIONS.length, rows, NEXT_COLUMNS);
  const file = join(freshFolder(scope), 'backup');
  const saved = await installed.runCommand(settingsOf(location), 'backup', file);
  if (saved.code !== 0) return [`The backup failed: ${saved.stderr}`];
  const newer = nextVersion(scope, program);
  await startAndStop(scope, newer, location);
  const broken = [...(await refusesToStart(scope, installed, location))];
  broken.push(...(await differences(location, upgraded)));
  const empty: Location = { kind: 'sqlite', file: join(freshFolder(scope), 'weekfare.db') };
  for (const [release, to, restored] of [
    [installed, empty, expected],
    [newer, location, upgraded],
  ] as const) {
    const { code, stderr } = await release.runCommand(settingsOf(to), 'restore', file);
    broken.push(
      ...(code === 0 ? await differences(to, restored) : [`The backup was not restored: ${stderr}`]),
    );
  }
  return broken;
}

async function refusesToStart(scope: TrialContext['scope'], program: Program, location: Location) {
  try {
    await program.start(scope, serverSettings(location));
    return ['It started on data of a newer program.'];
  } catch (error) {
    const sentence = error instanceof Error ? error.message : '';
    return sentence === `The server ended: ${REFUSAL}\n` ? [] : [`It refused newer data with: ${sentence}`];
  }
}

async function startAndStop(scope: TrialContext['scope'], program: Program, location: Location) {
  const { child } = await program.start(scope, serverSettings(location));
  child.kill('SIGTERM');
  await once(child, 'close');
}

async function differences(location: Location, expected: string): Promise<string[]> {
  const isSame = (await withStore(location, contentsOf)) === expected;
  return [
    ...(isSame ? [] : ['The rows differ from the expected ones.']),
    ...(location.kind === 'sqlite' ? integrityErrors(location.file) : []),
  ];
}

function serverSettings(location: Location) {
  return { ...settingsOf(location), LOG_LEVEL: 'error', APP_RATE_LIMIT_PER_MINUTE: '0' };
}
