/** Families whose wishes leave something missing: whether what the planner offers them really helps. */
import { withPreferenceChange } from '#domain/preferences/preferences.ts';
import type { Proposal } from '#domain/proposal/proposal.ts';
import { planWeek } from '#planner/plan.ts';
import { familyWith150 } from './families.ts';

export type OffersResult = {
  families: number;
  /** For how many of them nothing was missing any more. */
  helped: number;
  /** How many offers had so many changes: one, two, and so on. */
  changes: number[];
  /** How many offers give up a slot. */
  givingUp: number;
  notHelped: number[];
};

export function checkOffers(families: number, say: (text: string) => void): OffersResult {
  const result: OffersResult = { families, helped: 0, changes: [], givingUp: 0, notHelped: [] };
  for (let seed = 0, met = 0; met < families; seed += 1) {
    const task = familyWith150(seed, { severity: 1 + (seed % 3) });
    const proposal = planWeek(task);
    if (!isMissing(proposal)) continue;
    met += 1;
    const changes = proposal.offer?.changes ?? [];
    const wishes = changes.reduce(withPreferenceChange, task.preferences);
    if (changes.length > 0 && !isMissing(planWeek({ ...task, preferences: wishes }))) result.helped += 1;
    else result.notHelped.push(seed);
    result.changes[changes.length] = (result.changes[changes.length] ?? 0) + 1;
    if (changes.some(({ kind }) => kind === 'unplanned')) result.givingUp += 1;
    if (met % 50 === 0) say(`${met} families, ${result.helped} helped`);
  }
  result.changes = Array.from(result.changes, (count) => count ?? 0);
  return result;
}

function isMissing({ meals, unmet }: Proposal): boolean {
  return unmet.length > 0 || meals.some(({ kind }) => kind === 'gap');
}
