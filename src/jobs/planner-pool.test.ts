/** The threads that plan: how many there are, who waits, and what happens when one ends. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { getFoods } from '#cookbook/foods.ts';
import { isRefusal } from '#domain/refusal.ts';
import { DEFAULT_PREFERENCES, type Rule } from '#domain/preferences/preferences.ts';
import { isOutage } from '#storage/outage.ts';
import type { RecipeText } from '#storage/recipes.ts';
import { RECIPE, week, WEEK } from '#test/app-cases.ts';
import type { Scope } from '#test/store.ts';
import { until } from '#test/until.ts';
import { PlannerPool, type Requester } from './planner-pool.ts';
import type { Job } from './planner-worker.ts';

const WORKER = new URL('./planner-worker.ts', import.meta.url);

/** A pool that shows its threads. */
function startPool(scope: Scope, options: ConstructorParameters<typeof PlannerPool>[0] = {}) {
  const workers: Worker[] = [];
  const startWorker = () => {
    const worker = new Worker(WORKER);
    workers.push(worker);
    return worker;
  };
  const pool = new PlannerPool({ size: 1, startWorker, ...options });
  scope.after(() => pool.stop());
  return { pool, workers };
}

const TASK: Job['task'] = {
  week: week(WEEK),
  season: 'autumn',
  preferences: DEFAULT_PREFERENCES,
  existingMeals: {},
  servedWeeksAway: {},
  stars: {},
  pantry: [],
  locked: [],
  avoided: [],
  seed: 1,
};
const job = { kind: 'propose', task: TASK, own: [] as Job['own'], prices: new Map() } as const;
const nothing = async (): Promise<RecipeText[]> => [];
/** Each family has a network of its own. */
const at = (family: string) => ({ address: `home of ${family}` });
const task = (family: string) => ({ family, requester: at(family), job, findFirstRecipeTexts: nothing });

/** A task that waits for a recipe until it is let go. */
function heldTask(family: string) {
  const { promise, resolve } = Promise.withResolvers<RecipeText[]>();
  const held = {
    family,
    requester: at(family),
    job: { ...job, own: [{ id: 'soup', version: 1 }] },
    findFirstRecipeTexts: () => promise,
  };
  return { held, release: () => resolve([]) };
}

test('no thread before the first task, then one for task after task', async (t) => {
  const { pool, workers } = startPool(t);
  strictEqual(workers.length, 0);
  for (const family of ['a', 'b']) {
    const proposal = await pool.run(task(family));
    ok(!isRefusal(proposal) && proposal.meals.length > 0);
  }
  strictEqual(workers.length, 1);
  deepStrictEqual([pool.running, pool.waiting], [0, 0]);
});

test('on Linux a thread that plans is nicer than the one that answers', async (t) => {
  const { pool } = startPool(t);
  await pool.run(task('a'));
  if (process.platform !== 'linux') return;
  const priorities = readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    // After the name in brackets, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { isMain: Number(thread) === process.pid, nice: Number(fields[16]) };
  });
  const main = priorities.find(({ isMain }) => isMain)?.nice ?? 0;
  deepStrictEqual(new Set(priorities.map(({ nice }) => nice)), new Set([main, 5]));
});

test('as many threads as it may have, and the rest waits', async (t) => {
  const { pool, workers } = startPool(t, { size: 2 });
  const [one, two] = [heldTask('a'), heldTask('b')];
  const answers = [pool.run(one.held), pool.run(two.held), pool.run(task('c'))];
  deepStrictEqual([workers.length, pool.running, pool.waiting], [2, 2, 1]);
  one.release();
  two.release();
  for (const answer of answers) ok(!isRefusal(await answer));
});

test('33 families at once: one is planned for, 32 wait, the next is told to come back', async (t) => {
  const { pool } = startPool(t);
  const { held, release } = heldTask('family 0');
  const first = pool.run(held);
  const others = Array.from({ length: 32 }, (_, n) => pool.run(task(`family ${n + 1}`)));
  deepStrictEqual(await pool.run(task('one too many')), { refused: 'planner-busy' });
  release();
  ok(!isRefusal(await first));
  await until('there is room again', () => pool.waiting < 32);
  // Not to wait for all of them.
  const settled = Promise.allSettled([...others, pool.run(task('one that finds room'))]);
  await pool.stop();
  strictEqual((await settled).at(-1)?.status, 'rejected');
});

test('one family has four tasks at most, however many it asks for, and keeps nobody else out', async (t) => {
  const { pool } = startPool(t);
  const { held, release } = heldTask('a');
  const own = [pool.run(held), pool.run(task('a')), pool.run(task('a')), pool.run(task('a'))];
  deepStrictEqual(await pool.run(task('a')), { refused: 'planner-busy' });
  const other = pool.run(task('b'));
  release();
  for (const answer of [...own, other]) ok(!isRefusal(await answer));
  ok(!isRefusal(await pool.run(task('a'))));
});

