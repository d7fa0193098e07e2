/**
 * Two families as large as the quotas allow send the largest request to every route, method, report and tool
 * (test/support/hostile-cases.ts): first each case alone, which shows the one that keeps others waiting, then all at
 * once and beside floods that need no account. Another family reads its plan by key and its list by session.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { OPERATOR } from '#storage/actor.ts';
import { accepted } from '#test/support/accepted.ts';
import { addSessions, LARGEST, makeLargestFamily } from '#test/support/largest-family.ts';
import { WEEK, type World } from '#test/support/world.ts';
import { requestText } from '../../bench/wire.ts';
import { ConnectionPool } from '../load/connection.ts';
import { inMs, Latencies } from '../load/latencies.ts';
import type { Trial, TrialContext } from '../trial.ts';
import type { HostileFamily, Order, Report } from './hostile-requests.ts';
import { megabytes, startTarget, type Target } from '../target.ts';

const READS_PER_SECOND = 100;
const LIST_READS_PER_SECOND = 5;
/** The attackers, the reader and the server share two cores. */
const MAX_PLAN_MS = 300;
const MAX_LIST_MS = 4_000;
/** How long others may wait for one case. Its family may send it only as often as the rate limits allow. */
const MAX_WAIT_MS = 250;
/** In the short form, beside other programs: twice what the slowest case takes. */
const STALLED_MS = 400;
/** With the threads of planner and importer, which have limits of their own. */
const MAX_MEGABYTES = 700;
/** Each display of a family has a key and a persistent connection. */
const DISPLAYS = 20;
const HOSTILE_FAMILIES = 2;
/** Accounts and keys of a hostile family. */
const SENDERS = 10;
/** Of the hostile families in the short form, which is soon over. */
const SHORT_SIZE = { weeks: 300, recipes: 1_500, stars: 1_500 };
const ROUNDS_ALONE = { full: 3, short: 1 };
const WORST = 5;
const REPORTED = 20;
const REQUESTS = new URL('./hostile-requests.ts', import.meta.url);

/**
 * `waitMs`: the longest wait of another family's read, or the processor time that the main thread took, `mainMs`, if that
 * is less: on a busy machine reads wait for other programs too.
 */
type Cost = { name: string; status: string; waitMs: number; mainMs: number };

export const hostileLoad: Trial = {
  name: 'hostile-load',
  part: 'attacks',
  promise:
    'two families with 510 weeks, 4,900 recipes and 30 eaters send the largest request to every route, CalDAV method and report and MCP tool, at once for 60 s: reads of the plan of another family p99 at most 300 ms, at most 250 ms beside any one of them alone, memory with all threads stays under 700 MB',
  // Seconds.
  times: { full: 60, short: 10 },
  defect: {
    what: 'a request that takes long does not wait for its turn',
    file: 'src/storage/work-budget.ts',
    from: 'const SLICE_MS = 4;',
    to: 'const SLICE_MS = 60_000;',
  },

  async run(context) {
    const { times, isTimed, report } = context;
    const sender = startSender(context);
    const costs = await measureAlone(context, sender);
    const worst = costs.toSorted((first, second) => second.waitMs - first.waitMs);
    for (const { name, status, waitMs, mainMs } of worst.slice(0, REPORTED))
      report(`alone: others wait ${inMs(waitMs)}, main thread ${inMs(mainMs)}: ${name} (${status})`);

    const { plans, lists, peakMegabytes, requests } = await measureTogether(context, sender);
    const maxWaitMs = isTimed ? MAX_WAIT_MS : STALLED_MS;
    const broken = [
      ...worst
        .filter(({ waitMs }) => waitMs > maxWaitMs)
        .map(({ name, waitMs }) => `Others waited ${inMs(waitMs)} for ${name}.`),
      ...[plans, lists].flatMap(({ faults }) => faults),
    ];
    if (plans.at(0.5) > STALLED_MS) broken.push(`Half of the reads took ${inMs(plans.at(0.5))} or more.`);
    if (isTimed && plans.at(0.99) > MAX_PLAN_MS) broken.push(`p99 of plan reads is ${inMs(plans.at(0.99))}.`);
    if (isTimed && lists.at(0.99) > MAX_LIST_MS) broken.push(`p99 of list reads is ${inMs(lists.at(0.99))}.`);
    if (isTimed && peakMegabytes > MAX_MEGABYTES)
      broken.push(`The server took ${peakMegabytes.toFixed(0)} MB.`);
    return {
      figures: {
        cases: costs.length,
        'longest waits for one alone': worst
          .slice(0, WORST)
          .map(({ name, waitMs, mainMs }) => `${name} ${inMs(waitMs)} (main thread ${inMs(mainMs)})`)
          .join('; '),
        seconds: times,
        'hostile requests': requests,
        'plan reads': plans.answered,
        median: inMs(plans.at(0.5)),
        p99: inMs(plans.at(0.99)),
        slowest: inMs(plans.at(1)),
        'median of list reads': inMs(lists.at(0.5)),
        'p99 of list reads': inMs(lists.at(0.99)),
        'most memory': `${peakMegabytes.toFixed(0)} MB`,
      },
      broken,
    };
  },
};

type Sender = (order: Order) => Promise<Report>;

function startSender({ scope }: TrialContext): Sender {
  const child: ChildProcess = fork(REQUESTS, { execArgv: [], serialization: 'advanced' });
  scope.after(() => child.kill());
  return async (order) => {
    child.send(order);
    const [report] = (await once(child, 'message')) as [Report];
    return report;
  };
}

