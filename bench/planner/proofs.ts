/**
 * The gap between the planner's weeks and the optimum that HiGHS proves. The proofs are stored, since the comparison
 * with the baselines uses them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { planWeek } from '#planner/plan.ts';
import { findOptimum } from '#test/planner/optimum.ts';
import { factsIn, familyWith150, realCookbook } from './families.ts';

/** The optimum of a family, independent of the planner's result. */
export type Proof = {
  seed: number;
  slots: number;
  filled: number;
  best: number;
  /** Upper bound of the score; equal to `best` if that is proven. */
  bound: number;
  isProven: boolean;
  /** Processor time. */
  seconds: number;
};
export type ProofsResult = {
  families: number;
  secondsEach: number;
  proven: number;
  /** For how many of those the planner reaches the optimum. */
  reached: number;
  meanGapPercent: number;
  worstGapPercent: number;
  /** Weeks with an empty slot that could be filled. They have no gap: that is worse than any score. */
  needlesslyEmpty: number;
  /** For the other families: upper bounds of the gap. */
  unprovenMeanGapPercent: number;
  unprovenWorstGapPercent: number;
};

const FILE = new URL('proofs.json', import.meta.url);

export async function prove(
  families: number,
  secondsEach: number,
  log: (text: string) => void,
): Promise<Proof[]> {
  const proofs: Proof[] = [];
  for (let seed = 0; seed < families; seed += 1) {
    const proof = await proveOne(seed, secondsEach);
    proofs.push(proof);
    log(
      `family ${seed}: ${proof.isProven ? `${proof.best} is the best` : `not proven, ${proof.best} to ${proof.bound}`}`,
    );
  }
  return proofs;
}

export function saveProofs(proofs: readonly Proof[]): void {
  const lines = proofs.map((proof) => JSON.stringify(proof));
  writeFileSync(FILE, `[\n  ${lines.join(',\n  ')}\n]\n`);
}

async function proveOne(seed: number, secondsEach: number): Promise<Proof> {
  const task = familyWith150(seed);
  const { meals } = planWeek(task);
  const optimum = await findOptimum(task, meals, factsIn(realCookbook()), secondsEach);
  return {
    seed,
    slots: meals.filter(({ kind }) => kind !== 'recurring').length,
    filled: optimum.filled,
    best: optimum.value,
    bound: Math.max(optimum.value, Math.floor(optimum.bound + 0.1)),
    isProven: optimum.isProven && optimum.isFillProven,
    seconds: Math.round(optimum.seconds * 10) / 10,
  };
}

/** Compares the planner's weeks with the proofs. */
export function judge(proofs: readonly Proof[], secondsEach: number): ProofsResult {
  const gaps = proofs.map((proof) => ({ isProven: proof.isProven, percent: gapPercent(proof) }));
  const percents = (ofProven: boolean): number[] =>
    gaps.flatMap(({ isProven, percent }) =>
      isProven === ofProven && percent !== undefined ? [percent] : [],
    );
  const proven = percents(true);
  const unproven = percents(false);
  return {
    families: proofs.length,
    secondsEach,
    proven: proofs.filter(({ isProven }) => isProven).length,
    reached: proven.filter((percent) => percent === 0).length,
    meanGapPercent: mean(proven),
    worstGapPercent: Math.max(0, ...proven),
    needlesslyEmpty: gaps.filter(({ percent }) => percent === undefined).length,
    unprovenMeanGapPercent: mean(unproven),
    unprovenWorstGapPercent: Math.max(0, ...unproven),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** The gap between the planner's week and the optimum, or its upper bound; none if the week has a needless empty slot. */
function gapPercent({ seed, filled, best, bound, isProven }: Proof): number | undefined {
  const { meals, score } = planWeek(familyWith150(seed));
  const found = meals.filter(({ kind }) => kind === 'cooked' || kind === 'leftovers').length;
  if (isProven && (found > filled || (found === filled && score > best))) {
    throw new Error(`the week of family ${seed} is better than the proven optimum`);
  }
  if (found < filled) return undefined;
  const most = isProven ? best : bound;
  return score === most ? 0 : (100 * (most - score)) / Math.abs(most);
}

export function readProofs(): Proof[] {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Proof[];
  } catch {
    return [];
  }
}
