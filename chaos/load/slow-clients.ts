/** Thousands of slow clients (slow-client-process.ts) occupy connections while other clients read as usual. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { requestText } from '../../bench/wire.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { inMs, Latencies } from './latencies.ts';
import { ConnectionPool } from './connection.ts';
import type { SlowClientsOptions, SlowClientsResult } from './slow-client-process.ts';
import { preload, startSeededServer } from './seeded-server.ts';

const FAMILIES = 100;
const READS_PER_SECOND = 200;
const CLOSED_MS = 10_000;
/** For the short form, in which the server has short timeouts: long enough for a busy machine. */
const TIMEOUT_MS = 15_000;
const MAX_SLOWDOWN = 2;
const SHORT_TIMEOUTS = new URL('./short-timeouts.ts', import.meta.url);
const CLIENT_PROCESS = new URL('./slow-client-process.ts', import.meta.url);

export const slowClients: Trial = {
  name: 'slow-clients',
  part: 'load',
  promise:
    '3,000 slow clients (headers, body, reading): others at most twice as slow, every connection closed within 10 s',
  times: { full: 3_000, short: 60 },
  defect: {
    what: 'receiving a body has no time limit',
    file: 'src/http/server/listener.ts',
    from: 'requestTimeout: REQUEST_MS',
    to: 'requestTimeout: 0',
  },

  async run(context) {
    const { times, isTimed, scope, report } = context;
    const settings = { RATE_LIMIT_PER_MINUTE: '0', ...(!isTimed && preload(SHORT_TIMEOUTS)) };
    const server = await startSeededServer(context, { families: FAMILIES, settings });
    const requests = server.keys.map((key) => requestText(key));
    const connections = new ConnectionPool(server.port);
    scope.after(() => connections.end());
    const reads = READS_PER_SECOND * (isTimed ? CLOSED_MS / 1_000 : 1);
    const read = async () => {
      const latencies = new Latencies();
      await latencies.collect(READS_PER_SECOND, reads, async (at) => {
        const { status } = await connections.send(requests[at % FAMILIES] as Buffer);
        return status === 200 ? undefined : `Another client got status ${status}.`;
      });
      return latencies;
    };
    const alone = await read();
    report('with slow clients');
    const options = {
      url: server.url,
      clients: times,
      dropEveryMs: isTimed ? 1_000 : 100,
      timeoutMs: TIMEOUT_MS,
    };
    const [beside, openMs] = await Promise.all([read(), runSlowClients(scope, options)]);

    const timesSlower = beside.at(0.5) / alone.at(0.5);
    const left = openMs.filter((ms) => ms > (isTimed ? CLOSED_MS : TIMEOUT_MS)).length;
    const broken = [...alone.faults, ...beside.faults];
    if (left > 0) broken.push(`${left} connections of slow clients stay open.`);
    if (isTimed && timesSlower > MAX_SLOWDOWN)
      broken.push(`Others are ${timesSlower.toFixed(1)} times as slow.`);
    return {
      figures: {
        'slow clients': times,
        'longest open': inMs(Math.max(...openMs)),
        'others alone': `${inMs(alone.at(0.5))}, p99 ${inMs(alone.at(0.99))}`,
        'others beside them': `${inMs(beside.at(0.5))}, p99 ${inMs(beside.at(0.99))}`,
      },
      broken,
    };
  },
};

/** Returns how long each slow connection was open. */
async function runSlowClients(scope: TrialContext['scope'], options: SlowClientsOptions): Promise<number[]> {
  const child = fork(CLIENT_PROCESS, { execArgv: [], serialization: 'advanced' });
  scope.after(() => child.kill());
  child.send(options);
  const [result] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
    SlowClientsResult | number,
  ];
  if (typeof result !== 'object' || result === null)
    throw new Error('The process of the slow clients ended.');
  return result.openMs;
}
