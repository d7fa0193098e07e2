/** Time per week and per list of alternatives, for cookbooks of three sizes, and for the largest family. */
import { alternativesFor } from '#planner/alternatives.ts';
import { planWeek } from '#planner/plan.ts';
import { locksOf } from '#test/planner/locks.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { cookbookOf } from './families.ts';
import { largeFamily } from './large-family.ts';

export type Timing = {
  name: string;
  runs: number;
  /** Processor time, because wall time is useless on a shared machine. */
  medianMs: number;
  p95Ms: number;
  goalMs: number;
};

const WEEKS = [
  { size: 150, goalMs: 250 },
  { size: 1_000, goalMs: 500 },
  { size: 10_000, goalMs: 1_000 },
];
const ALTERNATIVES_MS = 50;
const LARGE_FAMILY = { dishes: 10_000, goalMs: 2_200, runs: 10 };
const WARM_UP = 5;

export function measureTimes(runs: number, log: (text: string) => void): Timing[] {
  return [...measureWeeks(runs, log), ...measureLargeFamilies(Math.min(runs, LARGE_FAMILY.runs), log)];
}

function measureWeeks(runs: number, log: (text: string) => void): Timing[] {
  return WEEKS.flatMap(({ size, goalMs }) => {
    log(`${runs} weeks with ${size.toLocaleString('en')} dishes`);
    const weeks: number[] = [];
    const alternatives: number[] = [];
    for (let seed = -WARM_UP; seed < runs; seed += 1) {
      // Severity 1: few of these families need the additional searches of an offer.
      const task = randomFamily(1_000 + seed, cookbookOf(size).dishes, { severity: 1 });
      const [proposal, weekMs] = timed(() => planWeek(task));
      const place = proposal.meals.find(({ kind }) => kind === 'cooked');
      const [, slotMs] = place ? timed(() => alternativesFor(task, locksOf(proposal), place)) : [];
      if (seed < 0) continue;
      weeks.push(weekMs);
      if (slotMs !== undefined) alternatives.push(slotMs);
    }
    const dishes = `${size.toLocaleString('en')} dishes`;
    return [
      timing(`a week, ${dishes}`, weeks, goalMs),
      timing(`five alternatives, ${dishes}`, alternatives, ALTERNATIVES_MS),
    ];
  });
}

function measureLargeFamilies(runs: number, log: (text: string) => void): Timing[] {
  const { dishes } = cookbookOf(LARGE_FAMILY.dishes);
  return [false, true].map((hasBudget) => {
    const name = `30 eaters, 30 rules${hasBudget ? ', a budget' : ''}, 10,000 dishes`;
    log(`${runs} weeks with ${name}`);
    const times: number[] = [];
    for (let seed = -1; seed < runs; seed += 1) {
      const task = largeFamily(9_000 + seed, dishes, hasBudget);
      const [, ms] = timed(() => planWeek(task));
      if (seed >= 0) times.push(ms);
    }
    return timing(name, times, LARGE_FAMILY.goalMs);
  });
}

function timed<Result>(work: () => Result): [Result, number] {
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  return [result, (user + system) / 1_000];
}

function timing(name: string, values: number[], goalMs: number): Timing {
  const sorted = values.toSorted((first, second) => first - second);
  const at = (share: number): number =>
    Math.round(10 * (sorted[Math.ceil(share * sorted.length) - 1] ?? 0)) / 10;
  return { name, runs: sorted.length, medianMs: at(0.5), p95Ms: at(0.95), goalMs };
}
