/**
 * The two queues for work that costs a processor, crowded: 40 connections sign in without pause, each from an
 * address of its own and from a new one as soon as that is limited; nine families plan without pause, four tasks
 * each. Meanwhile somebody in another network signs in, and another family plans. What matters is how many
 * others were served while they waited; how long that takes depends on the machine, and counts in the full form.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { weekAfter, weekAt } from '#domain/week/week.ts';
import { PASSWORD } from '#test/support/app-cases.ts';
import { AppClient, type Reply } from '#test/support/service.ts';
import type { Trial } from '../trial.ts';
import { fromAnywhere, startTarget, type Target } from './target.ts';

const CONNECTIONS = 40;
const FAMILIES = 9;
const TASKS_OF_A_FAMILY = 4;
const VISITORS = 10;
const PAUSE_MS = 300;
/** So many are served before the first visit: before that, all are newcomers. */
const SIGN_INS = {
  mostMs: 2_000,
  warmUp: CONNECTIONS,
  // A new address is as good as a visitor's; each connection has one at a time.
  mostOvertaking: CONNECTIONS,
};
const PLANS = {
  mostMs: 5_000,
  warmUp: FAMILIES,
  // Those that run, on the threads that there are, and those whose answer was on its way.
  mostOvertaking: 8,
};

type Findings = { slowestMs: number; mostOvertaking: number; broken: string[] };

export const crowdedQueues: Trial = {
  name: 'crowded-queues',
  part: 'attacks',
  promise:
    '40 connections that sign in and 9 families that plan without pause: another network signs in within 2 s, another family has its week within 5 s, none is refused',
  times: { full: 30, short: 1 },
  defect: {
    what: 'a queue serves in the order of arrival',
    file: 'src/domain/rate-limit/fair-queue.ts',
    from: 'if (!next || compare(charges, next.charges) < 0)',
    to: 'if (!next)',
  },

  async run(context) {
    const target = await startTarget(context);
    const signIn = inTurn(await Promise.all(Array.from({ length: VISITORS }, () => honestSignIn(target))));
    const plan = inTurn(await Promise.all(Array.from({ length: VISITORS }, () => planning(target))));
    const signIns = await crowd(context, SIGN_INS, hostileSignIns(target), signIn);
    const plans = await crowd(context, PLANS, await hostilePlans(target), plan);
    return {
      figures: {
        'visits of each kind': context.times,
        'slowest sign-in': `${Math.round(signIns.slowestMs)} ms`,
        'most served before it': signIns.mostOvertaking,
        'slowest week': `${Math.round(plans.slowestMs)} ms`,
        'most planned before it': plans.mostOvertaking,
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
  let [slowestMs, mostOvertaking] = [0, 0];
  while (state.served < bounds.warmUp && broken.length === 0) await delay(PAUSE_MS);
  for (let visits = 0; visits < times; visits += 1) {
    const [startedAt, before] = [performance.now(), state.served];
    const { status } = await visit();
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    mostOvertaking = Math.max(mostOvertaking, state.served - before);
    if (status !== 200) broken.push(`A visit was answered ${status}.`);
    await delay(PAUSE_MS);
  }
  state.isOver = true;
  if (mostOvertaking > bounds.mostOvertaking)
    broken.push(`${mostOvertaking} others were served before a visitor.`);
  if (isTimed && slowestMs > bounds.mostMs) broken.push(`A visitor waited ${Math.round(slowestMs)} ms.`);
  return { slowestMs, mostOvertaking, broken };
}

/** Each request answers whether it was served, which costs the service a password check. */
function hostileSignIns(target: Target): (() => Promise<boolean>)[] {
  return Array.from({ length: CONNECTIONS }, () => {
    let address = fromAnywhere();
    return async () => {
      const guess = { email: `${crypto.randomUUID()}@example.org`, password: 'not the password' };
      const { status } = await new AppClient(target).call('POST', '/app/api/sign-in', guess, address);
      if (status === 429) address = fromAnywhere();
      return status === 401;
    };
  });
}

/** One visitor after the other. */
function inTurn(visitors: (() => Promise<Reply>)[]): () => Promise<Reply> {
  let visits = 0;
  return () => (visitors[(visits += 1) % VISITORS] as () => Promise<Reply>)();
}

async function honestSignIn(target: Target): Promise<() => Promise<Reply>> {
  const { email } = (await target.newWorld()).owner;
  const [credentials, address] = [{ email, password: PASSWORD }, fromAnywhere()];
  return () => new AppClient(target).call('POST', '/app/api/sign-in', credentials, address);
}

async function hostilePlans(target: Target): Promise<(() => Promise<boolean>)[]> {
  const families: (() => Promise<Reply>)[] = [];
  while (families.length < FAMILIES) families.push(await planning(target));
  return families.flatMap((plan) =>
    Array.from({ length: TASKS_OF_A_FAMILY }, () => async () => {
      const { status } = await plan();
      // A refused client tries again at once, after a turn for the others.
      if (status !== 200) await delay(20);
      return status === 200;
    }),
  );
}

/** A new family in a network of its own, and a way to have its week planned. */
async function planning(target: Target): Promise<() => Promise<Reply>> {
  const [{ owner }, address] = [await target.newWorld(), fromAnywhere()];
  const browser = new AppClient(target);
  browser.cookies.set('weekfare-session', owner.token);
  const week = weekAfter(weekAt(Temporal.Now.instant(), 'UTC'));
  let seed = 0;
  return () => browser.call('POST', `/app/api/weeks/${week}/proposal`, { seed: (seed += 1) }, address);
}
