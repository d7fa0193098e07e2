/**
 * Monday 00:00 in all time zones at once, which is worse than reality. On Sunday every family reads its week. Then
 * the server's clock jumps past midnight in every zone, which invalidates all cached responses, and within one
 * second every family reads again on a new connection.
 */
import { until } from '#test/support/until.ts';
import { requestText, type WireResponse } from '../../bench/wire.ts';
import type { Trial } from '../trial.ts';
import { inMs, Latencies } from './latencies.ts';
import { Connection, ConnectionPool } from './connection.ts';
import { preload, startSeededServer, type SeededServer } from './seeded-server.ts';

/** One minute before Monday starts in the first zone, and the moment when it starts in the last. */
const SUNDAY_MS = Date.parse('2026-11-15T09:59:00Z');
const MONDAY_MS = Date.parse('2026-11-16T12:00:00Z');
const WEEKS = { before: '2026-11-09', after: '2026-11-16' };
const ZONES = Intl.supportedValuesOf('timeZone');
const JUMPING_CLOCK = new URL('./jumping-clock.ts', import.meta.url);
const MAX_MS = 2_000;
const WARM_UP_PER_SECOND = 2_000;

export const mondayMidnight: Trial = {
  name: 'monday-midnight',
  part: 'load',
  promise:
    'Monday 00:00, 5,000 clients within one second, families of all zones: the new week for each, no 5xx, p99 at most 2 s',
  times: { full: 5_000, short: 500 },
  coveredBy: 'test/contract.test.ts',
  defect: {
    what: 'the current week of a zone is not computed again after midnight',
    file: 'src/domain/week/week.ts',
    from: 'if (minute !== this.#minute) {',
    to: 'if (Number.isNaN(this.#minute)) {',
  },

  async run(context) {
    const { times, isTimed, scope, report } = context;
    const clock = { CLOCK_FROM: String(SUNDAY_MS), CLOCK_TO: String(MONDAY_MS) };
    const server = await startSeededServer(context, {
      families: times,
      nowMs: SUNDAY_MS,
      zones: ZONES,
      settings: { ...clock, ...preload(JUMPING_CLOCK) },
    });
    const requests = server.keys.map((key) => requestText(key));
    const connections = new ConnectionPool(server.port);
    scope.after(() => connections.end());
    const sunday = new Latencies();
    await sunday.collect(WARM_UP_PER_SECOND, times, async (at) =>
      faultOf(await connections.send(requests[at] as Buffer), WEEKS.before),
    );
    await advanceClock(server, connections, requests[0] as Buffer);

    report('Monday');
    const monday = new Latencies();
    await monday.collect(times, times, async (at) => {
      const connection = new Connection(server.port);
      scope.after(() => connection.end());
      return faultOf(await connection.send(requests[at] as Buffer), WEEKS.after);
    });
    const p99 = monday.at(0.99);
    const broken = [...sunday.faults, ...monday.faults];
    if (isTimed && p99 > MAX_MS) broken.push(`p99 is ${inMs(p99)}.`);
    return {
      figures: {
        clients: times,
        zones: Math.min(times, ZONES.length),
        'answered with the new week': monday.answered,
        median: inMs(monday.at(0.5)),
        p99: inMs(p99),
        slowest: inMs(monday.at(1)),
      },
      broken,
    };
  },
};

/** Waits until the Date header shows that the clock has jumped. */
async function advanceClock(
  { child }: SeededServer,
  connections: ConnectionPool,
  request: Buffer,
): Promise<void> {
  child.kill('SIGUSR2');
  await until('the clock jumps', async () => /\r\nDate: Mon/.test((await connections.send(request)).head));
}

function faultOf({ status, body }: WireResponse, week: string): string | undefined {
  if (status !== 200) return `A client got status ${status}.`;
  return body.includes(`"weekOf":"${week}T`) ? undefined : 'A client got the plan of another week.';
}
