/**
 * All three servers are restarted, one after the other, again and again, while people read and write through
 * haproxy over connections that they keep. Nobody gets to see anything of it.
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
/** One in so many is a change. */
const CHANGES = 20;
const FINE = 'fine';

export const rollingRestart: Trial = {
  name: 'rolling-restart',
  part: 'faults',
  promise: 'Rolling restart under 300 requests a second with keep-alive, 50 times: no failed request',
  times: { full: 50, short: 1 },
  defect: {
    what: 'a server that is told to stop turns everyone away at once',
    file: 'src/server.ts',
    from: 'ready = false;',
    to: 'ready = false;\n      listener.handler = (_, response) => void response.writeHead(503).end();',
  },

  async run({ times, postgres, report, isTimed, ...context }) {
    const cluster = await startCluster(context, await postgres());
    const homes = await Promise.all(Array.from({ length: FAMILIES }, () => cluster.newFamily()));
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    context.scope.after(() => agent.destroy());
    const seen = new Map<string, number>();
    let slowestMs = 0;
    const ask = async (at: number) => {
      const home = homes[at % FAMILIES] as Household;
      const startedAt = performance.now();
      const outcome = await (Math.floor(at / FAMILIES) % CHANGES === 0
        ? change(cluster, agent, home)
        : read(cluster, agent, home));
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    };
    let restarts = 0;
    const requests = await runAtRateWhile(rateOf(REQUESTS_PER_SECOND, isTimed), ask, async () => {
      for (let round = 1; round <= times; round += 1) {
        // The short form restarts one of them: what holds for it holds for the others.
        for (const at of isTimed ? [0, 1, 2] : [0]) {
          await cluster.restart(at);
          restarts += 1;
        }
        if (round % 5 === 0) report(`${round} times`);
      }
    });
    // Beside other work the proxy may learn too late that a server goes: what it sent in vain counts when time does.
    const isFine = (outcome: string) => outcome === FINE || (!isTimed && outcome.startsWith('PUT Error'));
    const broken = [...seen]
      .filter(([outcome]) => !isFine(outcome))
      .map(([outcome, count]) => `${count} requests were answered: ${outcome}.`);
    return { figures: { restarts, requests, 'slowest answer': `${Math.round(slowestMs)} ms` }, broken };
  },
};

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

/** That all is fine, or what else was said, or why there was no answer. */
async function send(
  url: string,
  agent: Agent,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<string> {
  const asked = request(url, { agent, method, headers });
  try {
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const said = await text(answer);
    const { statusCode = 0 } = answer;
    return statusCode < 300 ? FINE : `${method} ${statusCode} ${said.slice(0, 100)}`;
  } catch (error) {
    return `${method} ${String(error)}`;
  }
}
