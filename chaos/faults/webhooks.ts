/**
 * Three servers send webhooks to one receiver. First nothing fails: every change arrives once and soon. Then all are
 * killed while one sends, again and again: everything arrives all the same after they have started again.
 */
import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addWebhook } from '#actions/keys-and-links/webhooks.ts';
import { accepted } from '#test/support/accepted.ts';
import type { Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { OPERATOR } from '#storage/actor.ts';
import { type Cluster, type Household, setDinner, startCluster } from '../cluster.ts';
import { retryWhileUnavailable } from '../client.ts';
import { inMs } from '../load/latencies.ts';
import type { Trial } from '../trial.ts';

const FAMILIES = 5;
/** The promise is for an idle machine. */
const P99_MS = 1_000;

type Arrival = { id: string; family: string; version: number; atMs: number };
type Receiver = {
  url: string;
  arrivals: Arrival[];
  /** Called before the response. */
  onArrival: () => Promise<void>;
};

export const webhooks: Trial = {
  name: 'webhooks',
  part: 'faults',
  promise:
    '1,000 changes on three processes: each webhook arrives once, p99 under 1 s; with senders killed, none is lost',
  times: { full: 1_000, short: 30 },
  coveredBy: 'src/jobs/webhook-sender.test.ts',
  defect: {
    what: 'a server sends although another one has claimed the endpoint',
    file: 'src/jobs/webhook-sender.ts',
    from: 'if (!isOurs && claimedMs > clock() && claimedMs < clock() + WRONG_CLOCK_MS) return claimedMs;',
    to: 'void [isOurs, claimedMs];',
  },
  moreDefects: [
    {
      what: 'the claim of a killed server never ends',
      file: 'src/jobs/webhook-sender.ts',
      from: 'if (!isOurs && claimedMs > clock() && claimedMs < clock() + WRONG_CLOCK_MS) return claimedMs;',
      to: 'if (!isOurs && claimedMs > 0) return clock() + CLAIM_MS;',
    },
  ],

  async run({ times, postgres, isTimed, report, ...context }) {
    const settings = { FETCH_PRIVATE_HOSTS: '127.0.0.1' };
    const cluster = await startCluster(context, await postgres(), { settings });
    const receiver = await startReceiver(context.scope);
    const homes = await Promise.all(Array.from({ length: FAMILIES }, () => cluster.newFamily()));
    for (const home of homes) await addEndpoint(cluster, home, receiver);
    let latenciesMs: number[] = [];
    const broken: string[] = [];
    const perFamily = Math.ceil(times / FAMILIES);
    const change = async (home: Household, at: number) => {
      const { version, startedMs } = await makeChange(cluster, home, at);
      const isArrived = () => arrivalOf(receiver, home, version) !== undefined;
      await until(`webhook of change ${version}`, isArrived);
      latenciesMs.push((arrivalOf(receiver, home, version)?.atMs ?? Number.NaN) - startedMs);
    };
    const changeEach = (count: number) =>
      Promise.all(
        homes.map(async (home) => {
          for (let at = 0; at < count; at += 1) await change(home, at);
        }),
      );
    try {
      // The first changes wait for servers that still load the cookbook and compile their code.
      await changeEach(cluster.servers.length);
      latenciesMs = [];
      await changeEach(perFamily);
    } catch (error) {
      broken.push((error as Error).message);
    }
    const sent = receiver.arrivals.length;
    const doubled = sent - new Set(receiver.arrivals.map(({ id }) => id)).size;
    if (doubled > 0) broken.push(`${doubled} webhooks arrived twice although nothing failed.`);
    const sorted = latenciesMs.toSorted((first, second) => first - second);
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
    const [p50, p99] = [at(0.5), at(0.99)];
    if (isTimed && p99 > P99_MS) broken.push(`p99 was ${inMs(p99)}.`);
    report(`${sent} webhooks, p99 ${inMs(p99)}`);
    const kills = Math.max(1, Math.round(times / 200));
    const slowestMs = await killSenders(cluster, receiver, homes, kills).catch((error: Error) => {
      broken.push(error.message);
      return Number.NaN;
    });
    const slowest = inMs(slowestMs);
    const figures = {
      changes: sent,
      p50: inMs(p50),
      p99: inMs(p99),
      doubled,
      kills,
      'slowest after a kill': slowest,
    };
    return { figures, broken };
  },
};

/** Kills all servers while one sends, before it gets the response. Returns how long it took until the webhook came again. */
async function killSenders(
  cluster: Cluster,
  receiver: Receiver,
  homes: readonly Household[],
  kills: number,
): Promise<number> {
  let slowestMs = 0;
  for (let round = 0; round < kills; round += 1) {
    const home = homes[round % homes.length] as Household;
    const killed = Promise.withResolvers<void>();
    receiver.onArrival = async () => {
      receiver.onArrival = async () => {};
      await Promise.all(cluster.servers.map(({ child }) => killProcess(child)));
      killed.resolve();
    };
    const { version } = await makeChange(cluster, home, 100_000 + round);
    await killed.promise;
    const killedMs = performance.now();
    await Promise.all(cluster.servers.map((_, at) => cluster.restart(at)));
    const again = () =>
      receiver.arrivals.some(
        (arrival) => arrival.family === home.family && arrival.version >= version && arrival.atMs > killedMs,
      );
    await until(`webhook of change ${version} after a restart`, again);
    slowestMs = Math.max(slowestMs, performance.now() - killedMs);
  }
  return slowestMs;
}

async function killProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

/** `startedMs` is the start of the request that was accepted. */
async function makeChange({ servers }: Cluster, home: Household, at: number) {
  const { url } = servers[at % servers.length] as Cluster['servers'][number];
  const id = randomUUID();
  let startedMs = 0;
  const { status, body } = await retryWhileUnavailable(() => {
    startedMs = performance.now();
    return setDinner(url, home, `Dinner ${at}`, id);
  });
  if (status !== 200) throw new Error(`A change returned ${status}.`);
  const [plan] = Object.values(body.plans as Record<string, { version: number }>);
  return { version: plan?.version ?? 0, startedMs };
}

async function addEndpoint({ store }: Cluster, { family }: Household, { url }: Receiver): Promise<void> {
  const context = { store, actor: OPERATOR, nowMs: Date.now() };
  accepted(
    await addWebhook(context, family, { name: 'Trial', url: `${url}/${family}`, types: ['plan.changed'] }),
  );
}

function arrivalOf({ arrivals }: Receiver, { family }: Household, version: number): Arrival | undefined {
  return arrivals.find((arrival) => arrival.family === family && arrival.version === version);
}

async function startReceiver(scope: Scope): Promise<Receiver> {
  const receiver: Receiver = { url: '', arrivals: [], onArrival: async () => {} };
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { version: number } };
    const id = String(request.headers['webhook-id']);
    const family = (request.url ?? '').slice(1);
    receiver.arrivals.push({ id, family, version: data.version, atMs: performance.now() });
    await receiver.onArrival();
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.after(() => {
    server.close();
    server.closeAllConnections();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
