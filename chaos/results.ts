/** Formats the results of the trials: a summary for the terminal, and the page docs/chaos.md. */
import { TESTED, type TestedPromise } from './tested.ts';
import { PARTS, type Findings, type Trial } from './trial.ts';

export type Outcome = Findings & {
  name: string;
  times: number;
  seconds: number;
  /** Why the trial itself failed; then the promise is neither kept nor broken. */
  failure?: string;
};
export type Results = { outcomes: Outcome[] };

export function hasPassed({ broken, failure }: Outcome): boolean {
  return broken.length === 0 && failure === undefined;
}

export function summary(outcome: Outcome): string {
  const { figures, broken, seconds, failure } = outcome;
  const seen = describe(figures);
  const wrong =
    failure === undefined ? `BROKEN: ${broken.slice(0, 5).join(' ')}` : `FAILED TO RUN: ${failure}`;
  const verdict = hasPassed(outcome) ? 'kept' : wrong;
  return `  ${verdict} (${seconds} s)${seen === '' ? '' : `\n  ${seen}`}`;
}

export function page(trials: readonly Trial[], { outcomes }: Results): string {
  const parts = Object.entries(PARTS).flatMap(([part, title]) => {
    const rows = trials
      .filter((trial) => trial.part === part)
      .map((trial) =>
        row(
          trial,
          outcomes.find(({ name }) => name === trial.name),
        ),
      );
    return rows.length === 0 ? [] : [`## ${title}`, '', HEAD, ...rows, ''];
  });
  return `${[...INTRODUCTION, ...parts, ...TESTED_HEAD, ...TESTED.map(testedRow)].join('\n')}\n`;
}

const INTRODUCTION = [
  '# What is tried',
  '',
  'A trial tests a promise that needs processes, kills, time or scale, on one machine with two cores. `npm run chaos` runs',
  'all trials and writes this page; with `--short` it runs the short form of those that no test covers, which every change',
  'must pass. `npm run chaos -- --planted` shows that every trial can fail: it runs each on a program with the defect that',
  'the trial must detect.',
  '',
];
const HEAD = '| promise | measured | planted defect |\n|---|---|---|';
const TESTED_HEAD = [
  '## Proven by tests',
  '',
  'These promises need none of that: a test of `npm test` proves each. The defect was planted once, and the test failed.',
  '',
  '| promise | test | planted defect |\n|---|---|---|',
];

function row({ promise, defect, moreDefects = [] }: Trial, outcome: Outcome | undefined): string {
  const seen = outcome ? describe(outcome.figures) : 'not yet run';
  const verdict = outcome && !hasPassed(outcome) ? '**broken**, ' : '';
  return cells(promise, verdict + seen, [defect, ...moreDefects].map(({ what }) => what).join('; '));
}

function testedRow({ promise, test: [file, name], defect }: TestedPromise): string {
  return cells(promise, `\`${file}\`: ${name}`, defect);
}

function cells(...texts: string[]): string {
  return `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
}

function describe(figures: Findings['figures']): string {
  return Object.entries(figures)
    .map(([what, value]) => `${what}: ${value.toLocaleString('en')}`)
    .join(', ');
}
