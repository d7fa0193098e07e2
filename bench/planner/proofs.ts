/**
 * How far from the best week the planner's is, where HiGHS can prove which is best. Proofs take long, so
 * each is written down as soon as it is there, and a later run goes on where this one ends.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { planWeek } from '#planner/plan.ts';
import { findOptimum } from '#test/planner/optimum.ts';
import { familyWith150 } from './families.ts';

/** Of the best week, whatever the planner makes of it. */
export type Proof = {
  seed: number;
  slots: number;
  filled: number;
  best: number;
  /** No week is worth more; the same as `best` where that is proven. */
  bound: number;
  isProven: boolean;
  /** Of the processor. */
  seconds: number;
};
export type ProofsResult = {
  families: number;
  secondsEach: number;
  proven: number;
  /** Of those, how many of the planner's weeks are worth as much as the best. */
  reached: number;
  meanGapPercent: number;
  worstGapPercent: number;
  /** Of the others it is known that no gap is larger than this. */
  unprovenMeanGapPercent: number;
  unprovenWorstGapPercent: number;
};

const FILE = new URL('proofs.json', import.meta.url);

export async function prove(
  families: number,
  secondsEach: number,
  say: (text: string) => void,
): Promise<Proof[]> {
  const proofs = readProofs();
  for (let seed = 0; seed < families; seed += 1) {
    const known = proofs.find((proof) => proof.seed === seed);
    if (known && (known.isProven || known.seconds >= secondsEach)) continue;
    const proof = await proveOne(seed, secondsEach);
    proofs.splice(known ? proofs.indexOf(known) : proofs.length, known ? 1 : 0, proof);
    writeProofs(proofs);
    say(
      `family ${seed}: ${proof.isProven ? `${proof.best} is the best` : `not proven, ${proof.best} to ${proof.bound}`}`,
    );
  }
  return proofs.filter(({ seed }) => seed < families);
}

async function proveOne(seed: number, secondsEach: number): Promise<Proof> {
  const task = familyWith150(seed);
  const { meals } = planWeek(task);
  const optimum = await findOptimum(task, meals, secondsEach);
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

/** The planner's weeks against what is proven. */
export function judge(proofs: readonly Proof[], secondsEach: number): ProofsResult {
  const gaps = proofs.map((proof) => ({ isProven: proof.isProven, percent: gapPercent(proof) }));
  const percents = (isProven: boolean): number[] =>
    gaps.filter((gap) => gap.isProven === isProven).map(({ percent }) => percent);
  const proven = percents(true);
  const unproven = percents(false);
  return {
    families: proofs.length,
    secondsEach,
    proven: proven.length,
    reached: proven.filter((percent) => percent === 0).length,
    meanGapPercent: mean(proven),
    worstGapPercent: Math.max(0, ...proven),
    unprovenMeanGapPercent: mean(unproven),
    unprovenWorstGapPercent: Math.max(0, ...unproven),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** How far the planner's week is from the best, or from what none can be worth more than. */
function gapPercent({ seed, filled, best, bound, isProven }: Proof): number {
  const { meals, score } = planWeek(familyWith150(seed));
  const found = meals.filter(({ kind }) => kind === 'cooked' || kind === 'leftovers').length;
  if (isProven && (found > filled || (found === filled && score > best))) {
    throw new Error(
      `Family ${seed} has a week better than the proven best: proofs.json is of other families.`,
    );
  }
  // A slot left empty that could be filled is worse than any score.
  if (found < filled) return Number.POSITIVE_INFINITY;
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

function writeProofs(proofs: readonly Proof[]): void {
  const lines = proofs.toSorted((one, other) => one.seed - other.seed).map((proof) => JSON.stringify(proof));
  writeFileSync(FILE, `[\n  ${lines.join(',\n  ')}\n]\n`);
}
