/**
 * Checks that acknowledged data is on the disk. Killing a process cannot show this, because the system preserves
 * what the process has written, synced or not. So this reads the system calls: when the server sends a 2xx,
 * everything written to the database is synced, including the folder with its files' names, and each change has its
 * own sync. The same applies to a backup when the command reports success.
 */
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { freshFolder } from '#test/support/store.ts';
import { signUp } from '../client.ts';
import { startCommand } from '../operator.ts';
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
    what: 'SQLite does not sync every commit',
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
    const backup = audit(await traceBackup(context, server.folder), ({ kind }) => kind === 'output');
    if (backup.acknowledged !== 1) throw new Error('The trace shows no backup.');
    return { figures: { changes: context.times, writes, syncs }, broken: [...broken, ...backup.broken] };
  },
};

async function traceBackup({ program, scope }: TrialContext, dataFolder: string): Promise<Step[]> {
  const [folder, log] = [freshFolder(scope), join(freshFolder(scope), 'trace')];
  const location = { kind: 'sqlite', file: join(dataFolder, 'weekfare.db') } as const;
  await once(startCommand(program, location, ['backup', join(folder, 'backup')], tracer(log)), 'close');
  return readSteps(log, folder);
}

function audit(steps: Step[], isAcknowledgement: (step: Step) => boolean) {
  const unsynced = new Set<string>();
  const broken: string[] = [];
  let [acknowledged, writes, syncs, syncsBefore] = [0, 0, 0, 0];
  for (const step of steps) {
    if (step.kind === 'write' || step.kind === 'truncate') {
      writes += 1;
      unsynced.add(step.file);
    } else if (step.kind === 'create' || step.kind === 'remove') {
      unsynced.add(dirname(step.file));
    } else if (step.kind === 'sync') {
      if (unsynced.delete(step.file)) syncs += 1;
    } else if (isAcknowledgement(step)) {
      acknowledged += 1;
      for (const file of unsynced) broken.push(`Response ${acknowledged}: ${file} was not yet synced.`);
      if (syncs < syncsBefore + acknowledged) broken.push(`Response ${acknowledged} had no sync of its own.`);
    } else if (acknowledged === 0) {
      // Responses before the first change: the start and the sign-up.
      syncsBefore = syncs;
    }
  }
  return { acknowledged, writes, syncs, broken };
}
