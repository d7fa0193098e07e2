/** Keeps a proposal fitting: it is made when there is none, and anew when the wishes or the family's own meals are others. */
import { useEffect } from 'react';
import { type Meals, ownMeals } from '#domain/plan/plan.ts';
import { usePreferences } from '#web/preferences/preferences-queries.ts';
import { propose, type ProposalState } from './proposals.ts';

export type Fitting = {
  /** Whether it may be accepted as it is. */
  isFitting: boolean;
  failure: Error | undefined;
  retry: () => void;
};

/** `meals` are those of the week as they are now. */
export function useFitting(week: string, state: ProposalState, meals: Meals): Fitting {
  const { data: said, error, refetch } = usePreferences();
  const { answer, fit, isBusy } = state;
  const own = JSON.stringify(ownMeals(meals));
  const seen = JSON.stringify(ownMeals(answer?.plan?.meals ?? {}));
  // What is shown may be older than what the proposal was made around; then it does not change by asking.
  const isAround = own === seen || own === fit?.own;
  const isFitting = answer !== undefined && said?.version === fit?.wishesVersion && isAround;
  const failure = state.failure ?? (said ? undefined : (error ?? undefined));
  useEffect(() => {
    if (said && !isFitting && !isBusy && !failure) {
      void propose(week, { wishesVersion: said.version, own });
    }
  });
  return { isFitting, failure, retry: () => void (said ? propose(week) : refetch()) };
}
