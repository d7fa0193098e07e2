/**
 * Simulated power cuts: from the trace of a server that acknowledges changes, the disk is rebuilt as a power cut
 * would leave it. After every acknowledgement, with all unsynced writes dropped; in the middle of each commit and at
 * every write into the database file, with unsynced writes dropped, written or torn at random. Every image opens,
 * passes SQLite's integrity check, and contains everything that was acknowledged.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Plan, PublicMeals } from '#domain/plan/plan.ts';
import { seededRandom } from '#domain/random.ts';
import { freshFolder } from '#test/support/store.ts';
import { signUp } from '../client.ts';
import type { Trial } from '../trial.ts';
import { acknowledgedIn, makeChanges } from './changes.ts';
import { Disk, type Image } from './disk.ts';
import { integrityErrors } from './integrity.ts';
import { startTraced, type Step } from './trace.ts';

const WRITERS = 2;

export const diskImages: Trial = {
  name: 'disk-images',
  part: 'durability',
  promise:
    'disk images rebuilt from the system calls of 1,000 changes, with what was unsynced dropped: all open, nothing acknowledged missing',
  times: { full: 1_000, short: 20 },
  defect: {
    what: 'SQLite keeps its rollback journal in memory',
    file: 'src/storage/drivers/sqlite.ts',
    from: 'pragma journal_mode = wal',
    to: 'pragma journal_mode = memory',
  },

  async run(context) {
    const server = await startTraced(context);
    await makeChanges(await signUp(server.url), WRITERS, (made) => made === context.times);
    const steps = await server.end();
    const [disk, known, random] = [new Disk(server.folder), new Map<string, Plan>(), seededRandom(2)];
    const folder = join(freshFolder(context.scope), 'image');
    const broken: string[] = [];
    let [acknowledged, torn] = [0, 0];
    const checkImage = (when: string, image: Image) =>
      broken.push(...lossesIn(folder, image, known).map((loss) => `${when}: ${loss}`));
    const cuts = pointsToCut(steps, random);
    for (const [at, step] of steps.entries()) {
      disk.apply(step);
      const plans = Object.values(acknowledgedIn(step) ?? {});
      for (const plan of plans) if (plan) known.set(plan.id, plan);
      if (plans.length > 0) {
        acknowledged += 1;
        checkImage(`After change ${acknowledged}`, disk.afterPowerCut());
        if (acknowledged % 100 === 0) context.report(`${acknowledged + torn} images`);
      } else if (cuts.has(at)) {
        torn += 1;
        checkImage(`At step ${at}, after change ${acknowledged}`, disk.afterPowerCut(random));
      }
    }
    if (acknowledged !== context.times) throw new Error(`The trace shows ${acknowledged} changes.`);
    return {
      figures: { 'images, all unsynced dropped': acknowledged, 'images, some of it torn': torn },
      broken,
    };
  },
};

/** Every write into the database file, and one random write before each acknowledgement. */
function pointsToCut(steps: Step[], random: (limit: number) => number): Set<number> {
  const points = new Set<number>();
  let writes: number[] = [];
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'write') writes.push(at);
    if (step.kind === 'write' && step.file.endsWith('.db')) points.add(at);
    if (!acknowledgedIn(step)) continue;
    points.add(writes[random(writes.length)] as number);
    writes = [];
  }
  return points;
}

function lossesIn(folder: string, image: Image, known: Map<string, Plan>): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, bytes] of image) writeFileSync(join(folder, name), bytes);
  try {
    const file = join(folder, 'weekfare.db');
    return [...integrityErrors(file), ...missingIn(file, known)];
  } catch (error) {
    return [String(error)];
  }
}

/** A later change of the same week may be stored already; an earlier one means that a change was lost. */
function missingIn(file: string, known: Map<string, Plan>): string[] {
  if (known.size === 0) return [];
  using db = new DatabaseSync(file);
  const find = db.prepare('select version, meals from plans where id = ?');
  return Array.from(known.values()).flatMap(({ id, version, week, meals }) => {
    const row = find.get(id) as { version: number; meals: string } | undefined;
    if (!row || row.version < version) return [`the week of ${week} has lost an acknowledged change.`];
    const { Monday } = JSON.parse(row.meals) as PublicMeals;
    const isSame = Monday?.dinner?.description === meals.Monday?.dinner?.description;
    return row.version === version && !isSame ? [`the week of ${week} has another dinner.`] : [];
  });
}
