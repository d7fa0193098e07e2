/** How far the planner's week is from the best one known, for families with ten everyday rules. */
import type { Rule } from '#domain/preferences/preferences.ts';
import { oneOf, seededRandom } from '#domain/random.ts';
import { compileTask } from '#planner/model/compiled-instance.ts';
import { evaluate, type ObjectiveValue } from '#planner/model/objective.ts';
import { searchWeek } from '#planner/search/search.ts';
import { type FamilySet, omnivores } from './household.ts';
import { mean } from './measures.ts';

export type EverydayRulesFigures = {
  families: number;
  meanGapPercent: number;
  worstGapPercent: number;
  /** Weeks with fewer meals than the best one known. */
  needlessGaps: number;
};

/** Other searches for each family, from which the best week is taken. */
const SEARCHES = 12;
const RULES = 10;

export function measureEverydayRules(set: FamilySet, families: number): EverydayRulesFigures {
  const gaps = omnivores(set, families).map(({ task }, index) => {
    const preferences = { ...task.preferences, rules: everydayRules(index) };
    const instance = compileTask({ ...task, preferences });
    const search = (seed: number): ObjectiveValue =>
      evaluate(instance, searchWeek(instance, { seed, goal: 'best', shouldStop: () => false }));
    const found = search(task.seed);
    const all = [found, ...Array.from({ length: SEARCHES }, (_, seed) => search(1_000 + seed))];
    const filled = Math.max(...all.map((week) => week.filled));
    const best = Math.max(...all.filter((week) => week.filled === filled).map(({ score }) => score));
    return { isNeedless: found.filled < filled, percent: (100 * (best - found.score)) / Math.abs(best) };
  });
  const percents = gaps.filter(({ isNeedless }) => !isNeedless).map(({ percent }) => percent);
  return {
    families,
    meanGapPercent: mean(percents),
    worstGapPercent: Math.max(0, ...percents),
    needlessGaps: gaps.filter(({ isNeedless }) => isNeedless).length,
  };
}

/** Such as "fish once a week", "pasta at most twice", "soup on Saturday". */
const EVERYDAY: readonly Omit<Rule, 'id' | 'isHard'>[] = [
  { tag: 'protein:fish', days: [], slots: [], atLeast: 1 },
  { tag: 'diet:vegetarian', days: [], slots: [], atLeast: 3 },
  { tag: 'protein:beef', days: [], slots: [], atMost: 1 },
  { tag: 'protein:pork', days: [], slots: [], atMost: 2 },
  { tag: 'title:soup', days: ['Saturday'], slots: ['lunch'], atLeast: 1 },
  { tag: 'title:pasta', days: [], slots: [], atMost: 2 },
  { tag: 'title:rice', days: [], slots: [], atLeast: 1, atMost: 2 },
  { tag: 'title:salad', days: [], slots: [], atLeast: 1 },
  { tag: 'cuisine:Italian', days: ['Friday'], slots: ['dinner'], atLeast: 1 },
  { tag: 'protein:chicken', days: ['Sunday'], slots: [], atLeast: 1 },
  { tag: 'group:potatoes', days: [], slots: [], atLeast: 2 },
  { tag: 'protein:eggs', days: [], slots: [], atMost: 1 },
  { tag: 'diet:vegan', days: ['Monday'], slots: [], atLeast: 1 },
  { tag: 'title:curry', days: [], slots: [], atLeast: 1 },
  { tag: 'cuisine:Mexican', days: [], slots: [], atMost: 1 },
  { tag: 'protein:lentils', days: [], slots: ['dinner'], atLeast: 1 },
];

function everydayRules(index: number): Rule[] {
  const random = seededRandom(500 + index);
  const chosen = new Set<(typeof EVERYDAY)[number]>();
  while (chosen.size < RULES) chosen.add(oneOf(random, EVERYDAY));
  return [...chosen].map((rule, at) => ({ ...rule, id: `rule-${at}`, isHard: random(3) === 0 }));
}
