/**
 * Sustained open-loop load: reads of the public API, and one change of a plan in 50 requests. Requests start when
 * they are due without waiting for earlier responses, so a pause of the server delays every request in it.
 */
import { randomUUID } from 'node:crypto';
import { type Meal, type Place, PLACES } from '#domain/plan/plan.ts';
import { weekAt } from '#domain/week/week.ts';
import { requestText } from '../../bench/wire.ts';
import { type Client, signUp } from '../client.ts';
import type { Trial } from '../trial.ts';
import { inMs, Latencies } from './latencies.ts';
import { ConnectionPool } from './connection.ts';
import { startSeededServer } from './seeded-server.ts';

const PER_SECOND = 500;
const FAMILIES = 2_000;
const REQUESTS_PER_CHANGE = 50;
const MAX_MS = 50;
const REPORT_EVERY = PER_SECOND * 60;

export const openLoop: Trial = {
  name: 'open-loop',
  part: 'load',
  promise:
    '500 requests a second for 10 minutes, latency counted from when a request was due: no error, p99 at most 50 ms',
  // Seconds.
  times: { full: 600, short: 2 },
  coveredBy: 'test/outage.test.ts',
  defect: {
    what: 'a finished read still counts as waiting for the database',
    file: 'src/http/serve-cached.ts',
    from: 'this.#waiting -= 1;',
    to: 'this.#waiting += 1;',
  },

  async run(context) {
    const { times, isTimed, scope, report } = context;
    const server = await startSeededServer(context, { families: FAMILIES });
    const requests = server.keys.map((key) => requestText(key));
    const connections = new ConnectionPool(server.port);
    scope.after(() => connections.end());
    const change = planChanger(await signUp(server.url));
    const latencies = new Latencies();
    await latencies.collect(PER_SECOND, PER_SECOND * times, async (at) => {
      if (at > 0 && at % REPORT_EVERY === 0) report(`${at} requests, p99 ${inMs(latencies.at(0.99))}`);
      if (at % REQUESTS_PER_CHANGE === 0) return change(at / REQUESTS_PER_CHANGE);
      // 7 and the number of families are coprime, so this visits all of them.
      const { status } = await connections.send(requests[(at * 7) % FAMILIES] as Buffer);
      return status === 200 ? undefined : `A read returned ${status}.`;
    });
    const p99 = latencies.at(0.99);
    const broken = latencies.faults;
    if (isTimed && p99 > MAX_MS) broken.push(`p99 is ${inMs(p99)}.`);
    return {
      figures: {
        requests: latencies.answered,
        median: inMs(latencies.at(0.5)),
        p99: inMs(p99),
        'p99.9': inMs(latencies.at(0.999)),
        slowest: inMs(latencies.at(1)),
      },
      broken,
    };
  },
};

/** Changes the slots of the week in turn, so that a change does not conflict with the one before. */
function planChanger(writer: Client): (count: number) => Promise<string | undefined> {
  const week = weekAt(Temporal.Now.instant(), 'UTC');
  const current = new Map<Place, Meal>();
  return async (count) => {
    const place = PLACES[count % PLACES.length] as Place;
    const after = { description: randomUUID() };
    const edits = [{ week, ...place, before: current.get(place) ?? null, after }];
    const { status } = await writer.call('POST', '/app/api/changes', { id: randomUUID(), edits });
    current.set(place, after);
    return status === 200 ? undefined : `A change returned ${status}.`;
  };
}
