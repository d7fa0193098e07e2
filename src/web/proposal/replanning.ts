/** Keeps a proposal fitting: it is made when there is none, and anew when the wishes or the family's own meals are others. */
import { useEffect } from 'react';
import { type Meals, familyMeals } from '#domain/plan/plan.ts';
import { usePreferences } from '#web/preferences/preferences-queries.ts';
import { propose, type ProposalState } from './proposals.ts';

export type Replanning = {
  /** Whether it may be accepted as it is. */
  isCurrent: boolean;
  failure: Error | undefined;
  retry: () => void;
};

/** `meals` are those of the week as they are now. */
export function useReplanning(week: string, state: ProposalState, meals: Meals): Replanning {
  const { data: said, error, refetch } = usePreferences();
  const { response, basis, isBusy } = state;
  const own = JSON.stringify(familyMeals(meals));
  const seen = JSON.stringify(familyMeals(response?.plan?.meals ?? {}));
  // What is shown may be older than what the proposal was made around; then it does not change by asking.
  const isAround = own === seen || own === basis?.own;
  const isCurrent = response !== undefined && said?.version === basis?.wishesVersion && isAround;
  const failure = state.failure ?? (said ? undefined : (error ?? undefined));
  useEffect(() => {
    if (said && !isCurrent && !isBusy && !failure) {
      void propose(week, { wishesVersion: said.version, own });
    }
  });
  return { isCurrent, failure, retry: () => void (said ? propose(week) : refetch()) };
}