/** A thread that answers at once and says that it took as many milliseconds as the seed: for who comes when. */
const QUICK = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ task }) => parentPort.postMessage({ answer: [], cpuMs: task.seed }));`;
const startQuick = () => new Worker(QUICK, { eval: true });
const costing = (family: string, cpuMs: number, requester: Requester = at(family)) => ({
  ...task(family),
  requester,
  job: { ...job, task: { ...TASK, seed: cpuMs } },
});

test('nine families that plan without pause: a tenth waits for the running task only', async (t) => {
  const { pool } = startPool(t, { startWorker: startQuick });
  let answered = 0;
  const state = { isOver: false };
  const hammer = async (family: string) => {
    while (!state.isOver) {
      if (isRefusal(await pool.run(costing(family, 2_000)))) await nextTurn();
      else answered += 1;
    }
  };
  const hostile = Array.from({ length: 36 }, (_, n) => hammer(`hostile ${n % 9}`));
  const waits: number[] = [];
  for (let times = 0; times < 5; times += 1) {
    const before = answered;
    await until('the others are served', () => answered >= before + 20);
    const asked = answered;
    ok(!isRefusal(await pool.run(costing('honest', 500))));
    waits.push(answered - asked);
  }
  state.isOver = true;
  await Promise.all(hostile);
  // One that runs, and one whose answer is on its way.
  ok(Math.max(...waits) <= 2, waits.join());
});

test('a full queue of one network has room for a family elsewhere, and loses its own newest', async (t) => {
  const { pool } = startPool(t, { startWorker: startQuick });
  const address = '192.0.2.1';
  const refused: number[] = [];
  const crowd = Array.from({ length: 33 }, async (_, n) => {
    if (isRefusal(await pool.run(costing(`family ${n}`, 1, { address })))) refused.push(n);
  });
  const elsewhere = pool.run(costing('elsewhere', 1, { address: '192.0.2.2' }));
  deepStrictEqual([pool.running, pool.waiting], [1, 32]);
  ok(!isRefusal(await elsewhere));
  await Promise.all(crowd);
  deepStrictEqual(refused, [32]);
});

test('weeks that plan themselves wait behind people who used more', async (t) => {
  const { pool } = startPool(t, { startWorker: startQuick });
  const order: string[] = [];
  const run = async (name: string, family: string, requester: Requester) => {
    ok(!isRefusal(await pool.run(costing(family, 1_000, requester))));
    order.push(name);
  };
  await run('automatic', 'a', 'automatic');
  for (const name of ['one', 'two']) await run(name, 'b', at('b'));
  order.length = 0;
  // The first runs at once; of those that wait, the person's is next, though it came last.
  await Promise.all([
    run('running', 'c', at('c')),
    run('automatic', 'd', 'automatic'),
    run('three', 'b', at('b')),
  ]);
  deepStrictEqual(order, ['running', 'three', 'automatic']);
});

test('a task whose client has gone leaves the queue', async (t) => {
  const { pool } = startPool(t, { startWorker: startQuick });
  const client = new AbortController();
  const running = pool.run(costing('a', 1));
  const waiting = pool.run(costing('b', 1, { ...at('b'), gone: client.signal }));
  strictEqual(pool.waiting, 1);
  client.abort();
  strictEqual(pool.waiting, 0);
  deepStrictEqual(await waiting, { refused: 'planner-busy' });
  ok(!isRefusal(await running));
});

test('a family with many recipes has them read in turns, between the tasks of others', async (t) => {
  const { pool } = startPool(t, { readMs: 0 });
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

test('recipes that come one at a time are all read, and deleted ones are not waited for', async (t) => {
  const { pool } = startPool(t);
  const asked: string[][] = [];
  const own = ['soup', 'deleted', 'stew'].map((id) => ({ id, version: 1 }));
  const findFirstRecipeTexts = async (ids: string[]): Promise<RecipeText[]> => {
    asked.push(ids);
    return ids
      .filter((id) => id !== 'deleted')
      .slice(0, 1)
      .map((id) => ({ id, version: 1, source: JSON.stringify(RECIPE) }));
  };
  const proposal = await pool.run({ ...task('a'), job: { ...job, own }, findFirstRecipeTexts });
  ok(!isRefusal(proposal) && proposal.meals.length > 0);
  deepStrictEqual(asked, [['soup', 'deleted', 'stew'], ['deleted', 'stew'], ['deleted']]);
});

/** Never the version that was asked for. */
async function otherVersion(ids: string[]): Promise<RecipeText[]> {
  return ids.map((id) => ({ id, version: 2, source: JSON.stringify(RECIPE) }));
}

test('recipes that never stay in memory do not keep a thread busy for ever', async (t) => {
  const { pool } = startPool(t, { readMs: 0 });
  const own = [{ id: 'soup', version: 1 }];
  const endless = { ...task('a'), job: { ...job, own }, findFirstRecipeTexts: otherVersion };
  deepStrictEqual(await pool.run(endless), { refused: 'planner-busy' });
});

test('a thread that is killed takes its task along and no other; the next task gets a new one', async (t) => {
  const { pool, workers } = startPool(t);
  const { held } = heldTask('a');
  const [lost, waiting] = [pool.run(held), pool.run(task('b'))];
  await workers[0]?.terminate();
  await rejects(lost, isOutage);
  ok(!isRefusal(await waiting));
  strictEqual(workers.length, 2);
});

test('a thread that runs out of memory is an outage too', async (t) => {
  const { pool } = startPool(t, {
    startWorker: () => new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: 6 } }),
  });
  await rejects(pool.run(task('a')), isOutage);
});

test('a week that takes too long is the best that was found by then', async (t) => {
  const [whole, cut] = await Promise.all(
    [undefined, 0].map((deadlineMs) =>
      startPool(t, deadlineMs === 0 ? { deadlineMs } : {}).pool.run(task('a')),
    ),
  );
  ok(whole && cut && !isRefusal(whole) && !isRefusal(cut));
  ok(cut.score < whole.score, `${cut.score}, not less than ${whole.score}`);
  strictEqual(cut.meals.length, whole.meals.length);
});

test('a thread that does not answer in time is ended, and the next task gets a new one', async (t) => {
  const { pool, workers } = startPool(t, { timeoutMs: 100 });
  await rejects(pool.run(heldTask('a').held), isOutage);
  await rejects(pool.run(heldTask('b').held), isOutage);
  strictEqual(workers.length, 2);
});

test('a recipe that cannot be read is an outage, never a week without it', async (t) => {
  const { pool } = startPool(t);
  const { held } = heldTask('a');
  const away = { ...held, findFirstRecipeTexts: () => Promise.reject(new Error('The database is away.')) };
  await rejects(pool.run(away), isOutage);
});

test('a bug in a thread is an error, and the thread lives on', async (t) => {
  const { pool, workers } = startPool(t);
  const broken = { ...task('a'), job: { ...job, task: { ...TASK, wishes: null as never } } };
  await rejects(pool.run(broken), (error) => error instanceof TypeError || !isOutage(error));
  ok(!isRefusal(await pool.run(task('a'))));
  strictEqual(workers.length, 1);
});

test('own recipes are asked for once a version, some at a time, and come into the week', async (t) => {
  const { pool } = startPool(t);
  const asked: string[][] = [];
  const findFirstRecipeTexts = async (ids: string[]): Promise<RecipeText[]> => {
    asked.push(ids);
    return ids.map((id) => {
      const title = id === 'own-7' ? 'Zebra soup' : 'Soup';
      return { id, version, source: JSON.stringify({ ...RECIPE, title }) };
    });
  };
  let version = 1;
  const zebra: Rule = { id: 'z', tag: 'title:zebra', days: [], slots: [], atLeast: 1, isHard: true };
  const ids = Array.from({ length: 450 }, (_, n) => `own-${n}`);
  const plan = (marks: Job['own']) =>
    pool.run({
      family: 'a',
      requester: at('a'),
      job: { ...job, own: marks, task: { ...TASK, preferences: { ...DEFAULT_PREFERENCES, rules: [zebra] } } },
      findFirstRecipeTexts,
    });
  const marks = () => ids.map((id) => ({ id, version }));
  const proposal = await plan(marks());
  ok(!isRefusal(proposal) && proposal.meals.some((meal) => 'recipeId' in meal && meal.recipeId === 'own-7'));
  deepStrictEqual(
    asked.map(({ length }) => length),
    Array.from({ length: 45 }, () => 10),
  );
  await plan(marks());
  strictEqual(asked.length, 45);
  version = 2;
  await plan(ids.slice(0, 1).map((id) => ({ id, version })));
  deepStrictEqual(asked.slice(45), [['own-0']]);
});

test('a week costs what the family says its foods cost', async (t) => {
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

test('a stop answers everyone, ends every thread and takes no more', async (t) => {
  const { pool, workers } = startPool(t);
  const { held } = heldTask('a');
  const answers = [pool.run(held), pool.run(task('b'))];
  await until('the thread runs', () => pool.running === 1);
  const exits = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
  const settled = Promise.allSettled(answers);
  await pool.stop();
  await Promise.all(exits);
  for (const { status } of await settled) strictEqual(status, 'rejected');
  deepStrictEqual(await pool.run(task('c')), { refused: 'planner-busy' });
});
