/**
 * Families are read by their keys while their members, keys and plans change. A dinner says whose it is and
 * counts upwards, so that every answer shows whether it belongs to the family that asked, and how old it is.
 */
import { randomUUID } from 'node:crypto';
import { type Random, seededRandom } from '#domain/random.ts';
import type { Reply } from '#test/support/service.ts';
import { retryWhileUnavailable } from '../client.ts';
import {
  callAs,
  type Cluster,
  dinnerIn,
  type Household,
  readPlan,
  setDinner,
  startCluster,
} from '../cluster.ts';
import { runAtRateWhile } from '../rate.ts';
import type { Trial } from '../trial.ts';

const FAMILIES = { full: 200, short: 15 };
const CHANGES_PER_SECOND = 30;
const READERS = 24;
const STALE_MS = 1_000;
/** When time does not count: long enough for a busy machine. */
const TIMEOUT_MS = 5_000;

type Known = {
  home: Household;
  /** The number of the last dinner that was sent, and when each was acknowledged. */
  sent: number;
  acknowledgedAt: number[];
  /** Keys that were revoked, and when that was acknowledged. */
  revokedAt: Map<string, number>;
  isChanging: boolean;
};

export const nobodyElses: Trial = {
  name: 'nobody-elses',
  part: 'faults',
  promise:
    'Cached reads of 200 families while members, keys and plans change, 100,000: none of another family, none stale beyond 1 s',
  times: { full: 100_000, short: 600 },
  defect: {
    what: 'answers are kept by week, whosever they are',
    file: 'src/http/api/handler.ts',
    from: 'const cached = cache.find(key.family, representation.resource, argument);',
    to: 'const cached = ((this.#dependencies as any)[argument] ??= cache.find(key.family, representation.resource, argument));',
  },

  async run({ times, postgres, isTimed, report, ...context }) {
    const cluster = await startCluster(context, await postgres());
    const random = seededRandom(1);
    const families: Known[] = [];
    for (let n = 0; n < FAMILIES[isTimed ? 'full' : 'short']; n += 1) {
      const home = await cluster.newFamily();
      const family = { home, sent: 0, acknowledgedAt: [], revokedAt: new Map(), isChanging: false };
      await changePlan(cluster.url, family);
      families.push(family);
    }
    const any = () => families[random(families.length)] as Known;
    const broken: string[] = [];
    let [reads, turnedAway] = [0, 0];

    const read = async () => {
      while (reads < times && broken.length === 0) {
        reads += 1;
        if (reads % 10_000 === 0) report(`${reads} reads`);
        const { url } = cluster.servers[random(3)] as Cluster['servers'][number];
        const family = any();
        const key = random(10) === 0 ? [...family.revokedAt.keys()].at(-1) : undefined;
        const { home } = key === undefined ? family : { home: { ...family.home, key } };
        const asked = { key: home.key, atMs: performance.now() - (isTimed ? STALE_MS : TIMEOUT_MS) };
        const reply = await readPlan(url, home);
        if (reply.status === 503) turnedAway += 1;
        else broken.push(...faultsOf(reply, family, asked));
      }
    };
    const change = async () => {
      const family = any();
      if (family.isChanging) return;
      family.isChanging = true;
      await CHANGES[random(CHANGES.length)]?.(cluster.url, family, random);
      family.isChanging = false;
    };
    const changes = await runAtRateWhile(CHANGES_PER_SECOND, change, async () => {
      await Promise.all(Array.from({ length: READERS }, read));
    });
    return { figures: { families: families.length, reads, changes, 'turned away': turnedAway }, broken };
  },
};

async function changePlan(url: string, family: Known): Promise<void> {
  const [dinner, id] = [(family.sent += 1), randomUUID()];
  await must(() => setDinner(url, family.home, `${family.home.family} ${dinner}`, id));
  family.acknowledgedAt[dinner] = performance.now();
}

async function changeKey(url: string, { home, revokedAt }: Known): Promise<void> {
  const { key, keyId } = home;
  const made = await must(() => callAs(home, url, 'POST', '/app/api/keys', { name: 'new' }));
  Object.assign(home, { key: made.body.key, keyId: made.body.id });
  revokedAt.set(key, Infinity);
  await must(() => callAs(home, url, 'DELETE', `/app/api/keys/${keyId}`));
  revokedAt.set(key, performance.now());
}

async function changeMember(url: string, { home }: Known, random: Random): Promise<void> {
  const role = random(2) === 0 ? 'owner' : 'member';
  await must(() => callAs(home, url, 'PATCH', `/app/api/members/${home.member}`, { role }));
}

const CHANGES = [changePlan, changeKey, changeMember];

async function must(ask: () => Promise<Reply>): Promise<Reply> {
  const reply = await retryWhileUnavailable(ask);
  if (reply.status >= 300) throw new Error(`A change was answered ${reply.status}.`);
  return reply;
}

/** What is wrong with an answer, if it was asked for long enough after `atMs` for all to know what was so then. */
function faultsOf(reply: Reply, family: Known, { key, atMs }: { key: string; atMs: number }): string[] {
  const { home, sent, acknowledgedAt, revokedAt } = family;
  const endedAt = revokedAt.get(key);
  if (reply.status === 401) return endedAt === undefined ? ['A good key was refused.'] : [];
  if (reply.status !== 200) return [`A read was answered ${reply.status}.`];
  if (endedAt !== undefined && endedAt < atMs) return ['A revoked key was good for a plan.'];
  const [whose = home.family, dinner = 0] = dinnerIn(reply)?.split(' ') ?? [];
  if (whose !== home.family) return ['The plan of another family was shown.'];
  const isStale = acknowledgedAt.some((doneAt, at) => at > Number(dinner) && doneAt < atMs);
  if (isStale) return [`Dinner ${dinner} was shown, and a later one has been there for long.`];
  return Number(dinner) > sent ? [`Dinner ${dinner} was shown, and nobody has sent it.`] : [];
}
