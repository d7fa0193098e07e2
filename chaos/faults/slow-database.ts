/**
 * Every network fault between server and database while clients read and write; each server has its own proxy.
 * Every request gets its response or 503 in time, and soon after the fault ends the server is healthy again.
 */
import type { Reply } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';
import { callAs, type Household, readPlan, startCluster } from '../cluster.ts';
import { type Fault, startTcpProxy } from '#test/support/servers/tcp-proxy.ts';
import { runAtRate } from '../rate.ts';
import type { Trial } from '../trial.ts';

/** The faults of each server. */
const FAULTS: Fault[][] = [['late', 'reset'], ['silent'], ['half-open', 'bytewise']];
const REQUESTS_PER_SECOND = 40;
const ANSWERED_MS = 2_000;
/** For the short form: long enough for a busy machine. */
const TIMEOUT_MS = 4_000;
const HEALTHY_MS = 5_000;
/** Concurrent requests after the fault: more than the pool has connections. */
const CHECKS = 20;

export const slowDatabase: Trial = {
  name: 'slow-database',
  part: 'faults',
  promise:
    'Latency 1 s, black hole, reset, one byte at a time, half-open between server and database: every request answered within 2 s, pool healthy 5 s after',
  times: { full: 400, short: 20 },
  coveredBy: 'test/outage.test.ts',
  defect: {
    what: 'a request has no time limit, only each of its statements',
    file: 'src/storage/deadline.ts',
    from: 'const REQUEST_MS = 1_700;',
    to: 'const REQUEST_MS = 60_000;',
  },

  async run({ times, postgres, isTimed, report, ...context }) {
    const database = await postgres();
    const proxies = await Promise.all(FAULTS.map(() => startTcpProxy(context.scope, database)));
    const cluster = await startCluster(context, database, { databaseUrls: proxies.map(({ url }) => url) });
    const home = await cluster.newFamily();
    const [answeredMs, healthyMs] = isTimed ? [ANSWERED_MS, HEALTHY_MS] : [TIMEOUT_MS, 5 * TIMEOUT_MS];
    const broken: string[] = [];
    const slowest: Record<string, number> = {};
    let turnedAway = 0;

    const testFault = async (at: number, fault: Fault) => {
      const [proxy, url] = [proxies[at] as (typeof proxies)[number], cluster.servers[at]?.url as string];
      const sendRequest = async (n: number) => {
        const startedAt = performance.now();
        const reply = await request(url, home, n);
        const ms = performance.now() - startedAt;
        slowest[fault] = Math.max(slowest[fault] ?? 0, ms);
        if (ms > answeredMs) broken.push(`${fault}: a response took ${Math.round(ms)} ms.`);
        if (reply.status === 503 && reply.headers.has('retry-after')) turnedAway += 1;
        else if (!isOk(reply)) broken.push(`${fault}: a request got status ${reply.status}.`);
      };
      const isHealthy = async () => {
        const all = Array.from({ length: CHECKS }, (_, n) => request(url, home, n));
        return (await Promise.all(all)).every(isOk);
      };
      // Start with all connections of the pool open.
      await until('the pool is healthy', isHealthy, 5 * TIMEOUT_MS);
      proxy.setFault(fault);
      await runAtRate(REQUESTS_PER_SECOND, (started) => started < times, sendRequest);
      proxy.setFault('none');
      const recovery = until(`the pool is healthy after ${fault}`, isHealthy, healthyMs);
      await recovery.catch((error: Error) => broken.push(error.message));
      report(`${fault}: slowest response ${Math.round(slowest[fault] ?? 0)} ms`);
    };
    const inTurn = async (faults: Fault[], at: number) => {
      for (const fault of faults) await testFault(at, fault);
    };
    await Promise.all(FAULTS.map(inTurn));
    const longest = Object.entries(slowest).map(([fault, ms]) => [
      `slowest, ${fault}`,
      `${Math.round(ms)} ms`,
    ]);
    const requests = times * Object.keys(slowest).length;
    return { figures: { requests, 'turned away': turnedAway, ...Object.fromEntries(longest) }, broken };
  },
};

function isOk({ status }: Reply): boolean {
  return status === 200 || status === 204;
}

const CHANGE = { name: 'Okafor', timeZone: 'Africa/Lagos' };

/** Half reads by key, half requests of the owner: a change and a read. */
function request(url: string, home: Household, at: number): Promise<Reply> {
  if (at % 4 === 0) return callAs(home, url, 'PATCH', '/app/api/family', CHANGE);
  if (at % 4 === 1) return callAs(home, url, 'GET', '/app/api/me');
  return readPlan(url, home);
}
