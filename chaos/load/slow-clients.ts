/** A crowd of slow clients keeps the server waiting (slow-crowd.ts), while others read as always. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { requestText } from '../../bench/wire.ts';
import type { Ground, Trial } from '../trial.ts';
import { inMs, Latencies } from './latencies.ts';
import { Lines } from './connection.ts';
import type { CrowdOrder, CrowdSeen } from './slow-crowd.ts';
import { loaded, startTown } from './seeded-server.ts';

const FAMILIES = 100;
const READS_PER_SECOND = 200;
const CLOSED_MS = 10_000;
/** When time does not count, the server is a hasty one, and this is long enough for a busy machine. */
const TIMEOUT_MS = 15_000;
const MOST_TIMES_SLOWER = 2;
const HASTY = new URL('./hasty.ts', import.meta.url);
const CROWD = new URL('./slow-crowd.ts', import.meta.url);

export const slowClients: Trial = {
  name: 'slow-clients',
  part: 'load',
  promise:
    '3,000 slow clients (headers, body, reading): others at most twice as slow, every connection closed within 10 s',
  times: { full: 3_000, short: 60 },
  defect: {
    what: 'a body may take as long as it likes',
    file: 'src/http/server/listener.ts',
    from: 'requestTimeout: REQUEST_MS',
    to: 'requestTimeout: 0',
  },

  async run(ground) {
    const { times, isTimed, scope, say } = ground;
    const settings = { RATE_LIMIT_PER_MINUTE: '0', ...(!isTimed && loaded(HASTY)) };
    const town = await startTown(ground, { families: FAMILIES, settings });
    const requests = town.keys.map((key) => requestText(key));
    const lines = new Lines(town.port);
    scope.after(() => lines.end());
    const reads = READS_PER_SECOND * (isTimed ? CLOSED_MS / 1_000 : 1);
    const read = async () => {
      const latencies = new Latencies();
      await latencies.collect(READS_PER_SECOND, reads, async (at) => {
        const { status } = await lines.ask(requests[at % FAMILIES] as Buffer);
        return status === 200 ? undefined : `Another client was answered ${status}.`;
      });
      return latencies;
    };
    const alone = await read();
    say('and now beside slow clients');
    const order = {
      url: town.url,
      clients: times,
      dropEveryMs: isTimed ? 1_000 : 100,
      timeoutMs: TIMEOUT_MS,
    };
    const [beside, openMs] = await Promise.all([read(), keepWaiting(scope, order)]);

    const timesSlower = beside.at(0.5) / alone.at(0.5);
    const left = openMs.filter((ms) => ms > (isTimed ? CLOSED_MS : TIMEOUT_MS)).length;
    const broken = [...alone.faults, ...beside.faults];
    if (left > 0) broken.push(`${left} connections of slow clients stay open.`);
    if (isTimed && timesSlower > MOST_TIMES_SLOWER)
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

/** How long each of the crowd's connections was open. */
async function keepWaiting(scope: Ground['scope'], order: CrowdOrder): Promise<number[]> {
  const crowd = fork(CROWD, { execArgv: [], serialization: 'advanced' });
  scope.after(() => crowd.kill());
  crowd.send(order);
  const [seen] = (await Promise.race([once(crowd, 'message'), once(crowd, 'exit')])) as [CrowdSeen | number];
  if (typeof seen !== 'object' || seen === null) throw new Error('The crowd went away.');
  return seen.openMs;
}
