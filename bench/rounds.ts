/**
 * Measures the cases in rounds, each case in turn, so that a slow phase of the machine affects all of them. The
 * first round is a warm-up and does not count; with many families it reads each of them once.
 *
 * CPU time is that of the server process. When most requests are the first of their key in a minute, the service
 * saves the last uses of keys some seconds later: that CPU time counts too.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Case, Host } from './cases.ts';
import type { Generator } from './generator.ts';
import type { Job } from './load.ts';
import type { Server } from './servers.ts';

export type Hosted = { server: Server; keysFile: string };
export type Sample = { cpuMicros: number; savingMicros: number | undefined; requestsPerSecond: number };
type Plan = { rounds: number; requests: (host: Host) => number; warmUp: number };

/** Longer than the service waits before it saves the last uses. */
const SAVING_MS = 6_000;

export async function measureRounds(
  cases: Case[],
  hosts: Record<Host, Hosted>,
  generator: Generator,
  { rounds, requests, warmUp }: Plan,
  log: (text: string) => void,
): Promise<Map<Case, Sample[]>> {
  const samples = new Map<Case, Sample[]>(cases.map((each) => [each, []]));
  for (let round = 0; round <= rounds; round += 1) {
    log(round === 0 ? 'round 0: warming up' : `round ${round} of ${rounds}`);
    for (const each of cases) {
      const { server, keysFile } = hosts[each.host];
      const { variant, status } = each;
      const job: Job = {
        port: server.port,
        keysFile,
        variant,
        status,
        order: round === 0 && isMany(each.host) ? 'each' : 'random',
        requests: round === 0 ? warmUp : requests(each.host),
        seed: round + 1,
      };
      const sample = await measure(server, generator, job, savesIn(round) && isMany(each.host)).catch(
        (error: unknown) => {
          throw new Error(`This case could not be measured: ${each.name}`, { cause: error });
        },
      );
      if (round > 0) samples.get(each)?.push(sample);
    }
  }
  return samples;
}

async function measure(server: Server, generator: Generator, job: Job, saves: boolean): Promise<Sample> {
  await generator.prepare(job);
  const before = await server.read();
  const seconds = await generator.run(job);
  const after = await server.read();
  const saved = saves ? await untilQuiet(server) : undefined;
  return {
    cpuMicros: (after.cpuMicros - before.cpuMicros) / job.requests,
    savingMicros: saved && (saved.cpuMicros - after.cpuMicros) / job.requests,
    requestsPerSecond: job.requests / seconds,
  };
}

/** Waits for the saving to begin and to end. */
export async function untilQuiet(server: Server) {
  await delay(SAVING_MS);
  for (;;) {
    const before = await server.read();
    await delay(500);
    const after = await server.read();
    // An idle service uses a few milliseconds a second.
    if (after.cpuMicros - before.cpuMicros < 25_000) return after;
  }
}

/** Waiting takes long and gives the same result each time. */
function savesIn(round: number): boolean {
  return round === 1 || round === 2;
}

function isMany(host: Host): boolean {
  return host.includes('Many');
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
