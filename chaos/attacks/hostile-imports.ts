/**
 * A family imports files that make an import write as much as it can, and undoes them, on SQLite, where one transaction
 * writes at a time. A prober asks for the writer all the time and measures how long it is held.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { hash } from 'node:crypto';
import { send } from '#test/support/clients/request.ts';
import type { Reply } from '#test/support/service.ts';
import type { World } from '#test/support/world.ts';
import type { Findings, Trial, TrialContext } from '../trial.ts';
import { maximalExport, photoExport } from '#test/support/archives/hostile-exports.ts';
import { startTarget, type Target } from '../target.ts';

/** In the short form the machine may be busy with other things. */
const MAX_HOLD_MS = { timed: 100, short: 300 };
const PHOTOS = 600;
const TIMEOUT_MS = 200_000;

export const hostileImports: Trial = {
  name: 'hostile-imports',
  part: 'attacks',
  promise:
    'an export of 4,000 recipes with answers, notes, stars, plans and lists of 400 weeks, and one with 600 photos of 160 kB, are imported and undone: the writer of SQLite is never held longer than 100 ms, and an undo leaves nothing',
  // Recipes.
  times: { full: 4_000, short: 400 },
  coveredBy: 'src/actions/imports/slices.test.ts',
  defect: {
    what: 'all recipes of an import are one step',
    file: 'src/actions/imports/storing.ts',
    from: 'const STEP = { recipes: 20, bytes: 300_000 };',
    to: 'const STEP = { recipes: 5_000, bytes: 1_000_000_000 };',
  },

  async run(context) {
    const target = await startTarget(context);
    const photos = Math.min(PHOTOS, context.times);
    const onExport = await importAndUndo(context, target, maximalExport(context.times), context.times);
    const onPhotos = await importAndUndo(context, target, photoExport(photos), photos);
    return {
      figures: Object.fromEntries([...named('everything', onExport), ...named('photos', onPhotos)]),
      broken: [...onExport.broken, ...onPhotos.broken],
    };
  },
};

function named(what: string, { figures }: Findings): [string, number | string][] {
  return Object.entries(figures).map(([name, value]) => [`${what}: ${name}`, value]);
}

async function importAndUndo(
  { isTimed, report }: TrialContext,
  target: Target,
  file: Buffer,
  recipes: number,
): Promise<Findings> {
  const world = await target.newWorld();
  const broken: string[] = [];
  const measured = async (what: string, work: () => Promise<Reply>) => {
    const [startMs, prober] = [performance.now(), new WriterProber(target)];
    const reply = await work();
    const longestMs = await prober.end();
    const seconds = (performance.now() - startMs) / 1_000;
    if (reply.status !== 200) broken.push(`The ${what} got ${reply.status} ${JSON.stringify(reply.body)}.`);
    if (longestMs > (isTimed ? MAX_HOLD_MS.timed : MAX_HOLD_MS.short))
      broken.push(`The ${what} held the writer for ${longestMs.toFixed(0)} ms.`);
    report(`${what}: ${longestMs.toFixed(0)} ms of ${seconds.toFixed(1)} s`);
    return { reply, figure: `${longestMs.toFixed(0)} ms of ${seconds.toFixed(1)} s` };
  };
  const imported = await measured('import', () => sendFile(target, world, file));
  const { importId, report: found } = imported.reply.body ?? {};
  if (found?.newRecipes !== recipes) broken.push(`${found?.newRecipes} of ${recipes} recipes are new.`);
  const undone = await measured('undo', () => undo(target, world, importId));
  if (undone.reply.body?.deleted !== recipes) broken.push(`The undo deleted ${undone.reply.body?.deleted}.`);
  const figures = { 'bytes of the file': file.length, import: imported.figure, undo: undone.figure };
  return { figures, broken };
}

function sendFile(target: Target, { owner }: World, body: Buffer): Promise<Reply> {
  return send(target, {
    method: 'POST',
    path: `/app/api/imports?hash=${hash('sha256', body)}`,
    token: owner.token,
    body,
    headers: { 'content-type': 'application/octet-stream' },
    timeoutMs: TIMEOUT_MS,
  });
}

function undo(target: Target, { owner }: World, importId: string): Promise<Reply> {
  const path = `/app/api/imports/${importId}/undo`;
  return send(target, { method: 'POST', path, token: owner.token, timeoutMs: TIMEOUT_MS });
}

/** Asks for the writer every millisecond and gives it back at once. */
class WriterProber {
  readonly #db: DatabaseSync;
  readonly #running: Promise<void>;
  #isOver = false;
  #longestMs = 0;

  constructor({ settings }: Target) {
    this.#db = new DatabaseSync(join(settings.DATA_DIR ?? '', 'weekfare.db'), { timeout: 0 });
    this.#running = this.#run();
  }

  async end(): Promise<number> {
    this.#isOver = true;
    await this.#running;
    this.#db.close();
    return this.#longestMs;
  }

  async #run(): Promise<void> {
    let freeMs = performance.now();
    while (!this.#isOver) {
      if (this.#isFree()) freeMs = performance.now();
      else this.#longestMs = Math.max(this.#longestMs, performance.now() - freeMs);
      await delay(1);
    }
  }

  #isFree(): boolean {
    try {
      this.#db.exec('begin immediate');
      this.#db.exec('rollback');
      return true;
    } catch {
      return false;
    }
  }
}
