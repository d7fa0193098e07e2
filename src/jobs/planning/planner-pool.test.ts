/** The planner pool: number of threads, fair queue, limits, and threads that fail. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { getFoods } from '#cookbook/foods.ts';
import { isRefusal } from '#domain/refusal.ts';
import { DEFAULT_PREFERENCES, type Rule } from '#domain/preferences/preferences.ts';
import { isOutage } from '#storage/outage.ts';
import type { RecipeText } from '#storage/tables/recipe/recipes.ts';
import { sharedPlannerThread } from '#test/support/planner-thread.ts';
import { RECIPE, week, WEEK } from '#test/support/world.ts';
import type { Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { PlannerPool, type TaskClient } from './planner-pool.ts';
import type { Job } from './planner-worker.ts';

type PoolOptions = ConstructorParameters<typeof PlannerPool>[0];

/** A pool of real planner threads that exposes them. */
function startPool(scope: Scope, options: PoolOptions = {}) {
  const workers: Worker[] = [];
  const { startWorker = () => sharedPlannerThread() } = options;
  const start = () => {
    const worker = startWorker();
    workers.push(worker);
    return worker;
  };
  const pool = new PlannerPool({ size: 1, ...options, startWorker: start });
  scope.after(() => pool.stop());
  return { pool, workers };
}

/**
 * Threads that request the family's own recipes and return at once, for tests of the queue and of threads that end.
 * They report the seed as their processor time.
 */
const FAKE_WORKER = `
  const { parentPort } = require('node:worker_threads');
  let cpuMs = 0;
  parentPort.on('message', ({ task, own = [] }) => {
    if (task) cpuMs = task.seed;
    const missing = own.map(({ id }) => id);
    parentPort.postMessage(missing.length > 0 ? { missing } : { result: [], cpuMs });
  });`;

function startFakePool(scope: Scope, options: PoolOptions = {}) {
  return startPool(scope, { startWorker: () => new Worker(FAKE_WORKER, { eval: true }), ...options });
}

const TASK: Job['task'] = {
  week: week(WEEK),
  season: 'autumn',
  preferences: DEFAULT_PREFERENCES,
  existingMeals: {},
  servedWeeksAway: {},
  rejectedWeeksAgo: {},
  wanted: [],
  stars: {},
  pantry: [],
  locked: [],
  avoided: [],
  seed: 1,
};
const job = {
  kind: 'propose',
  task: TASK,
  own: [] as Job['own'],
  answers: new Map(),
  prices: new Map(),
  tags: new Map(),
} as const;
const noTexts = async (): Promise<RecipeText[]> => [];
/** Each family has its own network. */
const at = (family: string) => ({ address: `home of ${family}` });
const task = (family: string) => ({ family, client: at(family), job, findFirstRecipeTexts: noTexts });

/** A task that waits for a recipe until it is released. */
function heldTask(family: string) {
  const { promise, resolve } = Promise.withResolvers<RecipeText[]>();
  const held = {
    family,
    client: at(family),
    job: { ...job, own: [{ id: 'soup', version: 1 }] },
    findFirstRecipeTexts: () => promise,
  };
  return { held, release: () => resolve([]) };
}

test('starts a thread at the first task and reuses it', async (t) => {
  const { pool, workers } = startPool(t);
  strictEqual(workers.length, 0);
  for (const family of ['a', 'b']) {
    const proposal = await pool.run(task(family));
    ok(!isRefusal(proposal) && proposal.meals.length > 0);
  }
  strictEqual(workers.length, 1);
  deepStrictEqual([pool.running, pool.waiting], [0, 0]);
});

test('a planner thread has a lower priority than the main thread on Linux', async (t) => {
  const { pool } = startPool(t);
  await pool.run(task('a'));
  if (process.platform !== 'linux') return;
  const priorities = readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    // The fields after the name in brackets, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { isMain: Number(thread) === process.pid, nice: Number(fields[16]) };
  });
  const main = priorities.find(({ isMain }) => isMain)?.nice ?? 0;
  deepStrictEqual(new Set(priorities.map(({ nice }) => nice)), new Set([main, 5]));
});

