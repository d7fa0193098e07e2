/**
 * A hostile family with a few accomplices combines every known attack on shared resources: slow texts, large
 * recipes, a long list, many changes, planning, sign-in, password guesses, large bodies and event streams, all at
 * the same time. Another family reads its plan, signs in and plans its week as usual.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { isRefusal } from '#domain/refusal.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { PASSWORD, type World } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import { requestText } from '../../bench/wire.ts';
import { inMs, Latencies } from '../load/latencies.ts';
import { ConnectionPool } from '../load/connection.ts';
import type { TrialContext, Trial } from '../trial.ts';
import type { AttackOrder, AttackReport } from './hostile-load-attacks.ts';
import { fillFamily, LONG_LIST } from './large-family-data.ts';
import { fromNewAddress, megabytes, startTarget, type Target } from './target.ts';

const READS_PER_SECOND = 100;
const MAX_READ_MS = 50;
/** A family's displays, each with a persistent connection. */
const DISPLAYS = 20;
/** In the short form, only a server that has stalled is a fault. */
const STALLED_MS = 1_000;
const MAX_PLANNER_MS = 5_000;
/** Long enough for a busy machine: the trial itself judges the times. */
const TIMEOUT_MS = 120_000;
const MAX_MEGABYTES = 250;
/** Families that help with planning and event streams. */
const ACCOMPLICES = 9;
/** Members of other families who sign in meanwhile. */
const VISITORS = 10;
/** Event streams that a session may open at once; one more each second. */
const STREAMS_PER_MINUTE = 60;
const SIGN_IN_EVERY_MS = 2_000;
const PLAN_EVERY_MS = 3_000;
/** Recipes that the hostile family has saved before there were quotas. */
const RECIPES = { full: 600, short: 20 };
const ATTACKS = new URL('./hostile-load-attacks.ts', import.meta.url);

export const hostileLoad: Trial = {
  name: 'hostile-load',
  part: 'attacks',
  promise:
    'A hostile family combines every known attack on shared resources for 60 s: plan reads of another family p99 at most 50 ms, sign-in works, the planner answers within 5 s, memory stays under 250 MB',
  // Seconds.
  times: { full: 60, short: 3 },
  defect: {
    what: 'opening an event stream counts as one request',
    file: 'src/http/app/routes/events.ts',
    from: 'export const STREAM_COST = 10;',
    to: 'export const STREAM_COST = 1;',
  },

  async run(context) {
    const { times, isTimed, scope, report } = context;
    // The app's API has its default limits. Plan reads have no limit, because the trial sends many.
    const target = await startTarget(context, { APP_RATE_LIMIT_PER_MINUTE: '' });
    const [victim, hostile] = [await target.newWorld(), await target.newWorld()];
    const visitors = await newOwners(target, VISITORS);
    const accomplices = await newOwners(target, ACCOMPLICES);
    await fillFamily(target.store, hostile, isTimed ? RECIPES.full : RECIPES.short);
    report('hostile family filled');
    // Load the cookbook, start the planner thread and open the displays' connections before the attacks start.
    await new Victim(target, victim, [], 0).planOnce();
    const readPlan = await openDisplays(context, target, victim);
    const reported = startAttacks(scope, {
      url: target.url,
      seconds: times + 1,
      // The short form runs concurrently with other tests and must not fail because the machine is busy.
      share: isTimed ? 1 : 0.25,
      victimEmail: victim.owner.email,
      token: hostile.owner.token,
      week: LONG_LIST,
      accompliceTokens: accomplices.map(({ token }) => token),
    });

    const victimFamily = new Victim(target, victim, visitors, times * 1_000);
    const reads = new Latencies();
    await Promise.all([
      reads.collect(READS_PER_SECOND, READS_PER_SECOND * times, readPlan),
      victimFamily.signIn(),
      victimFamily.plan(),
    ]);
    const peakMegabytes = megabytes(target, 'VmHWM');
    const { responses } = await reported;
    report(`responses to the attacks: ${responses}`);

    const broken = [...reads.faults, ...victimFamily.faults, ...streamFaults(responses, times)];
    if (reads.at(0.5) > STALLED_MS)
      broken.push(`Half of the plan reads took ${inMs(reads.at(0.5))} or more.`);
    if (isTimed && reads.at(0.99) > MAX_READ_MS) broken.push(`p99 of plan reads is ${inMs(reads.at(0.99))}.`);
    if (isTimed && victimFamily.slowestPlanMs > MAX_PLANNER_MS)
      broken.push(`The planner took ${inMs(victimFamily.slowestPlanMs)}.`);
    if (isTimed && peakMegabytes > MAX_MEGABYTES)
      broken.push(`The server took ${peakMegabytes.toFixed(0)} MB.`);
    return {
      figures: {
        seconds: times,
        'hostile requests': countRequests(responses),
        'plan reads': reads.answered,
        median: inMs(reads.at(0.5)),
        p99: inMs(reads.at(0.99)),
        slowest: inMs(reads.at(1)),
        'sign-ins': victimFamily.signIns,
        'slowest sign-in': inMs(victimFamily.slowestSignInMs),
        'weeks planned': victimFamily.plans,
        'slowest plan': inMs(victimFamily.slowestPlanMs),
        'most memory': `${peakMegabytes.toFixed(0)} MB`,
      },
      broken,
    };
  },
};

