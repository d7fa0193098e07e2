/**
 * A family imports a backup of Mealie while another reads its plan at a constant rate. Reads with and without an import
 * alternate, so that other load of the machine affects both. Then the same file adds nothing, and an undo deletes all.
 */
import { zipOf } from '#test/support/archives/zip-writer.ts';
import { send } from '#test/support/clients/request.ts';
import type { Reply } from '#test/support/service.ts';
import type { World } from '#test/support/world.ts';
import { childrenOf, cpuMsOf, megabytes, megabytesOf, startTarget, type Target } from '../target.ts';
import type { Findings, Trial, TrialContext } from '../trial.ts';
import { ConnectionPool } from './connection.ts';
import { inMs, Latencies } from './latencies.ts';

const LINES_PER_RECIPE = 13;
const STEPS_PER_RECIPE = 6;
const READS_PER_SECOND = 200;
const SLICE_READS = 100;
const ROUNDS = 3;
const SAMPLE_MS = 50;
const MAX_SECONDS = 20;
const MAX_MEGABYTES = 150;
/** Short slices of the import run on the same thread: 5 ms become 10 at the worst, which nobody feels. */
const MAX_RATIO = 2;
/** Both are small numbers; a difference of less is noise. */
const NOISE_MS = 2;

export const largeImport: Trial = {
  name: 'large-import',
  part: 'load',
  promise:
    'a backup of Mealie with 2,000 recipes, 26,000 lines: the report and the import take at most 20 s each and 150 MB, reads of others meanwhile p99 at most twice as long; the same file adds nothing, an undo deletes all; both databases',
  // Recipes.
  times: { full: 2_000, short: 50 },
  coveredBy: 'src/http/endpoints/imports.test.ts',
  defect: {
    what: 'an undo leaves the recipes',
    file: 'src/actions/imports/undo.ts',
    from: 'await removeRecipes(tx, record, family, unchanged);',
    to: 'await removeRecipes(tx, record, family, []);',
  },

  async run(context) {
    const onSqlite = await importInto(context, await startTarget(context));
    const target = await startTarget(context, { DATABASE_URL: await context.postgres() });
    const onPostgres = await importInto(context, target);
    const figures = [onSqlite, onPostgres].flatMap((each, at) =>
      Object.entries(each.figures).map(([name, value]) => [
        `${at === 0 ? 'SQLite' : 'PostgreSQL'}: ${name}`,
        value,
      ]),
    );
    return { figures: Object.fromEntries(figures), broken: [...onSqlite.broken, ...onPostgres.broken] };
  },
};

async function importInto(context: TrialContext, target: Target): Promise<Findings> {
  const { times, isTimed, scope, report } = context;
  const [importer, reader] = [await target.newWorld(), await target.newWorld()];
  const file = largeBackup(times);
  const connections = new ConnectionPool(Number(new URL(target.url).port));
  scope.after(() => connections.end());
  const readPlan = planReader(target, reader, connections);
  const [alone, beside] = [new Latencies(), new Latencies()];
  // The cookbook is loaded, the code is compiled and connections to the database are open before anything is measured.
  await sendFile(target, importer, '/report', largeBackup(1));
  for (let warm = 0; warm < 30; warm += 1) await Promise.all(Array.from({ length: 10 }, readPlan));
  const before = megabytes(target, 'VmRSS');

  const costs: Costs = { slowestMs: 0, cpuMs: 0, childMegabytes: 0 };
  const measured = (path: string): Promise<Reply> =>
    measureImport(target, { alone, beside, readPlan, costs }, () => sendFile(target, importer, path, file));
  const broken: string[] = [];
  const expect = (what: string, actual: unknown, expected: unknown) =>
    actual !== expected && broken.push(`${what}: ${String(actual)} instead of ${String(expected)}.`);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { body } = await measured('/report');
    expect('new recipes in the report', body.report?.newRecipes, times);
    const imported = await measured(`?hash=${body.hash}`);
    expect('imported recipes', imported.body.report?.newRecipes, times);
    const again = await measured(`?hash=${body.hash}`);
    expect('the import of the same file', again.body.importId, null);
    const path = `/app/api/imports/${imported.body.importId}/undo`;
    const undone = await send(target, {
      method: 'POST',
      path,
      token: importer.owner.token,
      timeoutMs: 60_000,
    });
    expect('recipes that the undo deleted', undone.body?.deleted, times);
    expect('recipes of the family afterwards', await countRecipes(target, importer), 1);
    report(`round ${round} of ${ROUNDS}, p99 ${inMs(alone.at(0.99))} and ${inMs(beside.at(0.99))}`);
  }
  const memory = megabytes(target, 'VmHWM') - before + costs.childMegabytes;
  if (isTimed && costs.slowestMs > MAX_SECONDS * 1_000)
    broken.push(`A request took ${inMs(costs.slowestMs)}.`);
  if (isTimed && memory > MAX_MEGABYTES) broken.push(`An import takes ${memory.toFixed(0)} MB.`);
  if (isTimed && beside.at(0.99) > MAX_RATIO * alone.at(0.99) + NOISE_MS)
    broken.push(`p99 is ${inMs(beside.at(0.99))} beside an import, ${inMs(alone.at(0.99))} alone.`);
  broken.push(...alone.faults, ...beside.faults);
  return {
    figures: {
      recipes: times,
      'slowest of report and import': inMs(costs.slowestMs),
      'its processor time': inMs(costs.cpuMs),
      'memory for it': `${memory.toFixed(0)} MB`,
      'reads alone': alone.answered,
      'their median and p99': `${inMs(alone.at(0.5))}, ${inMs(alone.at(0.99))}`,
      'reads beside an import': beside.answered,
      'median and p99 of these': `${inMs(beside.at(0.5))}, ${inMs(beside.at(0.99))}`,
    },
    broken,
  };
}

