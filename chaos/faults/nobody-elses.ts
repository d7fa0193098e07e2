/**
 * Reads the plans of families by API key while their members, keys and plans change. A dinner contains the family's
 * id and an increasing number, so that every response shows which family it belongs to and how old it is.
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
/** For the short form: long enough for a busy machine. */
const TIMEOUT_MS = 5_000;

type FamilyState = {
  home: Household;
  /** The number of the last dinner sent. */
  sent: number;
  /** When each dinner was acknowledged, by its number. */
  acknowledgedAt: number[];
  /** Revoked keys, and when the revocation was acknowledged. */
  revokedAt: Map<string, number>;
  isChanging: boolean;
};

export const nobodyElses: Trial = {
  name: 'nobody-elses',
  part: 'faults',
  promise:
    'Cached reads of 200 families while members, keys and plans change, 100,000: none of another family, none stale beyond 1 s',
  times: { full: 100_000, short: 600 },
  coveredBy: 'test/contract.test.ts',
  defect: {
    what: 'responses are cached by week, not by family',
    file: 'src/http/api/handler.ts',
    from: 'const cached = cache.find(key.family, representation.resource, argument);',
    to: 'const cached = ((this.#dependencies as any)[argument] ??= cache.find(key.family, representation.resource, argument));',
  },

  async run({ times, postgres, isTimed, report, ...context }) {
    const cluster = await startCluster(context, await postgres());
    const random = seededRandom(1);
    const families: FamilyState[] = [];
    for (let n = 0; n < FAMILIES[isTimed ? 'full' : 'short']; n += 1) {
      const home = await cluster.newFamily();
      const family = { home, sent: 0, acknowledgedAt: [], revokedAt: new Map(), isChanging: false };
      await changePlan(cluster.url, family);
      families.push(family);
    }
    const randomFamily = () => families[random(families.length)] as FamilyState;
    const broken: string[] = [];
    let [reads, turnedAway] = [0, 0];

    const read = async () => {
      while (reads < times && broken.length === 0) {
        reads += 1;
        if (reads % 10_000 === 0) report(`${reads} reads`);
        const { url } = cluster.servers[random(3)] as Cluster['servers'][number];
        const family = randomFamily();
        const key = random(10) === 0 ? [...family.revokedAt.keys()].at(-1) : undefined;
        const { home } = key === undefined ? family : { home: { ...family.home, key } };
        const request = { key: home.key, atMs: performance.now() - (isTimed ? STALE_MS : TIMEOUT_MS) };
        const reply = await readPlan(url, home);
        if (reply.status === 503) turnedAway += 1;
        else broken.push(...faultsOf(reply, family, request));
      }
    };
    const change = async () => {
      const family = randomFamily();
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

async function changePlan(url: string, family: FamilyState): Promise<void> {
  const [dinner, id] = [(family.sent += 1), randomUUID()];
  await expectSuccess(() => setDinner(url, family.home, `${family.home.family} ${dinner}`, id));
  family.acknowledgedAt[dinner] = performance.now();
}

async function changeKey(url: string, { home, revokedAt }: FamilyState): Promise<void> {
  const { key, keyId } = home;
  const added = await expectSuccess(() => callAs(home, url, 'POST', '/app/api/keys', { name: 'new' }));
  Object.assign(home, { key: added.body.key, keyId: added.body.id });
  revokedAt.set(key, Infinity);
  await expectSuccess(() => callAs(home, url, 'DELETE', `/app/api/keys/${keyId}`));
  revokedAt.set(key, performance.now());
}

async function changeMember(url: string, { home }: FamilyState, random: Random): Promise<void> {
  const role = random(2) === 0 ? 'owner' : 'member';
  await expectSuccess(() => callAs(home, url, 'PATCH', `/app/api/members/${home.member}`, { role }));
}

const CHANGES = [changePlan, changeKey, changeMember];

async function expectSuccess(request: () => Promise<Reply>): Promise<Reply> {
  const reply = await retryWhileUnavailable(request);
  if (reply.status >= 300) throw new Error(`A change returned ${reply.status}.`);
  return reply;
}

/** The faults of a response that must reflect every change acknowledged before `atMs`. */
function faultsOf(reply: Reply, family: FamilyState, { key, atMs }: { key: string; atMs: number }): string[] {
  const { home, sent, acknowledgedAt, revokedAt } = family;
  const endedAt = revokedAt.get(key);
  if (reply.status === 401) return endedAt === undefined ? ['A valid key was refused.'] : [];
  if (reply.status !== 200) return [`A read returned ${reply.status}.`];
  if (endedAt !== undefined && endedAt < atMs) return ['A revoked key returned a plan.'];
  const [whose = home.family, dinner = 0] = dinnerIn(reply)?.split(' ') ?? [];
  if (whose !== home.family) return ['The plan of another family was returned.'];
  const isStale = acknowledgedAt.some((doneAt, at) => at > Number(dinner) && doneAt < atMs);
  if (isStale)
    return [`Dinner ${dinner} was returned although a later one was acknowledged before the limit.`];
  return Number(dinner) > sent ? [`Dinner ${dinner} was returned but never sent.`] : [];
}
