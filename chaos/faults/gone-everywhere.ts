/**
 * A key is revoked, Premium ends, a plan is changed. After each change all servers are polled until none
 * returns the old response, under a constant load of reads. Half of the changes happen with PostgreSQL's
 * notification channel cut.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { setPremium } from '#actions/account/families.ts';
import { OPERATOR } from '#storage/actor.ts';
import { accepted } from '#test/support/accepted.ts';
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
import { startTcpProxy } from '#test/support/servers/tcp-proxy.ts';
import { rateOf, runAtRateWhile } from '../rate.ts';
import type { Trial } from '../trial.ts';

const READS_PER_SECOND = 200;
const GONE_MS = 1_000;
/** For the short form: long enough for a busy machine. */
const TIMEOUT_MS = 5_000;
/** How long a server may respond 503. */
const UNAVAILABLE_MS = 30_000;
const POLL_MS = 20;

/** A change of a family. `apply` returns a check that recognises the new response; `revert` prepares the next round. */
type Change = {
  what: string;
  apply(cluster: Cluster, home: Household): Promise<(reply: Reply) => boolean>;
  revert(cluster: Cluster, home: Household): Promise<void>;
};

const CHANGES: Change[] = [
  {
    what: 'a revoked key',
    async apply({ url }, home) {
      await expectStatus(204, () => callAs(home, url, 'DELETE', `/app/api/keys/${home.keyId}`));
      return ({ status }) => status === 401;
    },
    async revert({ url }, home) {
      const add = () => callAs(home, url, 'POST', '/app/api/keys', { name: 'new' });
      const { id, key } = await expectStatus(200, add);
      Object.assign(home, { keyId: id, key });
    },
  },
  {
    what: 'ended Premium',
    async apply(cluster, home) {
      await grant(cluster, home, 'none');
      return ({ status }) => status === 402;
    },
    revert: (cluster, home) => grant(cluster, home, 'forever'),
  },
  {
    what: 'a changed plan',
    async apply({ url }, home) {
      const dinner = randomUUID();
      await expectStatus(200, () => setDinner(url, home, dinner, dinner));
      return (reply) => dinnerIn(reply) === dinner;
    },
    async revert() {},
  },
];

export const goneEverywhere: Trial = {
  name: 'gone-everywhere',
  part: 'faults',
  promise:
    'A key revoked, Premium ended, a plan changed, 100 each under 200 requests a second on three servers: the old answer is gone everywhere within 1 s, also with the notification channel cut',
  times: { full: 100, short: 2 },
  defect: {
    what: 'servers learn of changes by notification only',
    file: 'src/storage/feed.ts',
    from: 'this.#cursor = seq;\n        this.#onChange(family_id);',
    to: 'this.#cursor = seq;',
  },

  async run({ times, postgres, isTimed, report, ...context }) {
    const database = await postgres();
    const proxy = await startTcpProxy(context.scope, database);
    const cluster = await startCluster(context, database, {
      servers: isTimed ? 3 : 2,
      databaseUrls: [proxy.url, proxy.url, proxy.url],
    });
    const homes = await Promise.all(CHANGES.map(() => cluster.newFamily()));
    const maxMs = isTimed ? GONE_MS : TIMEOUT_MS;
    const [broken, slowest] = [[] as string[], { 'told at once': 0, 'channel cut': 0 }];

    const repeat = async (change: Change, home: Household, channel: keyof typeof slowest) => {
      for (let at = 0; at < times / 2 && broken.length === 0; at += 1) {
        await Promise.all(cluster.servers.map(({ url }) => untilResponse(url, home, isOk, TIMEOUT_MS)));
        const isNew = await change.apply(cluster, home);
        const all = cluster.servers.map(({ url }) => untilResponse(url, home, isNew, maxMs));
        const ms = Math.max(...(await Promise.all(all)));
        slowest[channel] = Math.max(slowest[channel], ms);
        if (ms > maxMs)
          broken.push(`After ${maxMs} ms a server does not know of ${change.what} (${channel}).`);
        await change.revert(cluster, home);
      }
      report(`${change.what}, ${channel}: done`);
    };
    const read = async (at: number) => {
      const count = cluster.servers.length;
      const { url } = cluster.servers[at % count] as Cluster['servers'][number];
      const { status } = await readPlan(url, homes[Math.floor(at / count) % 3] as Household);
      if (status >= 500 && status !== 503) broken.push(`A read returned ${status}.`);
    };
    const reads = await runAtRateWhile(rateOf(READS_PER_SECOND, isTimed), read, async () => {
      for (const channel of ['told at once', 'channel cut'] as const) {
        if (channel === 'channel cut') proxy.setFault('reset', 'weekfare feed');
        await Promise.all(CHANGES.map((change, at) => repeat(change, homes[at] as Household, channel)));
      }
    });
    const longest = Object.entries(slowest).map(([how, ms]) => [`slowest, ${how}`, `${Math.round(ms)} ms`]);
    return { figures: { changes: times * CHANGES.length, reads, ...Object.fromEntries(longest) }, broken };
  },
};

/**
 * Polls until the response matches. Returns when the last request with another response was sent, in milliseconds
 * from the start. A 503 counts as neither.
 */
async function untilResponse(
  url: string,
  home: Household,
  matches: (reply: Reply) => boolean,
  maxMs: number,
): Promise<number> {
  const startedAt = performance.now();
  for (let lastMs = 0; ;) {
    const ms = performance.now() - startedAt;
    const reply = await readPlan(url, home);
    if (matches(reply)) return lastMs;
    if (reply.status !== 503) lastMs = ms;
    if (lastMs > maxMs) return lastMs;
    if (ms > UNAVAILABLE_MS) throw new Error(`A server responded 503 for ${UNAVAILABLE_MS} ms.`);
    await delay(POLL_MS);
  }
}

function isOk({ status }: Reply): boolean {
  return status === 200;
}

async function grant({ store }: Cluster, { family }: Household, premium: 'none' | 'forever'): Promise<void> {
  accepted(await setPremium({ store, actor: OPERATOR, nowMs: Date.now() }, family, premium));
}

async function expectStatus(expected: number, request: () => Promise<Reply>): Promise<Reply['body']> {
  const { status, body } = await retryWhileUnavailable(request);
  if (status !== expected) throw new Error(`A change returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
