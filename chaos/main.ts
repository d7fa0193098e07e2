/**
 * `npm run chaos`: runs every trial and writes the results. With names it runs only those trials. `--short` runs
 * the short form, without names only of trials that no test covers: a change must pass them, as it must pass
 * `npm test`. `--planted` plants the defect of each trial and expects the trial to fail. The npm script limits the threads
 * of its garbage collector, which would slow the measured server.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installPrograms } from '#test/support/programs.ts';
import { BROWSER_PROGRAMS, prepareBrowser } from '#test/web/support/browser.ts';
import { openEnvironment } from './environment.ts';
import { hasPassed, type Outcome, page, type Results, summary } from './results.ts';
import { TRIALS } from './trials.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean' },
    planted: { type: 'boolean' },
    page: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const RESULTS = new URL('results.json', import.meta.url);
const PAGE = new URL('../docs/chaos.md', import.meta.url);

if (values.help) {
  console.log(`npm run chaos -- [NAME...] [--short | --planted | --page]

Tests the promises of Weekfare and writes chaos/results.json and docs/chaos.md.

  --short     the short form; without names only of trials that no test of npm test covers; writes nothing
  --planted   plants the defect that each trial guards against and expects it to fail; writes nothing
  --page      only writes docs/chaos.md from the stored results

Trials:
${TRIALS.map(({ name, promise }) => `  ${name.padEnd(28)}${promise}`).join('\n')}`);
  process.exit(0);
}

if (values.page) {
  save();
  process.exit(0);
}

const isCheck = values.short && !values.planted && positionals.length === 0;
const chosen = isCheck
  ? TRIALS.filter(({ coveredBy }) => coveredBy === undefined)
  : TRIALS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const unknown = positionals.find((name) => !TRIALS.some((trial) => trial.name === name));
if (unknown !== undefined) {
  console.error(`There is no trial "${unknown}". npm run chaos -- --help lists them.`);
  process.exit(1);
}

try {
  await installPrograms([...BROWSER_PROGRAMS, ['strace'], ['haproxy']]);
  await prepareBrowser();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const form = values.short || values.planted ? 'short' : 'full';
const environment = openEnvironment();
process.once('SIGINT', () => void environment.close().finally(() => process.exit(130)));
const outcomes: Outcome[] = [];
for (const trial of chosen) {
  console.log(`\n${trial.name}: ${trial.promise}`);
  for (const defect of values.planted ? [trial.defect, ...(trial.moreDefects ?? [])] : [undefined]) {
    if (defect) console.log(`  planted: ${defect.what}`);
    let outcome = await environment.run(trial, form, defect);
    console.log(summary(outcome));
    if (isCheck && !hasPassed(outcome)) {
      // Most trials measure times. What fails twice does not depend on a moment of load.
      console.log('  again:');
      outcome = await environment.run(trial, form);
      console.log(summary(outcome));
    }
    outcomes.push(outcome);
    // After each trial, so that an interrupted run does not lose its results.
    if (form === 'full') save(outcome);
  }
}
await environment.close();
const passed = outcomes.filter(hasPassed).length;
console.log(`\n${passed} passed, ${outcomes.length - passed} failed`);

const isAsExpected = outcomes.every((outcome) =>
  values.planted ? outcome.broken.length > 0 : hasPassed(outcome),
);
process.exit(isAsExpected ? 0 : 1);

/** Preserves the stored results of the trials that did not run this time. */
function save(...outcomes: Outcome[]): void {
  const byName = new Map([...readResults().outcomes, ...outcomes].map((each) => [each.name, each]));
  const results: Results = { outcomes: TRIALS.flatMap(({ name }) => byName.get(name) ?? []) };
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
