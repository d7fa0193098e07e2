/**
 * `npm run chaos`: tries every promise and writes down what it saw. With names it runs only those;
 * `--short` takes the short form of each, `--planted` plants each trial's defect and expects to see it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isKept, type Outcome, page, type Results, summary } from './results.ts';
import { startGrounds } from './environment.ts';
import { TRIALS } from './trials.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' }, planted: { type: 'boolean' }, help: { type: 'boolean' } },
});
const RESULTS = new URL('results.json', import.meta.url);
const PAGE = new URL('../docs/chaos.md', import.meta.url);

if (values.help) {
  console.log(`npm run chaos -- [NAME...] [--short] [--planted]

Tries what Weekfare promises and writes chaos/results.json and docs/chaos.md.

  --short     the short form of each trial, as npm test runs it; writes nothing
  --planted   plants the defect that each trial guards against and expects to see it; writes nothing

Trials:
${TRIALS.map(({ name, promise }) => `  ${name.padEnd(28)}${promise}`).join('\n')}`);
  process.exit(0);
}

const chosen = TRIALS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.find((name) => !TRIALS.some((trial) => trial.name === name));
if (unknown !== undefined) {
  console.error(`There is no trial "${unknown}". npm run chaos -- --help lists them.`);
  process.exit(1);
}

const form = values.short || values.planted ? 'short' : 'full';
const grounds = startGrounds();
process.once('SIGINT', () => void grounds.stop().finally(() => process.exit(130)));
const outcomes: Outcome[] = [];
for (const trial of chosen) {
  console.log(`\n${trial.name}: ${trial.promise}`);
  const outcome = await grounds.tryOut(trial, form, values.planted ? 'planted' : 'sound');
  outcomes.push(outcome);
  console.log(summary(outcome));
  // One by one, so that a run that is cut short keeps what it saw.
  if (form === 'full') keep(outcome);
}
await grounds.stop();

const isAsWished = outcomes.every((outcome) =>
  values.planted ? outcome.broken.length > 0 : isKept(outcome),
);
process.exitCode = isAsWished ? 0 : 1;

/** Trials that were not run this time keep what was seen of them last. */
function keep(outcome: Outcome): void {
  const known = new Map([...readResults().outcomes, outcome].map((seen) => [seen.name, seen]));
  const results: Results = { outcomes: TRIALS.flatMap(({ name }) => known.get(name) ?? []) };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(PAGE, page(TRIALS, results));
}

function readResults(): Results {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
  } catch {
    return { outcomes: [] };
  }
}
