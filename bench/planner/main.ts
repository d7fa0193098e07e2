/**
 * Measures the planner: time per week, effect on plan reads, offers, gap to the proven optimum and to the
 * baselines, and violations of hard constraints. Writes bench/planner/results.json and docs/planner.svg.
 * Arguments select parts, --quick takes a few minutes and writes nothing: npm run bench:planner -- --quick times
 * With --print it only prints twenty weeks of ten families, to be read.
 */
import { writeFileSync } from 'node:fs';
import { chart } from './chart.ts';
import { checkOffers } from './offers.ts';
import { judge, prove, readProofs, saveProofs } from './proofs.ts';
import { saveResults, type Results, table } from './results.ts';
import { compareBaselines } from './baselines.ts';
import { checkRules } from './rules.ts';
import { measureTaste } from './taste/taste.ts';
import { measureTimes } from './times.ts';
import { printWeeks } from './weeks.ts';

const quick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter((word) => word !== '--quick');
const startedAt = performance.now();
/** Processor time for the proof of each family. */
const SECONDS = quick ? 1 : 10;
const PROVEN = quick ? 30 : 200;

const parts: { [part: string]: () => Partial<Results> | Promise<Partial<Results>> } = {
  taste: () => ({ taste: measureTaste(quick, log) }),
  times: () => ({ times: measureTimes(quick ? 20 : 200, log) }),
  reads: async () => {
    // Imported on demand: with the database library in memory, as no planner thread has it, planning takes a
    // tenth longer.
    const { measureReads } = await import('./reads.ts');
    return { reads: await measureReads(quick ? 2 : 4, quick ? 5 : 10) };
  },
  offers: () => ({ offers: checkOffers(quick ? 20 : 500, log) }),
  proofs: async () => {
    const proofs = await prove(PROVEN, SECONDS, log);
    if (!quick) saveProofs(proofs);
    return { proofs: judge(proofs, SECONDS) };
  },
  baselines: () => ({ baselines: compareBaselines(quick ? 30 : 200, readProofs(), log) }),
  rules: () => ({ rules: checkRules(quick ? 500 : 10_000, log) }),
};

if (process.argv.includes('--print')) {
  printWeeks();
  process.exit();
}

const measured: Partial<Results> = {};
for (const part of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const measure = parts[part];
  if (!measure) throw new Error(`unknown part "${part}"; the parts are ${Object.keys(parts).join(', ')}`);
  log(part);
  Object.assign(measured, await measure());
  if (quick) {
    console.log(table(measured));
    continue;
  }
  const results = saveResults(measured);
  writeFileSync(new URL('../../docs/planner.svg', import.meta.url), chart(results));
  console.log(table(results));
}

function log(text: string): void {
  console.error(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(6)} s  ${text}`);
}
