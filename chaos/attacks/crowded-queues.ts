/**
 * Overloads the two queues for CPU-bound work: 40 connections sign in without pause, each from its own address and
 * from a new one when that is limited; nine families plan without pause, four tasks each. Meanwhile a visitor from
 * another network signs in, and another family plans. The trial counts how many others are served while a visitor
 * waits. The waiting time depends on the machine and counts only in the full form.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { weekAfter, weekAt } from '#domain/week/week.ts';
import { PASSWORD } from '#test/support/world.ts';
import { AppClient, type Reply } from '#test/support/service.ts';
import type { Trial } from '../trial.ts';
import { fromNewAddress, startTarget, type Target } from './target.ts';

const CONNECTIONS = 40;
const FAMILIES = 9;
const TASKS_PER_FAMILY = 4;
const VISITORS = 10;
const PAUSE_MS = 300;
/** `warmUp`: requests served before the first visit; until then every client is new to the queue. */
const SIGN_INS = {
  maxMs: 2_000,
  warmUp: CONNECTIONS,
  // A new address has the same priority as a visitor; each connection has one at a time.
  maxOvertaking: CONNECTIONS,
};
const PLANS = {
  maxMs: 5_000,
  warmUp: FAMILIES,
  // Tasks that are running on the planner threads, and finished ones whose response is still in transit.
  maxOvertaking: 8,
};

type Findings = { slowestMs: number; maxOvertaking: number; broken: string[] };

export const crowdedQueues: Trial = {
  name: 'crowded-queues',
  part: 'attacks',
  promise:
    '40 connections that sign in and 9 families that plan without pause: another network signs in within 2 s, another family has its week within 5 s, none is refused',
  times: { full: 30, short: 1 },
  coveredBy: 'src/domain/rate-limit/fair-queue.test.ts',
  defect: {
    what: 'the queues serve in order of arrival',
    file: 'src/domain/rate-limit/fair-queue.ts',
    from: 'if (!next || compare(charges, next.charges) < 0)',
    to: 'if (!next)',
  },

  async run(context) {
    const target = await startTarget(context);
    const signIn = inTurn(await Promise.all(Array.from({ length: VISITORS }, () => honestSignIn(target))));
    const plan = inTurn(await Promise.all(Array.from({ length: VISITORS }, () => newPlanner(target))));
    const signIns = await crowd(context, SIGN_INS, hostileSignIns(target), signIn);
    const plans = await crowd(context, PLANS, await hostilePlans(target), plan);
    return {
      figures: {
        'visits of each kind': context.times,
        'slowest sign-in': `${Math.round(signIns.slowestMs)} ms`,
        'most served before it': signIns.maxOvertaking,
        'slowest week': `${Math.round(plans.slowestMs)} ms`,
        'most planned before it': plans.maxOvertaking,
      },
      broken: [...signIns.broken, ...plans.broken],
    };
  },
};

/** Runs the visits while the hostile requests are repeated. */
async function crowd(
  { times, isTimed }: { times: number; isTimed: boolean },
  bounds: typeof SIGN_INS,
  hostile: (() => Promise<boolean>)[],
  visit: () => Promise<Reply>,
): Promise<Findings> {
  const broken: string[] = [];
  const state = { isOver: false, served: 0 };
  const hammer = async (request: () => Promise<boolean>) => {
    while (!state.isOver) if (await request()) state.served += 1;
  };
  for (const request of hostile) {
    // Requests that still wait at the end are ignored; they end with the server.
    void hammer(request).catch((error) => state.isOver || broken.push(String(error)));
  }
  let [slowestMs, maxOvertaking] = [0, 0];
  while (state.served < bounds.warmUp && broken.length === 0) await delay(PAUSE_MS);
  for (let visits = 0; visits < times; visits += 1) {
    const [startedAt, before] = [performance.now(), state.served];
    const { status } = await visit();
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    maxOvertaking = Math.max(maxOvertaking, state.served - before);
    if (status !== 200) broken.push(`A visitor got status ${status}.`);
    await delay(PAUSE_MS);
  }
  state.isOver = true;
  if (maxOvertaking > bounds.maxOvertaking)
    broken.push(`${maxOvertaking} others were served before a visitor.`);
  if (isTimed && slowestMs > bounds.maxMs) broken.push(`A visitor waited ${Math.round(slowestMs)} ms.`);
  return { slowestMs, maxOvertaking, broken };
}

/** Each request returns whether the server checked the password, which is the expensive part. */
function hostileSignIns(target: Target): (() => Promise<boolean>)[] {
  return Array.from({ length: CONNECTIONS }, () => {
    let address = fromNewAddress();
    return async () => {
      const guess = { email: `${crypto.randomUUID()}@example.org`, password: 'not the password' };
      const { status } = await new AppClient(target).call('POST', '/app/api/sign-in', guess, address);
      if (status === 429) address = fromNewAddress();
      return status === 401;
    };
  });
}

/** Sends the next visit from the next visitor. */
function inTurn(visitors: (() => Promise<Reply>)[]): () => Promise<Reply> {
  let visits = 0;
  return () => (visitors[(visits += 1) % VISITORS] as () => Promise<Reply>)();
}

async function honestSignIn(target: Target): Promise<() => Promise<Reply>> {
  const { email } = (await target.newWorld()).owner;
  const [credentials, address] = [{ email, password: PASSWORD }, fromNewAddress()];
  return () => new AppClient(target).call('POST', '/app/api/sign-in', credentials, address);
}

async function hostilePlans(target: Target): Promise<(() => Promise<boolean>)[]> {
  const families: (() => Promise<Reply>)[] = [];
  while (families.length < FAMILIES) families.push(await newPlanner(target));
  return families.flatMap((plan) =>
    Array.from({ length: TASKS_PER_FAMILY }, () => async () => {
      const { status } = await plan();
      // A refused client retries after a short pause in which the others get their turn.
      if (status !== 200) await delay(20);
      return status === 200;
    }),
  );
}

/** Creates a family with its own network address. Returns a function that plans its week. */
async function newPlanner(target: Target): Promise<() => Promise<Reply>> {
  const [{ owner }, address] = [await target.newWorld(), fromNewAddress()];
  const browser = new AppClient(target);
  browser.cookies.set('weekfare-session', owner.token);
  const week = weekAfter(weekAt(Temporal.Now.instant(), 'UTC'));
  let seed = 0;
  return () => browser.call('POST', `/app/api/weeks/${week}/proposal`, { seed: (seed += 1) }, address);
}
