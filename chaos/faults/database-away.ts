/**
 * The database becomes unreachable, first without any reply, then by resetting connections, while clients use
 * valid keys and sessions. None of them gets 401 or 402: the response is the last plan known to be current, or 503
 * with Retry-After. When the database returns, the servers recover.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
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

const REQUESTS_PER_SECOND = 170;
const FAMILIES = 12;
/** Maximum age of a plan that is served from memory. */
const MAX_STALE_MS = 60_000;
const RECOVERY_MS = 20_000;

export const databaseAway: Trial = {
  name: 'database-away',
  part: 'faults',
  promise:
    'Database away for 60 s, 10,000 valid requests: no 401, no 402; 503 with `Retry-After`, or the last good plan, at most 60 s old',
  times: { full: 60, short: 2 },
  coveredBy: 'test/outage.test.ts',
  defect: {
    what: 'a key that cannot be read from the database counts as unknown',
    file: 'src/http/api/key-access.ts',
    from: 'await findKeyAndFamily(store, id);',
    to: 'await findKeyAndFamily(store, id).catch(() => undefined);',
  },

  async run({ times: seconds, postgres, isTimed, ...context }) {
    const database = await postgres();
    const proxy = await startTcpProxy(context.scope, database);
    const cluster = await startCluster(context, database, {
      databaseUrls: [proxy.url, proxy.url, proxy.url],
    });
    const homes = await Promise.all(Array.from({ length: FAMILIES }, () => cluster.newFamily()));
    for (const home of homes) {
      const id = randomUUID();
      await retryWhileUnavailable(() => setDinner(cluster.url, home, home.family, id));
    }
    // The servers cache a plan on its second read.
    const serversTwice = [...cluster.servers, ...cluster.servers];
    for (const { url } of serversTwice) await Promise.all(homes.map((home) => readPlan(url, home)));

    const broken: string[] = [];
    const seen = { 'plans from memory': 0, 'turned away': 0, 'slowest answer': 0 };
    let outageStartedAt = Infinity;
    const sendRequest = async (at: number) => {
      const { url } = cluster.servers[at % 3] as Cluster['servers'][number];
      const home = homes[at % FAMILIES] as Household;
      const startedAt = performance.now();
      const isPublic = at % 10 !== 0;
      const reply = await (isPublic ? readPlan(url, home) : callAs(home, url, 'GET', '/app/api/me'));
      const isTooOld = startedAt > outageStartedAt + MAX_STALE_MS;
      broken.push(...faultsOf(reply, isPublic ? home : undefined, isTooOld));
      if (reply.status === 503) seen['turned away'] += 1;
      else if (startedAt > outageStartedAt) seen['plans from memory'] += 1;
      seen['slowest answer'] = Math.max(seen['slowest answer'], performance.now() - startedAt);
    };
    const requests = await runAtRateWhile(rateOf(REQUESTS_PER_SECOND, isTimed), sendRequest, async () => {
      outageStartedAt = performance.now();
      for (const fault of ['silent', 'reset'] as const) {
        proxy.setFault(fault);
        await delay((seconds * 1_000) / 2);
      }
    });
    if (seen['turned away'] === 0) broken.push('No request got 503 during the outage.');
    proxy.setFault('none');
    for (const { url } of cluster.servers) {
      const hasRecovered = async () => (await readPlan(url, homes[0] as Household)).status === 200;
      await until('the server recovers', hasRecovered, RECOVERY_MS).catch((error: Error) =>
        broken.push(error.message),
      );
    }
    const slowest = `${Math.round(seen['slowest answer'])} ms`;
    return { figures: { 'seconds away': seconds, requests, ...seen, 'slowest answer': slowest }, broken };
  },
};

/** The faults of the response to a valid request. `home` is the family whose plan was requested, if any. */
function faultsOf(
  { status, headers, body }: Reply,
  home: Household | undefined,
  isTooOld: boolean,
): string[] {
  if (status === 503) return headers.has('retry-after') ? [] : ['A 503 had no Retry-After.'];
  if (status !== 200) return [`A valid request got status ${status}.`];
  if (isTooOld) return ['A plan was shown that may be older than 60 s.'];
  const isRight = home === undefined || dinnerIn({ status, headers, body }) === home.family;
  return isRight ? [] : ['Another plan was shown.'];
}
