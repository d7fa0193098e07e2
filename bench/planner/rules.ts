/** Checks the weeks of thousands of families for violations of hard constraints. */
import { planWeek } from '#planner/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { violationsOf } from '#test/planner/checker.ts';
import type { Cookbook } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { scoreOf } from '#test/planner/optimum.ts';
import { cookbookOf, factsIn, realCookbook } from './families.ts';

export type RulesResult = { families: number; stoppedEarly: number; withGaps: number; violations: string[] };

export function checkRules(families: number, log: (text: string) => void): RulesResult {
  const result: RulesResult = { families, stoppedEarly: 0, withGaps: 0, violations: [] };
  for (let seed = 0; seed < families; seed += 1) {
    const cookbook = cookbookFor(seed);
    const task = randomFamily(seed, cookbook.dishes, { isAgain: seed % 4 === 0 });
    // The search of every third family is stopped early; its week must meet the hard constraints too.
    const maxChecks = seed % 3 === 0 ? seed % 50 : Number.POSITIVE_INFINITY;
    if (maxChecks < Number.POSITIVE_INFINITY) result.stoppedEarly += 1;
    const { violations, hasGaps } = check(task, cookbook, maxChecks);
    if (hasGaps) result.withGaps += 1;
    result.violations.push(...violations.map((violation) => `family ${seed}: ${violation}`));
    if (seed % 500 === 499) log(`${seed + 1} families, ${result.violations.length} rules broken`);
  }
  return result;
}

/** Mostly small cookbooks, as most families have. */
function cookbookFor(seed: number): Cookbook {
  if (seed % 100 === 99) return cookbookOf(10_000);
  if (seed % 20 === 19) return cookbookOf(1_000);
  return seed % 2 === 0 ? realCookbook() : cookbookOf(150);
}

function check(
  task: PlanningTask,
  cookbook: Cookbook,
  maxChecks: number,
): { violations: string[]; hasGaps: boolean } {
  const facts = factsIn(cookbook);
  let checks = 0;
  const proposal = planWeek(task, () => (checks += 1) > maxChecks);
  const violations = violationsOf(task, proposal, facts);
  if (maxChecks === Number.POSITIVE_INFINITY && task.seed % 10 === 0) {
    const other = planWeek({ ...task, dishes: task.dishes.toReversed() });
    if (JSON.stringify(other) !== JSON.stringify(proposal))
      violations.push('the week depends on the order of the recipes');
  }
  const score = violations.length > 0 ? proposal.score : scoreOf(task, proposal.meals, facts);
  if (score !== proposal.score) violations.push(`a score of ${proposal.score} instead of ${score}`);
  return { violations, hasGaps: proposal.meals.some(({ kind }) => kind === 'gap') };
}
