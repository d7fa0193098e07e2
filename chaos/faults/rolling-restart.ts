/**
 * Restarts the three servers in turn, repeatedly, while clients read and write through haproxy over keep-alive
 * connections. No request fails.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type Cluster, CURRENT, type Household, startCluster } from '../cluster.ts';
import { rateOf, runAtRateWhile } from '../rate.ts';
import type { Trial } from '../trial.ts';

const REQUESTS_PER_SECOND = 300;
const CONNECTIONS = 60;
const FAMILIES = 10;
const REQUESTS_PER_CHANGE = 20;
const OK = 'ok';

export const rollingRestart: Trial = {
  name: 'rolling-restart',
  part: 'faults',
  promise: 'Rolling restart under 300 requests a second with keep-alive, 50 times: no failed request',
  times: { full: 50, short: 1 },
  defect: {
    what: 'a server refuses all requests as soon as it receives SIGTERM',
    file: 'src/server.ts',
    from: 'isStopping = true;',
    to: 'isStopping = true;\n      listener.handler = (_, response) => void response.writeHead(503).end();',
  },

  async run({ times, postgres, report, isTimed, ...context }) {
    const cluster = await startCluster(context, await postgres(), { servers: isTimed ? 3 : 2 });
    const homes = await Promise.all(Array.from({ length: FAMILIES }, () => cluster.newFamily()));
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    context.scope.after(() => agent.destroy());
    const seen = new Map<string, number>();
    let slowestMs = 0;
    const sendRequest = async (at: number) => {
      const home = homes[at % FAMILIES] as Household;
      const startedAt = performance.now();
      const outcome = await (Math.floor(at / FAMILIES) % REQUESTS_PER_CHANGE === 0
        ? change(cluster, agent, home)
        : read(cluster, agent, home));
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    };
    let restarts = 0;
    const requests = await runAtRateWhile(rateOf(REQUESTS_PER_SECOND, isTimed), sendRequest, async () => {
      for (let round = 1; round <= times; round += 1) {
        // The short form restarts only one of them; all behave the same.
        for (const at of isTimed ? [0, 1, 2] : [0]) {
          await cluster.restart(at);
          restarts += 1;
        }
        if (round % 5 === 0) report(`${round} times`);
      }
    });
    const isOk = (outcome: string) => outcome === OK || (!isTimed && isFailureOfMachine(outcome));
    const broken = [...seen]
      .filter(([outcome]) => !isOk(outcome))
      .map(([outcome, count]) => `${count} requests failed: ${outcome}.`);
    const succeeded = seen.get(OK) ?? 0;
    if (succeeded < requests / 10) broken.push(`Only ${succeeded} of ${requests} requests succeeded.`);
    return { figures: { restarts, requests, 'slowest answer': `${Math.round(slowestMs)} ms` }, broken };
  },
};

/**
 * On a busy machine the proxy may notice too late that a server stops or runs again: it responds itself or ends the
 * connection. And the database may be slower than a server waits. Only the full form counts these.
 */
function isFailureOfMachine(outcome: string): boolean {
  return /^(GET|PUT) (Error: |50[234] <html>|503 \{"type":"\/api\/docs#unavailable")/.test(outcome);
}

function read({ url }: Cluster, agent: Agent, { key }: Household): Promise<string> {
  return send(url + CURRENT, agent, 'GET', { 'X-API-Key': key });
}

function change({ url }: Cluster, agent: Agent, { token }: Household): Promise<string> {
  const headers = {
    Cookie: `weekfare-session=${token}`,
    Origin: url,
    'Content-Type': 'application/json',
  };
  return send(`${url}/app/api/family/units`, agent, 'PUT', headers, JSON.stringify({ units: 'metric' }));
}

/** Returns OK, or the status and body of another response, or the error. */
async function send(
  url: string,
  agent: Agent,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<string> {
  const outgoing = request(url, { agent, method, headers });
  try {
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const content = await text(response);
    const { statusCode = 0 } = response;
    return statusCode < 300 ? OK : `${method} ${statusCode} ${content.slice(0, 100)}`;
  } catch (error) {
    return `${method} ${String(error)}`;
  }
}
