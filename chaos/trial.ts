/**
 * A trial tests one promise of the service. It returns figures and violations; the promise holds when there
 * are no violations. Every trial names the defect it guards against, as a change to one place in the program,
 * so that the trial can be shown to fail (`npm run chaos -- --planted`).
 */
import type { Scope } from '#test/support/store.ts';
import type { Defect, Program } from './program.ts';

export const PARTS = {
  durability: 'Nothing acknowledged is lost',
  faults: 'Right under faults',
  load: 'Under load',
  attacks: 'Against attackers',
  clients: 'With programs that others wrote',
} as const;

export type Trial = {
  name: string;
  part: keyof typeof PARTS;
  promise: string;
  /** The number in the promise (repetitions, requests or seconds), and the smaller one of the short form. */
  times: { full: number; short: number };
  /** The test that checks the same promise in `npm test`, with less time; then `--short` leaves out the trial. */
  coveredBy?: string;
  defect: Defect;
  /** Where the promise has several parts: each is planted separately. */
  moreDefects?: readonly Defect[];
  run(context: TrialContext): Promise<Findings>;
};

/** What the environment gives to a trial. */
export type TrialContext = {
  times: number;
  program: Program;
  /** Creates a database on the PostgreSQL of the run and returns its URL. */
  postgres: () => Promise<string>;
  /** Cleanup functions that run at the end of the trial. */
  scope: Scope;
  /** Whether time limits apply: only in the full form, when the machine does nothing else. */
  isTimed: boolean;
  /** Prints the progress. */
  report: (progress: string) => void;
};

export type Findings = {
  /** Figures as the results show them: `{ kills: 1000, 'slowest start': '812 ms' }`. */
  figures: Record<string, number | string>;
  /** Violations of the promise, one sentence each; the first few are enough. */
  broken: string[];
};