test('starts no more threads than its size and queues the other tasks', async (t) => {
  const { pool, workers } = startFakePool(t, { size: 2 });
  const [one, two] = [heldTask('a'), heldTask('b')];
  const results = [pool.run(one.held), pool.run(two.held), pool.run(task('c'))];
  deepStrictEqual([workers.length, pool.running, pool.waiting], [2, 2, 1]);
  one.release();
  two.release();
  for (const result of results) ok(!isRefusal(await result));
});

test('refuses a task while one runs and 32 wait', async (t) => {
  const { pool } = startFakePool(t);
  const { held, release } = heldTask('family 0');
  const first = pool.run(held);
  const others = Array.from({ length: 32 }, (_, n) => pool.run(task(`family ${n + 1}`)));
  deepStrictEqual(await pool.run(task('one too many')), { refused: 'planner-busy' });
  release();
  ok(!isRefusal(await first));
  await until('the queue has room', () => pool.waiting < 32);
  // Stop instead of waiting for all of them.
  const settled = Promise.allSettled([...others, pool.run(task('one more'))]);
  await pool.stop();
  strictEqual((await settled).at(-1)?.status, 'rejected');
});

test('refuses the fifth task of a family, and accepts those of others', async (t) => {
  const { pool } = startFakePool(t);
  const { held, release } = heldTask('a');
  const own = [pool.run(held), pool.run(task('a')), pool.run(task('a')), pool.run(task('a'))];
  deepStrictEqual(await pool.run(task('a')), { refused: 'planner-busy' });
  const other = pool.run(task('b'));
  release();
  for (const result of [...own, other]) ok(!isRefusal(await result));
  ok(!isRefusal(await pool.run(task('a'))));
});

const taskOfCost = (family: string, cpuMs: number, client: TaskClient = at(family)) => ({
  ...task(family),
  client,
  job: { ...job, task: { ...TASK, seed: cpuMs } },
});

test('a family waits only for the running task while nine others plan without pause', async (t) => {
  const { pool } = startFakePool(t);
  let completed = 0;
  const state = { isOver: false };
  const hammer = async (family: string) => {
    while (!state.isOver) {
      if (isRefusal(await pool.run(taskOfCost(family, 2_000)))) await yieldToEventLoop();
      else completed += 1;
    }
  };
  const hostile = Array.from({ length: 36 }, (_, n) => hammer(`hostile ${n % 9}`));
  const waits: number[] = [];
  for (let times = 0; times < 5; times += 1) {
    const before = completed;
    await until('the others get results', () => completed >= before + 20);
    const completedBefore = completed;
    ok(!isRefusal(await pool.run(taskOfCost('honest', 500))));
    waits.push(completed - completedBefore);
  }
  state.isOver = true;
  await Promise.all(hostile);
  // The running task, and one whose result is being delivered.
  ok(Math.max(...waits) <= 2, waits.join());
});

test('a full queue drops the newest task of its largest network for a family elsewhere', async (t) => {
  const { pool } = startFakePool(t);
  const address = '192.0.2.1';
  const refused: number[] = [];
  const crowd = Array.from({ length: 33 }, async (_, n) => {
    if (isRefusal(await pool.run(taskOfCost(`family ${n}`, 1, { address })))) refused.push(n);
  });
  const elsewhere = pool.run(taskOfCost('elsewhere', 1, { address: '192.0.2.2' }));
  deepStrictEqual([pool.running, pool.waiting], [1, 32]);
  ok(!isRefusal(await elsewhere));
  await Promise.all(crowd);
  deepStrictEqual(refused, [32]);
});

test('automatic planning waits behind people who used more processor time', async (t) => {
  const { pool } = startFakePool(t);
  const order: string[] = [];
  const run = async (name: string, family: string, client: TaskClient) => {
    ok(!isRefusal(await pool.run(taskOfCost(family, 1_000, client))));
    order.push(name);
  };
  await run('automatic', 'a', 'automatic');
  for (const name of ['one', 'two']) await run(name, 'b', at('b'));
  order.length = 0;
  // The first one runs at once; of those that wait, the person's task is next although it came last.
  await Promise.all([
    run('running', 'c', at('c')),
    run('automatic', 'd', 'automatic'),
    run('three', 'b', at('b')),
  ]);
  deepStrictEqual(order, ['running', 'three', 'automatic']);
});

