/**
 * The primary is killed and its standby promoted while families write and read. In every other round, replication
 * is cut for a while before. Each family numbers its dinners, so that a stored dinner can be compared with the last
 * one that was sent and the last one that was acknowledged.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { weekAt } from '#domain/week/week.ts';
import { until } from '#test/support/until.ts';
import { type Cluster, dinnerIn, type Household, readPlan, setDinner, startCluster } from '../cluster.ts';
import { startPair } from '../postgres-pair.ts';
import type { Trial } from '../trial.ts';

const FAMILIES = 6;
const RESUMED_MS = 10_000;
const TIMEOUT_MS = 40_000;
/** How long other servers may serve the previous plan. */
const STALE_MS = 1_000;
/** Pause between two writes of a family. */
const PAUSE_MS = 30;
/** Full: longer than a server waits for a statement. Short: long enough for some writes. */
const REPLICATION_CUT_MS = { full: 2_500, short: 700 };

/** A family, the numbers of its last sent and last acknowledged dinner, and the time of that acknowledgement. */
type Writer = { home: Household; sent: number; acknowledged: number; atMs: number };

export const failover: Trial = {
  name: 'failover',
  part: 'faults',
  promise:
    'Primary killed, standby promoted, 20 times: no wrong answer, writes resume within 10 s without a restart, no acknowledged write lost with a synchronous standby',
  times: { full: 20, short: 1 },
  defect: {
    what: 'a write is acknowledged before the standby has it',
    file: 'src/storage/drivers/postgres.ts',
    from: "application_name: 'weekfare',",
    to: "application_name: 'weekfare', options: '-c synchronous_commit=local',",
  },

  async run({ times, report, isTimed, ...context }) {
    const pair = await startPair(context.scope);
    const [cluster] = await Promise.all([
      startCluster(context, pair.url, { servers: isTimed ? 3 : 2 }),
      pair.addStandby(),
    ]);
    const families: Writer[] = [];
    for (let n = 0; n < FAMILIES; n += 1) {
      families.push({ home: await cluster.newFamily(), sent: 0, acknowledged: 0, atMs: 0 });
    }
    const broken: string[] = [];
    const run = { isOver: false };
    let slowestMs = 0;
    const writing = families.map(async (family) => {
      while (!run.isOver) broken.push(...(await write(cluster, family)), ...(await read(cluster, family)));
    });
    const allAcknowledged = (sinceMs: number) =>
      until(
        'every family has a write acknowledged',
        () => families.every(({ atMs }) => atMs > sinceMs),
        TIMEOUT_MS,
      );
    const failOver = async (round: number) => {
      if (round > 0) await pair.addStandby();
      await allAcknowledged(performance.now());
      if (round % 2 === 0) {
        pair.replication.setFault('silent');
        await delay(REPLICATION_CUT_MS[isTimed ? 'full' : 'short']);
      }
      const killedAt = performance.now();
      pair.replication.setFault('reset');
      await pair.failOver();
      pair.replication.setFault('none');
      await allAcknowledged(killedAt).catch((error: Error) => broken.push(error.message));
      const ms = Math.max(...families.map(({ atMs }) => atMs - killedAt));
      if (isTimed && ms > RESUMED_MS) broken.push(`Writes resumed after ${Math.round(ms)} ms.`);
      slowestMs = Math.max(slowestMs, ms);
    };
    for (let round = 0; round < times && broken.length === 0; round += 1) {
      await failOver(round);
      report(`${round + 1} failovers, slowest ${Math.round(slowestMs)} ms`);
    }
    run.isOver = true;
    await Promise.all(writing);
    const writes = families.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    const figures = {
      failovers: times,
      'last dinners acknowledged': writes,
      'writes resumed within': `${Math.round(slowestMs)} ms`,
    };
    return { figures, broken };
  },
};

async function write({ url }: Cluster, family: Writer): Promise<string[]> {
  const { home } = family;
  const dinner = (family.sent += 1);
  await delay(PAUSE_MS);
  const { status, body } = await setDinner(url, home, String(dinner));
  if (status === 200) Object.assign(family, { acknowledged: dinner, atMs: performance.now() });
  if (status === 200 || status === 503) return [];
  if (status !== 409) return [`A change returned ${status}.`];
  // A change whose response was lost has been stored: continue from there.
  const plan = body.plans[weekAt(Temporal.Now.instant(), 'UTC')];
  const stored = plan?.meals?.Thursday?.dinner?.description;
  if (stored === undefined) delete home.dinner;
  else home.dinner = stored;
  return isPossible(Number(stored ?? 0), family.acknowledged, family)
    ? []
    : [`Dinner ${stored} is stored, but ${family.acknowledged} was acknowledged.`];
}

async function read({ servers }: Cluster, family: Writer): Promise<string[]> {
  const mustShowAll = performance.now() > family.atMs + STALE_MS;
  const least = mustShowAll ? family.acknowledged : 0;
  const reply = await readPlan(servers[family.sent % servers.length]?.url as string, family.home);
  if (reply.status === 503) return [];
  if (reply.status !== 200) return [`A read returned ${reply.status}.`];
  const shown = Number(dinnerIn(reply) ?? 0);
  return isPossible(shown, least, family) ? [] : [`Dinner ${shown} was shown after ${least}.`];
}

function isPossible(dinner: number, least: number, { sent }: Writer): boolean {
  return dinner >= least && dinner <= sent;
}
