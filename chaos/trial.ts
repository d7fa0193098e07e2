/**
 * A trial: one promise of the service, tried. It says what it saw and what was broken; a promise is kept
 * when nothing was. Every trial names the defect it guards against, as a change to one line of the
 * program, so that it can be seen to fail (`npm run chaos -- --planted`).
 */
import type { Scope } from '#test/store.ts';
import type { Program } from './program.ts';

export const PARTS = {
  lost: 'Nothing acknowledged is lost',
  faults: 'Right under faults',
  load: 'Under load',
  attacks: 'Against attackers',
} as const;

/** In one file, this text, which stands there once, is replaced. */
export type Defect = { what: string; file: string; from: string; to: string };

export type Trial = {
  name: string;
  part: keyof typeof PARTS;
  promise: string;
  /** How often, how many or how long: what the promise counts, all of it and as a short form for every test run. */
  times: { full: number; short: number };
  defect: Defect;
  run(ground: Ground): Promise<Seen>;
};

/** What a trial stands on. */
export type Ground = {
  times: number;
  program: Program;
  /** A new database on a PostgreSQL of the run, by its URL. */
  postgres: () => Promise<string>;
  /** What is started in a trial ends with it. */
  scope: Scope;
  /** Whether time counts: only in the full form, when the machine does nothing else. */
  isTimed: boolean;
  /** How far it is, for whoever waits. */
  say: (progress: string) => void;
};

export type Seen = {
  /** Figures, as the results show them: `{ kills: 1000, 'slowest start': '812 ms' }`. */
  figures: Record<string, number | string>;
  /** What went against the promise, one sentence each; the first few are enough. */
  broken: string[];
};
