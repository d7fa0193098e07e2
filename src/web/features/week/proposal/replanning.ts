/**
 * Requests a proposal if there is none, or if the preferences or the family's own meals have changed; and the same dishes
 * again if the language has changed.
 */
import { useEffect } from 'react';
import { type Meals, familyMeals } from '#domain/plan/plan.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { usePreferences } from '#web/data/queries/preferences-queries.ts';
import { propose, type ProposalState, translateDishes } from './proposals.ts';

export type Replanning = {
  /** Whether the proposal may be accepted. */
  isCurrent: boolean;
  failure: Error | undefined;
  retry: () => void;
};

/** `meals` are the current meals of the week. */
export function useReplanning(week: string, state: ProposalState, meals: Meals): Replanning {
  const { data: preferences, error, refetch } = usePreferences();
  const { response, basis, isBusy } = state;
  const own = JSON.stringify(familyMeals(meals));
  const seen = JSON.stringify(familyMeals(response?.plan?.meals ?? {}));
  // The shown meals can be older than those of the proposal; a new request would not change that.
  const hasSameMeals = own === seen || own === basis?.own;
  const isCurrent =
    response !== undefined && preferences?.version === basis?.preferencesVersion && hasSameMeals;
  const failure = state.failure ?? (preferences ? undefined : (error ?? undefined));
  const preferencesVersion = isCurrent || isBusy || failure ? undefined : preferences?.version;
  useEffect(() => {
    if (preferencesVersion !== undefined) void propose(week, { preferencesVersion, own });
  }, [week, preferencesVersion, own]);
  const { language } = useTranslation();
  const isTranslated = !isCurrent || isBusy || failure !== undefined || state.language === language;
  useEffect(() => {
    if (!isTranslated) void translateDishes(week);
  }, [week, isTranslated]);
  return { isCurrent, failure, retry: () => void (preferences ? propose(week) : refetch()) };
}