/** Of all requests: the longest duration, its processor time, and the largest memory of a process. */
type Costs = { slowestMs: number; cpuMs: number; childMegabytes: number };
type Measured = {
  alone: Latencies;
  beside: Latencies;
  readPlan: () => Promise<string | undefined>;
  costs: Costs;
};

/** Reads plans beside the request, then alone for as long as it took. */
async function measureImport(
  target: Target,
  { alone, beside, readPlan, costs }: Measured,
  sendRequest: () => Promise<Reply>,
): Promise<Reply> {
  const [startMs, startCpuMs] = [performance.now(), cpuMsOf(target.child.pid)];
  const state = { isOver: false, childCpuMs: 0 };
  // Its process ends with the request.
  const sampling = setInterval(() => {
    const [pid] = childrenOf(target);
    if (pid === undefined) return;
    state.childCpuMs = cpuMsOf(pid);
    costs.childMegabytes = Math.max(costs.childMegabytes, ownMegabytes(pid));
  }, SAMPLE_MS);
  const replied = sendRequest().finally(() => {
    state.isOver = true;
    clearInterval(sampling);
  });
  while (!state.isOver) await beside.collect(READS_PER_SECOND, SLICE_READS, readPlan);
  const tookMs = performance.now() - startMs;
  const cpuMs = cpuMsOf(target.child.pid) - startCpuMs + state.childCpuMs;
  if (tookMs > costs.slowestMs) Object.assign(costs, { slowestMs: tookMs, cpuMs });
  await alone.collect(READS_PER_SECOND, Math.ceil((tookMs * READS_PER_SECOND) / 1_000), readPlan);
  return replied;
}

/** Without the pages of the Node program, which the kernel has once for the server and its children. */
function ownMegabytes(pid: number): number {
  // A process that has just ended has none.
  return megabytesOf(pid, 'RssAnon') || 0;
}

function sendFile(target: Target, { owner }: World, path: string, body: Buffer): Promise<Reply> {
  return send(target, {
    method: 'POST',
    path: `/app/api/imports${path}`,
    token: owner.token,
    body,
    headers: { 'content-type': 'application/octet-stream' },
    timeoutMs: 120_000,
  });
}

/** Reads the plan of a week on connections that stay open. */
function planReader({ url }: Target, { owner }: World, connections: ConnectionPool) {
  const head = `GET /app/api/plans/2026-11-09 HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`;
  const request = Buffer.from(`${head}Cookie: weekfare-session=${owner.token}\r\n\r\n`);
  return async (): Promise<string | undefined> => {
    const { status } = await connections.send(request);
    return status === 200 ? undefined : `A plan read returned ${status}.`;
  };
}

async function countRecipes({ store }: Target, { family }: World): Promise<number> {
  const rows = await store.db.selectFrom('recipes').select('id').where('family_id', '=', family).execute();
  return rows.length;
}

const FOODS =
  'flour|sugar|milk|butter|red lentils|onions|carrots|potatoes|tomatoes|rice|cream|yoghurt|spinach'.split(
    '|',
  );
const STEP =
  'Heat the oil in a large pan, add the vegetables and fry them over medium heat until they begin to colour, then stir in the rest and cook it gently.';

/** Every recipe has its own amounts, so that nothing is parsed once for all. */
function largeBackup(recipes: number): Buffer {
  const ids = Array.from({ length: recipes }, (_, at) => String(at).padStart(32, '0'));
  const foodId = (at: number) => `f${at % FOODS.length}`;
  const database = {
    recipes: ids.map((id, at) => ({ id, name: `Recipe number ${at}`, slug: `r${at}`, recipe_servings: 4 })),
    recipes_ingredients: ids.flatMap((id, at) =>
      Array.from({ length: LINES_PER_RECIPE }, (_, line) => ({
        recipe_id: id,
        position: line,
        quantity: ((at * LINES_PER_RECIPE + line * 7) % 997) + 1,
        unit_id: 'u',
        food_id: foodId(line),
        note: line % 4 === 0 ? `finely chopped, batch ${at}` : '',
      })),
    ),
    recipe_instructions: ids.flatMap((id, at) =>
      Array.from({ length: STEPS_PER_RECIPE }, (_, position) => ({
        recipe_id: id,
        position,
        text: `${STEP} ${at}`,
      })),
    ),
    ingredient_foods: FOODS.map((name, at) => ({ id: foodId(at), name })),
    ingredient_units: [{ id: 'u', name: 'gram', abbreviation: 'g', use_abbreviation: true }],
  };
  return zipOf([{ name: 'database.json', content: JSON.stringify(database) }]);
}
