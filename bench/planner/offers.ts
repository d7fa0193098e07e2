/** Families whose preferences are infeasible: whether the offered changes make their week complete. */
import { type PreferenceChange, withPreferenceChange } from '#domain/preferences/preferences.ts';
import type { Proposal } from '#domain/proposal/proposal.ts';
import { planWeek } from '#planner/plan.ts';
import { familyWith150 } from './families.ts';

export type OffersResult = {
  families: number;
  /** How many of them get a complete week. */
  helped: number;
  /** The number of offers by their number of clauses. */
  clauses: number[];
  offers: number;
  /** How many offers leave a slot unplanned. */
  givingUp: number;
  notHelped: number[];
};

export function checkOffers(families: number, log: (text: string) => void): OffersResult {
  const result: OffersResult = { families, helped: 0, offers: 0, clauses: [], givingUp: 0, notHelped: [] };
  for (let seed = 0, met = 0; met < families; seed += 1) {
    const task = familyWith150(seed, { severity: 1 + (seed % 3) });
    const proposal = planWeek(task);
    if (!isIncomplete(proposal)) continue;
    met += 1;
    const isHelped = proposal.offers.every(({ changes }) => {
      const preferences = changes.reduce(withPreferenceChange, task.preferences);
      return changes.length > 0 && !isIncomplete(planWeek({ ...task, preferences }));
    });
    if (isHelped && proposal.offers.length > 0) result.helped += 1;
    else result.notHelped.push(seed);
    for (const { changes } of proposal.offers) {
      const clauses = countClauses(changes);
      result.offers += 1;
      result.clauses[clauses] = (result.clauses[clauses] ?? 0) + 1;
    }
    if (proposal.offers.every(({ changes }) => changes.some(({ kind }) => kind === 'unplanned'))) {
      result.givingUp += 1;
    }
    if (met % 50 === 0) log(`${met} families, ${result.helped} helped`);
  }
  result.clauses = Array.from(result.clauses, (count) => count ?? 0);
  return result;
}

/** As a sentence has them: "30 minutes for all dinners" is one. */
function countClauses(changes: readonly PreferenceChange[]): number {
  const clauses = changes.map((change) => {
    if (change.kind === 'minutes') return `minutes ${change.minutes}`;
    if (change.kind === 'dislike') return `dislike ${change.foodId}`;
    return change.kind === 'rule' ? `rule ${change.ruleId}` : change.kind;
  });
  return new Set(clauses).size;
}

function isIncomplete({ meals, unmet }: Proposal): boolean {
  return unmet.length > 0 || meals.some(({ kind }) => kind === 'gap');
}