/** Starts the attacks in their own process. Resolves when they have ended. */
async function startAttacks(scope: TrialContext['scope'], order: AttackOrder): Promise<AttackReport> {
  const attacks = fork(ATTACKS, { execArgv: [], serialization: 'advanced' });
  scope.after(() => attacks.kill());
  attacks.send(order);
  const [report] = (await once(attacks, 'message')) as [AttackReport];
  return report;
}

/** Opens the displays' connections. Returns a function that reads the plan and returns the fault, if any. */
async function openDisplays(
  { scope }: TrialContext,
  { store, url }: Target,
  { family }: World,
): Promise<() => Promise<string | undefined>> {
  const context = { store, actor: OPERATOR, nowMs: Date.now() };
  const added = await addApiKey(context, family, { name: 'display', expiresAt: null });
  if (isRefusal(added)) throw new Error(`No key: ${added.refused}`);
  const request = requestText(added.key);
  const connections = new ConnectionPool(Number(new URL(url).port));
  scope.after(() => connections.end());
  await Promise.all(Array.from({ length: DISPLAYS }, () => connections.send(request)));
  return async () => {
    const { status } = await connections.send(request);
    return status === 200 ? undefined : `A plan read returned ${status}.`;
  };
}

async function newOwners(target: Target, count: number): Promise<World['owner'][]> {
  return Promise.all(Array.from({ length: count }, async () => (await target.newWorld()).owner));
}

function streamFaults(responses: string, seconds: number): string[] {
  const opened = Number(/stream:200×(\d+)/.exec(responses)?.[1] ?? 0);
  const maxOpened = ACCOMPLICES * (STREAMS_PER_MINUTE + seconds + 1);
  return opened > maxOpened ? [`${opened} event streams were opened, of ${maxOpened} allowed.`] : [];
}

/** The sum of the counts in a report such as `export:200×3 list:429×5`. */
function countRequests(responses: string): number {
  return responses.split(' ').reduce((sum, word) => sum + (Number(word.split('×')[1]) || 0), 0);
}

/** A family that uses the app as usual during the attacks. */
class Victim {
  readonly #target: Target;
  readonly #world: World;
  readonly #visitors: World['owner'][];
  readonly #endsAt: number;
  readonly faults: string[] = [];
  signIns = 0;
  plans = 0;
  slowestSignInMs = 0;
  slowestPlanMs = 0;

  /** `visitors` sign in by turns: one member would exceed the limit of sign-ins. */
  constructor(target: Target, world: World, visitors: World['owner'][], forMs: number) {
    this.#target = target;
    this.#world = world;
    this.#visitors = visitors;
    this.#endsAt = performance.now() + forMs;
  }

  async signIn(): Promise<void> {
    await this.#every(SIGN_IN_EVERY_MS, async () => {
      const startedAt = performance.now();
      const { email } = this.#visitors[this.signIns % this.#visitors.length] as World['owner'];
      const reply = await send(this.#target, {
        method: 'POST',
        path: '/app/api/sign-in',
        body: { email, password: PASSWORD },
        headers: fromNewAddress(),
        timeoutMs: TIMEOUT_MS,
      });
      this.signIns += 1;
      this.slowestSignInMs = Math.max(this.slowestSignInMs, performance.now() - startedAt);
      if (reply.status !== 200) this.faults.push(`A sign-in returned ${reply.status}.`);
    });
  }

  async plan(): Promise<void> {
    await this.#every(PLAN_EVERY_MS, () => this.planOnce());
  }

  async planOnce(): Promise<void> {
    const startedAt = performance.now();
    const reply = await send(this.#target, {
      method: 'POST',
      path: '/app/api/weeks/2026-11-09/proposal',
      token: this.#world.owner.token,
      body: {},
      headers: fromNewAddress(),
      timeoutMs: TIMEOUT_MS,
    });
    this.plans += 1;
    this.slowestPlanMs = Math.max(this.slowestPlanMs, performance.now() - startedAt);
    if (reply.status !== 200) this.faults.push(`A proposal returned ${reply.status}.`);
  }

  async #every(ms: number, work: () => Promise<void>): Promise<void> {
    while (performance.now() < this.#endsAt) {
      const next = performance.now() + ms;
      await work();
      await delay(Math.max(0, Math.min(next, this.#endsAt) - performance.now()));
    }
  }
}