test('removes a waiting task when its client disconnects', async (t) => {
  const { pool } = startFakePool(t);
  const client = new AbortController();
  const running = pool.run(taskOfCost('a', 1));
  const waiting = pool.run(taskOfCost('b', 1, { ...at('b'), disconnected: client.signal }));
  strictEqual(pool.waiting, 1);
  client.abort();
  strictEqual(pool.waiting, 0);
  deepStrictEqual(await waiting, { refused: 'planner-busy' });
  ok(!isRefusal(await running));
});

test('reads many recipes in several turns, with the tasks of others in between', async (t) => {
  const { pool } = startPool(t, { readLimitMs: 0 });
  const order: string[] = [];
  const own = Array.from({ length: 24 }, (_, n) => ({ id: `own-${n}`, version: 1 }));
  let others: Promise<unknown> | undefined;
  const findFirstRecipeTexts = async (ids: string[]): Promise<RecipeText[]> => {
    order.push(`reads ${ids.length}`);
    others ??= pool.run(task('b')).then(() => order.push('other'));
    return ids.map((id) => ({ id, version: 1, source: JSON.stringify(RECIPE) }));
  };
  const proposal = await pool.run({ ...task('a'), job: { ...job, own }, findFirstRecipeTexts });
  ok(!isRefusal(proposal) && proposal.meals.length > 0);
  await others;
  deepStrictEqual(order, ['reads 10', 'other', 'reads 10', 'reads 4']);
  deepStrictEqual([pool.running, pool.waiting], [0, 0]);
});

test('reads recipes that arrive one at a time and does not wait for deleted ones', async (t) => {
  const { pool } = startPool(t);
  const requested: string[][] = [];
  const own = ['soup', 'deleted', 'stew'].map((id) => ({ id, version: 1 }));
  const findFirstRecipeTexts = async (ids: string[]): Promise<RecipeText[]> => {
    requested.push(ids);
    return ids
      .filter((id) => id !== 'deleted')
      .slice(0, 1)
      .map((id) => ({ id, version: 1, source: JSON.stringify(RECIPE) }));
  };
  const proposal = await pool.run({ ...task('a'), job: { ...job, own }, findFirstRecipeTexts });
  ok(!isRefusal(proposal) && proposal.meals.length > 0);
  deepStrictEqual(requested, [['soup', 'deleted', 'stew'], ['deleted', 'stew'], ['deleted']]);
});

/** Never the requested version. */
async function otherVersion(ids: string[]): Promise<RecipeText[]> {
  return ids.map((id) => ({ id, version: 2, source: JSON.stringify(RECIPE) }));
}

test('gives up after a number of turns if recipes never stay in the cache', async (t) => {
  const { pool } = startPool(t, { readLimitMs: 0 });
  const own = [{ id: 'never-cached', version: 1 }];
  const endless = { ...task('a'), job: { ...job, own }, findFirstRecipeTexts: otherVersion };
  deepStrictEqual(await pool.run(endless), { refused: 'planner-busy' });
});

test('a killed thread fails only its own task, and the next task gets a new thread', async (t) => {
  const { pool, workers } = startFakePool(t);
  const { held } = heldTask('a');
  const [lost, waiting] = [pool.run(held), pool.run(task('b'))];
  await workers[0]?.terminate();
  await rejects(lost, isOutage);
  ok(!isRefusal(await waiting));
  strictEqual(workers.length, 2);
});

test('reports an outage when a thread runs out of memory', async (t) => {
  const { pool } = startPool(t, {
    startWorker: () =>
      new Worker(new URL('./planner-worker.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: 6 },
      }),
  });
  await rejects(pool.run(task('a')), isOutage);
});

