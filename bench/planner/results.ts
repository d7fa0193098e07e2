/** The results of all parts: a JSON file, and a table for the terminal. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { OffersResult } from './offers.ts';
import type { ProofsResult } from './proofs.ts';
import type { Reads } from './reads.ts';
import type { BaselineComparison } from './baselines.ts';
import type { RulesResult } from './rules.ts';
import type { TasteFigures, TasteResult } from './taste/taste.ts';
import type { Timing } from './times.ts';

export type Results = {
  date: string;
  node: string;
  cpu: string;
  taste?: TasteResult;
  rules?: RulesResult;
  times?: Timing[];
  reads?: Reads;
  offers?: OffersResult;
  proofs?: ProofsResult;
  baselines?: BaselineComparison[];
};

const FILE = new URL('results.json', import.meta.url);

/** Parts that were not measured in this run keep their stored results. */
export function saveResults(parts: Partial<Results>): Results {
  const results: Results = {
    ...readResults(),
    ...parts,
    date: new Date().toISOString(),
    node: process.version,
    cpu: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
  };
  const text = JSON.stringify(results, undefined, 2).replaceAll(/\{\n\s+"seed"[^[\]]*?\n {4}\}/g, (family) =>
    family.replaceAll(/\s+/g, ' '),
  );
  writeFileSync(FILE, `${text}\n`);
  return results;
}

function readResults(): Partial<Results> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Results;
  } catch {
    return {};
  }
}

export function table({ taste, rules, times, reads, offers, proofs, baselines }: Partial<Results>): string {
  const lines: string[] = [];
  const add = (name: string, figure: string, goal = '', isMet = true): void => {
    lines.push(
      `${name.padEnd(44)}${figure.padEnd(30)}${goal && `${goal}  ${isMet ? 'met' : 'NOT MET'}`}`.trimEnd(),
    );
  };
  if (taste) addTaste(taste, add);
  if (rules) {
    const name = `hard rules broken, ${rules.families.toLocaleString('en')} families`;
    add(name, `${rules.violations.length}`, 'none', rules.violations.length === 0);
  }
  for (const { name, medianMs, p95Ms, goalMs } of times ?? []) {
    add(name, `${medianMs} ms, p95 ${p95Ms} ms`, `p95 at most ${goalMs} ms`, p95Ms <= goalMs);
  }
  if (reads) {
    const ratio = reads.busy.p50Ms / reads.quiet.p50Ms;
    add(
      'plan reads while 20 families plan',
      `${ratio.toFixed(2)} times as slow`,
      `at most ${reads.goal}`,
      ratio <= reads.goal,
    );
  }
  if (proofs) {
    const { proven, families, reached, meanGapPercent, worstGapPercent } = proofs;
    add('best week proven', `${proven} of ${families} families`);
    add('the planner found it', `${reached} of ${proven}`);
    add('gap to it, mean', `${meanGapPercent.toFixed(3)} %`, 'at most 0.5 %', meanGapPercent <= 0.5);
    add(
      'weeks with a needless empty slot',
      `${proofs.needlesslyEmpty}`,
      'none',
      proofs.needlesslyEmpty === 0,
    );
    if (proven < families)
      add('gap of the others, at most', `${proofs.unprovenMeanGapPercent.toFixed(2)} % on average`);
    add('gap to it, worst', `${worstGapPercent.toFixed(2)} %`, 'at most 2 %', worstGapPercent <= 2);
  }
  if (offers) {
    const long = offers.clauses.slice(3).reduce((sum, count) => sum + count, 0);
    add(
      'offers with three clauses or more',
      `${long} of ${offers.offers}`,
      'at most 2 in 49',
      long * 49 <= 2 * offers.offers,
    );
    const name = `offers that help, ${offers.families} families`;
    add(name, `${offers.helped}`, 'all', offers.helped === offers.families);
  }
  for (const { name, mean, each } of meansOf(baselines ?? [])) {
    add(`points a meal behind the best, ${name}`, `${mean.toFixed(2)} (${each.length} families)`);
  }
  return lines.join('\n');
}

type Add = (name: string, figure: string, goal?: string, isMet?: boolean) => void;
type Goal = {
  name: string;
  of: (figures: TasteFigures) => number;
  most?: number;
  least?: number;
  unit?: string;
};

const TASTE_GOALS: readonly Goal[] = [
  { name: 'near-identical pairs a week', of: (measured) => measured.nearIdenticalPairs, most: 0.1 },
  { name: 'weeks with such a pair', of: (measured) => 100 * measured.weeksWithPair, most: 8, unit: ' %' },
  {
    name: 'weeks without meat or fish',
    of: (measured) => 100 * measured.weeksWithoutMeatOrFish,
    most: 3,
    unit: ' %',
  },
  { name: 'cuisines a week', of: (measured) => measured.cuisines, least: 6 },
  {
    name: 'meals of loved cuisines',
    of: (measured) => 100 * measured.lovedCuisineShare,
    least: 40,
    unit: ' %',
  },
  { name: 'different dishes in 12 weeks', of: (measured) => measured.differentDishes, least: 75 },
  { name: 'stars of the first week', of: (measured) => measured.firstStars, least: 3.5 },
  {
    name: 'first weeks with the commonest dish',
    of: (measured) => 100 * measured.commonestFirstDish,
    most: 30,
    unit: ' %',
  },
  { name: 'rejected dishes proposed again', of: (measured) => measured.rejectedAgain, most: 3 },
  {
    name: 'new dishes with "Other ideas"',
    of: (measured) => 100 * measured.newWithOtherIdeas,
    least: 80,
    unit: ' %',
  },
  { name: '"uses the rest" too late', of: (measured) => measured.sharedTooLate, most: 0 },
  { name: 'cost of the list by that of the proposal', of: (measured) => measured.costRatio, most: 1.1 },
  { name: 'avoidable weeks over the budget', of: (measured) => measured.avoidablyOver, most: 0 },
  { name: 'gap with ten everyday rules, worst', of: (gap) => gap.worstGapPercent, most: 1, unit: ' %' },
];

/** On the tuned and on the untouched families. */
function addTaste({ tuned, untouched }: TasteResult, add: Add): void {
  for (const { name, of, most = Infinity, least = -Infinity, unit = '' } of TASTE_GOALS) {
    const [tunedFigure, untouchedFigure] = [of(tuned), of(untouched)];
    const goal = most < Infinity ? `at most ${most}${unit}` : `at least ${least}${unit}`;
    const isMet = [tunedFigure, untouchedFigure].every((figure) => figure <= most && figure >= least);
    add(
      name,
      `${tunedFigure.toFixed(2)}${unit}, untouched ${untouchedFigure.toFixed(2)}${unit}`,
      goal,
      isMet,
    );
  }
}

export type Mean = { name: 'random' | 'greedy' | 'planner'; mean: number; each: number[] };

/** Points per meal below the optimum, for families with a proven optimum whose weeks fill equally many slots. */
export function meansOf(baselines: readonly BaselineComparison[]): Mean[] {
  const comparable = baselines.flatMap(({ random, greedy, planner, best }) => {
    if (!best || [random, greedy, planner].some(({ filled }) => filled !== best.filled)) return [];
    return best.filled > 0 ? { random, greedy, planner, best } : [];
  });
  if (comparable.length === 0) return [];
  return (['random', 'greedy', 'planner'] as const).map((name) => {
    const each = comparable.map(({ [name]: { score }, best }) => (best.score - score) / 10 / best.filled);
    return { name, mean: each.reduce((sum, value) => sum + value, 0) / each.length, each };
  });
}
