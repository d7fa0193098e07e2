/** Families whose preferences are infeasible: whether the offered changes make their week complete. */
import { withPreferenceChange } from '#domain/preferences/preferences.ts';
import type { Proposal } from '#domain/proposal/proposal.ts';
import { planWeek } from '#planner/plan.ts';
import { familyWith150 } from './families.ts';

export type OffersResult = {
  families: number;
  /** How many of them get a complete week. */
  helped: number;
  /** The number of offers by their number of changes. */
  changes: number[];
  /** How many offers leave a slot unplanned. */
  givingUp: number;
  notHelped: number[];
};

export function checkOffers(families: number, log: (text: string) => void): OffersResult {
  const result: OffersResult = { families, helped: 0, changes: [], givingUp: 0, notHelped: [] };
  for (let seed = 0, met = 0; met < families; seed += 1) {
    const task = familyWith150(seed, { severity: 1 + (seed % 3) });
    const proposal = planWeek(task);
    if (!isIncomplete(proposal)) continue;
    met += 1;
    const changes = proposal.offer?.changes ?? [];
    const preferences = changes.reduce(withPreferenceChange, task.preferences);
    if (changes.length > 0 && !isIncomplete(planWeek({ ...task, preferences }))) result.helped += 1;
    else result.notHelped.push(seed);
    result.changes[changes.length] = (result.changes[changes.length] ?? 0) + 1;
    if (changes.some(({ kind }) => kind === 'unplanned')) result.givingUp += 1;
    if (met % 50 === 0) log(`${met} families, ${result.helped} helped`);
  }
  result.changes = Array.from(result.changes, (count) => count ?? 0);
  return result;
}

function isIncomplete({ meals, unmet }: Proposal): boolean {
  return unmet.length > 0 || meals.some(({ kind }) => kind === 'gap');
}