/** Without rate limits, since each case must be served. */
async function measureAlone(context: TrialContext, send: Sender): Promise<Cost[]> {
  const target = await startTarget(context);
  const { readPlan } = await openVictim(context, target);
  let family = await newHostileFamily(context, target);
  const worst: Cost[] = [];
  const rounds = context.isTimed ? ROUNDS_ALONE.full : ROUNDS_ALONE.short;
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0, count = 1; at < count; at += 1) {
      const measure = async () => {
        const { value, ...cost } = await measureWaits(target, readPlan, () =>
          send({ kind: 'one', url: target.url, family, at }),
        );
        return { report: value, cost };
      };
      let { report, cost } = await measure();
      if (report.statuses['401']) {
        // An earlier case has ended the session or the family.
        family = await newHostileFamily(context, target);
        ({ report, cost } = await measure());
      }
      count = report.count;
      const earlier = worst[at];
      const measured = { name: report.name, status: Object.keys(report.statuses).join(), ...cost };
      if (!earlier || cost.waitMs > earlier.waitMs) worst[at] = measured;
    }
  }
  target.child.kill('SIGKILL');
  return worst;
}

/** With the limits that a server has. */
async function measureTogether(context: TrialContext, send: Sender) {
  const { times, report } = context;
  const target = await startTarget(context, { APP_RATE_LIMIT_PER_MINUTE: '', RATE_LIMIT_PER_MINUTE: '' });
  const { readPlan, readList, world } = await openVictim(context, target);
  const families = await Promise.all(
    Array.from({ length: HOSTILE_FAMILIES }, () => newHostileFamily(context, target)),
  );
  // Load the cookbook and the planner before the attacks.
  await readList();
  await send({ kind: 'prepare', families, victimEmail: world.owner.email });
  const sent = send({ kind: 'all', url: target.url, seconds: times + 1 });
  const [plans, lists] = [new Latencies(), new Latencies()];
  await Promise.all([
    plans.collect(READS_PER_SECOND, READS_PER_SECOND * times, readPlan),
    lists.collect(LIST_READS_PER_SECOND, LIST_READS_PER_SECOND * times, readList),
  ]);
  const peakMegabytes = megabytes(target, 'VmHWM');
  const { count, statuses } = await sent;
  report(`statuses of the hostile requests: ${JSON.stringify(statuses)}`);
  return { plans, lists, peakMegabytes, requests: count };
}

async function newHostileFamily({ isTimed }: TrialContext, target: Target): Promise<HostileFamily> {
  const world = await makeLargestFamily(target.store, Date.now(), isTimed ? LARGEST : SHORT_SIZE);
  const sessions = await addSessions(target.store, world, { count: SENDERS, nowMs: Date.now() });
  return { world, sessions, keys: await addKeys(target, world, SENDERS) };
}

async function addKeys({ store }: Target, { family }: World, count: number): Promise<string[]> {
  const context = { store, actor: OPERATOR, nowMs: Date.now() };
  const keys: string[] = [];
  while (keys.length < count) {
    const wanted = { name: 'display', expiresAt: null, scopes: SCOPES };
    keys.push(accepted(await addApiKey(context, family, wanted)).key);
  }
  return keys;
}

/** Another family with displays, whose connections are open. A read returns the fault, if any. */
async function openVictim({ scope }: TrialContext, target: Target) {
  const world = await target.newWorld();
  // A display waits for its response before it sends the next request.
  const displays = (await addKeys(target, world, DISPLAYS)).map((key) => {
    const connections = new ConnectionPool(Number(new URL(target.url).port));
    scope.after(() => connections.end());
    return { connections, request: requestText(key), last: Promise.resolve<unknown>(undefined) };
  });
  const readAt = async (at: number) => {
    const display = displays[at % DISPLAYS] as (typeof displays)[number];
    const response = display.last.catch(() => {}).then(() => display.connections.send(display.request));
    display.last = response;
    const { status } = await response;
    return status === 200 ? undefined : `A plan read returned ${status}.`;
  };
  await Promise.all(displays.map((_, at) => readAt(at)));
  let reads = 0;
  const readPlan = () => readAt((reads += 1));
  const headers = { cookie: `weekfare-session=${world.owner.token}`, 'sec-fetch-site': 'same-origin' };
  const readList = async () => {
    const response = await fetch(`${target.url}/app/api/lists/${WEEK}`, { headers });
    await response.text();
    return response.status === 200 ? undefined : `A list read returned ${response.status}.`;
  };
  return { world, readPlan, readList };
}

/** The longest read during the work, and the processor time that the main thread of the server took. */
async function measureWaits<Value>(
  { child }: Target,
  read: () => Promise<string | undefined>,
  work: () => Promise<Value>,
): Promise<{ value: Value; waitMs: number; mainMs: number }> {
  const state = { isOver: false, waitMs: 0 };
  const reads = async () => {
    while (!state.isOver) {
      const startedAt = performance.now();
      // A read that is given up after ten seconds has waited for them.
      await read().catch(() => {});
      state.waitMs = Math.max(state.waitMs, performance.now() - startedAt);
      await delay(1);
    }
  };
  const before = mainThreadMs(child.pid);
  const [value] = await Promise.all([work().finally(() => (state.isOver = true)), reads()]);
  const mainMs = mainThreadMs(child.pid) - before;
  return { value, waitMs: Math.min(state.waitMs, mainMs), mainMs };
}

/** The main thread has the id of the process; `schedstat` begins with its nanoseconds on a processor. */
function mainThreadMs(pid: number | undefined): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