test('returns the best week found when the deadline passes', async (t) => {
  const { pool } = startPool(t);
  const full = await pool.run(task('a'));
  // The next pool uses its thread.
  await pool.stop();
  const cut = await startPool(t, { deadlineMs: 0 }).pool.run(task('a'));
  ok(!isRefusal(full) && !isRefusal(cut));
  ok(cut.score < full.score, `${cut.score} is not less than ${full.score}`);
  strictEqual(cut.meals.length, full.meals.length);
});

test('ends a thread that times out, and the next task gets a new one', async (t) => {
  const { pool, workers } = startFakePool(t, { timeoutMs: 100 });
  await rejects(pool.run(heldTask('a').held), isOutage);
  await rejects(pool.run(heldTask('b').held), isOutage);
  strictEqual(workers.length, 2);
});

test('reports an outage when a recipe cannot be read', async (t) => {
  const { pool } = startFakePool(t);
  const { held } = heldTask('a');
  const failing = {
    ...held,
    findFirstRecipeTexts: () => Promise.reject(new Error('the database is unavailable')),
  };
  await rejects(pool.run(failing), isOutage);
});

test('a bug in a job rejects with an error, and the thread continues', async (t) => {
  const { pool, workers } = startPool(t);
  const broken = { ...task('a'), job: { ...job, task: { ...TASK, preferences: null as never } } };
  await rejects(pool.run(broken), (error) => error instanceof TypeError || !isOutage(error));
  ok(!isRefusal(await pool.run(task('a'))));
  strictEqual(workers.length, 1);
});

test('requests own recipes once per version, ten at a time, and plans with them', async (t) => {
  const { pool } = startPool(t);
  const requested: string[][] = [];
  const findFirstRecipeTexts = async (ids: string[]): Promise<RecipeText[]> => {
    requested.push(ids);
    return ids.map((id) => {
      const title = id === 'mine-7' ? 'Zebra soup' : 'Soup';
      return { id, version, source: JSON.stringify({ ...RECIPE, title }) };
    });
  };
  let version = 1;
  const zebra: Rule = { id: 'z', tag: 'title:zebra', days: [], slots: [], atLeast: 1, isHard: true };
  const ids = Array.from({ length: 120 }, (_, n) => `mine-${n}`);
  const plan = (versions: Job['own']) =>
    pool.run({
      family: 'a',
      client: at('a'),
      job: {
        ...job,
        own: versions,
        task: { ...TASK, preferences: { ...DEFAULT_PREFERENCES, rules: [zebra] } },
      },
      findFirstRecipeTexts,
    });
  const versions = () => ids.map((id) => ({ id, version }));
  const proposal = await plan(versions());
  ok(!isRefusal(proposal) && proposal.meals.some((meal) => 'recipeId' in meal && meal.recipeId === 'mine-7'));
  deepStrictEqual(
    requested.map(({ length }) => length),
    Array.from({ length: 12 }, () => 10),
  );
  await plan(versions());
  strictEqual(requested.length, 12);
  version = 2;
  await plan(ids.slice(0, 1).map((id) => ({ id, version })));
  deepStrictEqual(requested.slice(12), [['mine-0']]);
});

test('uses the prices of the family for the cost of the week', async (t) => {
  const { pool } = startPool(t);
  const costs: number[] = [];
  for (const centsPerKg of [0, 1_000_000]) {
    const prices = new Map(getFoods().foods.map(({ id }) => [id, centsPerKg]));
    const proposal = await pool.run({ ...task('a'), job: { ...job, prices } });
    ok(!isRefusal(proposal));
    costs.push(proposal.totals.costCents);
  }
  strictEqual(costs[0], 0);
  ok(Number(costs[1]) > 1_000_000);
});

test('stop rejects all tasks, ends all threads and accepts no more', async (t) => {
  const { pool, workers } = startFakePool(t);
  const { held } = heldTask('a');
  const results = [pool.run(held), pool.run(task('b'))];
  await until('the thread runs', () => pool.running === 1);
  const exits = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
  const settled = Promise.allSettled(results);
  await pool.stop();
  await Promise.all(exits);
  for (const { status } of await settled) strictEqual(status, 'rejected');
  deepStrictEqual(await pool.run(task('c')), { refused: 'planner-busy' });
});
