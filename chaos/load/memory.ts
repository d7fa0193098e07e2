/**
 * Two million requests of more families than there is room for: plans of two weeks, what has not changed, and
 * strangers. What is kept in memory stays within its bounds, and the second million adds nothing to it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_KEYS } from '#http/api/cache/key-table.ts';
import { CACHE_BYTES } from '#server.ts';
import { freshFolder } from '#test/support/store.ts';
import { startGenerator } from '../../bench/generator.ts';
import type { Job } from '../../bench/load.ts';
import { GROWTH_MEGABYTES } from '../../bench/memory.ts';
import type { TrialContext, Trial } from '../trial.ts';
import { startSeededServer, type SeededServer } from './seeded-server.ts';

/** Every family asks once in each of these ways; then all over again. */
const WAYS: Pick<Job, 'variant' | 'path' | 'status'>[] = [
  { variant: 'key', status: 200 },
  { variant: 'key', path: '/api/meal-plans/v1/next', status: 200 },
  { variant: 'etag', status: 304 },
  { variant: 'mistyped', status: 401 },
];
/** More than memory has room for answers of. */
const FAMILIES = 25_000;
/** The short form asks of each family twice in every way. */
const ROUNDS_AT_LEAST = 2;
/** Longer than the service waits before it saves what it has noted. */
const QUIET_MS = 6_000;

/** What the server says of itself. */
type MemoryFigures = { megabytes: number; keys: number; bytes: number; series: number };

export const memory: Trial = {
  name: 'memory',
  part: 'load',
  promise: `2,000,000 requests of 25,000 families: memory flat (the second million adds at most ${GROWTH_MEGABYTES} MB), what is kept within its bounds`,
  times: { full: 2_000_000, short: 16_000 },
  defect: {
    what: 'what is kept of families has no bound',
    file: 'src/http/api/cache/two-generation-lru.ts',
    from: 'if ((this.#youngWeight + change) * 2 > this.#maxWeight) {',
    to: 'if (Number.isNaN(this.#youngWeight)) {',
  },

  async run(context) {
    const { times, isTimed, scope, report } = context;
    const families = Math.min(FAMILIES, times / WAYS.length / ROUNDS_AT_LEAST);
    const rounds = times / WAYS.length / families;
    const server = await startSeededServer(context, { families, settings: { RATE_LIMIT_PER_MINUTE: '0' } });
    const askAll = asking(scope, server);
    // Reading the metrics counts as a request too, from the next one on.
    await readMetrics(server);
    const seen: MemoryFigures[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await askAll();
      report(`round ${round} of ${rounds}`);
      if (round !== rounds / 2 && round !== rounds) continue;
      if (isTimed) await delay(QUIET_MS);
      seen.push(await readMetrics(server));
    }
    const [half, all] = seen as [MemoryFigures, MemoryFigures];
    const grown = all.megabytes - half.megabytes;
    const broken: string[] = [];
    if (all.keys > MAX_KEYS) broken.push(`${all.keys} keys are kept.`);
    if (all.bytes > CACHE_BYTES) broken.push(`${all.bytes} bytes of answers are kept.`);
    if (all.series > half.series) broken.push(`${all.series - half.series} more lines are counted in.`);
    if (isTimed && grown > GROWTH_MEGABYTES) broken.push(`Memory grew by ${grown.toFixed(1)} MB.`);
    return {
      figures: {
        requests: times,
        families,
        'memory after half of them': `${half.megabytes.toFixed(1)} MB`,
        'after all': `${all.megabytes.toFixed(1)} MB`,
        'keys kept': all.keys,
        'bytes of answers kept': all.bytes,
      },
      broken,
    };
  },
};

/** The load of the benchmark, from a process of its own. */
function asking(scope: TrialContext['scope'], { port, keys }: SeededServer): () => Promise<void> {
  const keysFile = join(freshFolder(scope), 'keys.json');
  writeFileSync(keysFile, JSON.stringify(keys));
  const generator = startGenerator();
  scope.after(() => generator.stop());
  return async () => {
    for (const way of WAYS) {
      const job: Job = { port, keysFile, order: 'each', requests: keys.length, seed: 1, ...way };
      await generator.prepare(job);
      await generator.run(job);
    }
  };
}

async function readMetrics({ url }: SeededServer): Promise<MemoryFigures> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^weekfare_${name} (.+)$`, 'm').exec(text)?.[1]);
  return {
    megabytes: figure('process_resident_memory_bytes') / 1e6,
    keys: figure('cache_keys'),
    bytes: figure('cache_bytes'),
    series: text.split('\n').length,
  };
}
