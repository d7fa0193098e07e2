/**
 * Measures the planner: how long a week takes, whether plan reads feel it, whether offers help, how far it
 * is from the proven best week and from what others do, and whether it ever breaks a hard rule. Writes
 * bench/planner/results.json and docs/planner.svg. With names of parts it measures only those, and with
 * --quick a few minutes' worth: npm run bench:planner -- --quick times
 */
import { writeFileSync } from 'node:fs';
import { chart } from './chart.ts';
import { checkOffers } from './offers.ts';
import { judge, prove, readProofs } from './proofs.ts';
import { keepResults, type Results, table } from './results.ts';
import { compareRivals } from './rivals.ts';
import { checkRules } from './rules.ts';
import { measureTimes } from './times.ts';

const quick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter((word) => word !== '--quick');
const startedAt = performance.now();
/** For each family's proof, of the processor. */
const SECONDS = quick ? 1 : 10;
const PROVEN = quick ? 30 : 200;

const parts: { [part: string]: () => Partial<Results> | Promise<Partial<Results>> } = {
  times: () => ({ times: measureTimes(quick ? 20 : 200, say) }),
  reads: async () => {
    // Only when it is wanted: the thread that plans has no database library either, and with one in the same
    // memory everything takes a tenth longer.
    const { measureReads } = await import('./reads.ts');
    return { reads: await measureReads(quick ? 2 : 4, quick ? 5 : 10) };
  },
  offers: () => ({ offers: checkOffers(quick ? 20 : 500, say) }),
  proofs: async () => ({ proofs: judge(await prove(PROVEN, SECONDS, say), SECONDS) }),
  rivals: () => ({ rivals: compareRivals(quick ? 30 : 200, readProofs(), say) }),
  rules: () => ({ rules: checkRules(quick ? 500 : 10_000, say) }),
};

for (const part of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const measure = parts[part];
  if (!measure) throw new Error(`There is no part "${part}": ${Object.keys(parts).join(', ')}.`);
  say(part);
  const results = keepResults(await measure());
  writeFileSync(new URL('../../docs/planner.svg', import.meta.url), chart(results));
  console.log(table(results));
}

function say(text: string): void {
  console.error(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(6)} s  ${text}`);
}
