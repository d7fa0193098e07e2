/**
 * Two million requests of more families than the cache can hold: plans of two weeks, conditional requests, and
 * unknown keys. The cache stays within its bound, and the second million requests adds no memory.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freshFolder } from '#test/support/store.ts';
import { startGenerator } from '../../bench/generator.ts';
import type { Job } from '../../bench/load.ts';
import { GROWTH_MEGABYTES } from '../../bench/memory.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { startSeededServer, type SeededServer } from './seeded-server.ts';

/** In each round every family sends one request of each kind. */
const REQUEST_KINDS: Pick<Job, 'variant' | 'path' | 'status'>[] = [
  { variant: 'key', status: 200 },
  { variant: 'key', path: '/api/meal-plans/v1/next', status: 200 },
  { variant: 'etag', status: 304 },
  { variant: 'mistyped', status: 401 },
];
/** More than the cache can hold. */
const FAMILIES = 25_000;
const CACHE_MB = 4;
/** The short form has two rounds with fewer families. */
const MIN_ROUNDS = 2;
/** Longer than the service waits before it saves the last uses of keys. */
const QUIET_MS = 6_000;

/** Figures from the server's /metrics. */
type MemoryMetrics = { megabytes: number; values: number; bytes: number; series: number };

export const memory: Trial = {
  name: 'memory',
  part: 'load',
  promise: `2,000,000 requests of 25,000 families: memory flat (the second million adds at most ${GROWTH_MEGABYTES} MB), cache within CACHE_MB`,
  times: { full: 2_000_000, short: 16_000 },
  coveredBy: 'src/http/cache.test.ts',
  defect: {
    what: 'the cache has no bound',
    file: 'src/http/cache.ts',
    from: 'maxSize: maxBytes,',
    to: 'maxSize: 1_000 * maxBytes,',
  },

  async run(context) {
    const { times, isTimed, scope, report } = context;
    const families = Math.min(FAMILIES, times / REQUEST_KINDS.length / MIN_ROUNDS);
    const rounds = times / REQUEST_KINDS.length / families;
    const settings = { RATE_LIMIT_PER_MINUTE: '0', CACHE_MB: String(CACHE_MB) };
    const server = await startSeededServer(context, { families, settings });
    const runRound = prepareRounds(scope, server);
    // The first request of /metrics adds its own lines to the later ones.
    await readMetrics(server);
    const seen: MemoryMetrics[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await runRound();
      report(`round ${round} of ${rounds}`);
      if (round !== rounds / 2 && round !== rounds) continue;
      if (isTimed) await delay(QUIET_MS);
      seen.push(await readMetrics(server));
    }
    const [half, all] = seen as [MemoryMetrics, MemoryMetrics];
    const grown = all.megabytes - half.megabytes;
    const broken: string[] = [];
    if (all.bytes > CACHE_MB * 1_000_000) broken.push(`${all.bytes} bytes are cached.`);
    if (all.series > half.series)
      broken.push(`${all.series - half.series} more time series are in the metrics.`);
    if (isTimed && grown > GROWTH_MEGABYTES) broken.push(`Memory grew by ${grown.toFixed(1)} MB.`);
    return {
      figures: {
        requests: times,
        families,
        'memory after half of them': `${half.megabytes.toFixed(1)} MB`,
        'after all': `${all.megabytes.toFixed(1)} MB`,
        'keys and responses cached': all.values,
        'bytes cached': all.bytes,
      },
      broken,
    };
  },
};

/** Uses the load process of the benchmark. Returns a function that runs one round. */
function prepareRounds(scope: TrialContext['scope'], { port, keys }: SeededServer): () => Promise<void> {
  const keysFile = join(freshFolder(scope), 'keys.json');
  writeFileSync(keysFile, JSON.stringify(keys));
  const generator = startGenerator();
  scope.after(() => generator.stop());
  return async () => {
    for (const kind of REQUEST_KINDS) {
      const job: Job = { port, keysFile, order: 'each', requests: keys.length, seed: 1, ...kind };
      await generator.prepare(job);
      await generator.run(job);
    }
  };
}

async function readMetrics({ url }: SeededServer): Promise<MemoryMetrics> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^weekfare_${name} (.+)$`, 'm').exec(text)?.[1]);
  return {
    megabytes: figure('process_resident_memory_bytes') / 1e6,
    values: figure('cache_values'),
    bytes: figure('cache_bytes'),
    series: text.split('\n').length,
  };
}
