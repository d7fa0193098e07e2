/**
 * Whether what is acknowledged is on the disk. Killing a process shows nothing of that: what it has written
 * survives it, synced or not. So the system calls are looked at: when a 2xx leaves, everything that was
 * written to the database has been synced, the names of its files too, and each change by a sync of its own.
 * The same goes for a backup, when the operator is told that it is there.
 */
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { freshFolder } from '#test/support/store.ts';
import { signUp } from '../client.ts';
import { startOperating } from '../operator.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { acknowledgedIn, makeChanges } from './changes.ts';
import { readSteps, startTraced, type Step, tracer } from './trace.ts';

const WRITERS = 4;

export const fsyncAudit: Trial = {
  name: 'fsync-audit',
  part: 'durability',
  promise:
    'between the last write of a commit and the 2xx there is a sync, by the system calls of 1,000 changes',
  times: { full: 1_000, short: 24 },
  defect: {
    what: 'SQLite is told to sync less',
    file: 'src/storage/drivers/sqlite.ts',
    from: 'pragma synchronous = full',
    to: 'pragma synchronous = normal',
  },

  async run(context) {
    const server = await startTraced(context);
    const half = context.times / 2;
    const client = await signUp(server.url);
    await makeChanges(client, 1, (made) => made === half);
    await makeChanges(client, WRITERS, (made) => made === half);
    const changes = audit(await server.end(), (step) => acknowledgedIn(step) !== undefined);
    if (changes.acknowledged !== context.times)
      throw new Error(`The trace shows ${changes.acknowledged} changes.`);
    const { writes, syncs, broken } = changes;
    const backup = audit(await traceBackup(context, server.folder), ({ did }) => did === 'answer');
    if (backup.acknowledged !== 1) throw new Error('The trace shows no backup.');
    return { figures: { changes: context.times, writes, syncs }, broken: [...broken, ...backup.broken] };
  },
};

async function traceBackup({ program, scope }: TrialContext, dataFolder: string): Promise<Step[]> {
  const [folder, log] = [freshFolder(scope), join(freshFolder(scope), 'trace')];
  const location = { kind: 'sqlite', file: join(dataFolder, 'weekfare.db') } as const;
  await once(startOperating(program, location, ['backup', join(folder, 'backup')], tracer(log)), 'close');
  return readSteps(log, folder);
}

function audit(steps: Step[], isAcknowledgement: (step: Step) => boolean) {
  const unsynced = new Set<string>();
  const broken: string[] = [];
  let [acknowledged, writes, syncs, earlier] = [0, 0, 0, 0];
  for (const step of steps) {
    if (step.did === 'write' || step.did === 'cut') {
      writes += 1;
      unsynced.add(step.file);
    } else if (step.did === 'make' || step.did === 'remove') {
      unsynced.add(dirname(step.file));
    } else if (step.did === 'sync') {
      if (unsynced.delete(step.file)) syncs += 1;
    } else if (isAcknowledgement(step)) {
      acknowledged += 1;
      for (const file of unsynced) broken.push(`Answer ${acknowledged}: ${file} was not yet synced.`);
      if (syncs < earlier + acknowledged) broken.push(`Answer ${acknowledged} had no sync of its own.`);
    } else if (acknowledged === 0) {
      // The start and the sign-up.
      earlier = syncs;
    }
  }
  return { acknowledged, writes, syncs, broken };
}
