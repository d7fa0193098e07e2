/** What every page must know of the preferences. */
import type { Slot } from '#domain/plan/plan.ts';
import { DEFAULT_PREFERENCES, hasChosenSlots, plannedSlots } from '#domain/preferences/preferences.ts';
import { openSteps, type StartStep } from '#domain/preferences/start-steps.ts';
import { hasRules } from '#domain/preferences/warnings.ts';
import { hasDescribedGuests } from '#storage/tables/plan/week-exceptions.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import type { Db } from '#storage/schema.ts';

/** `hasEaterRules`: whether a dish may have a warning, because of an eater or a guest. */
export async function readFamilyState(
  db: Db,
  family: string,
): Promise<{
  hasEaterRules: boolean;
  showsNutrition: boolean;
  slots?: Slot[];
  openSteps: StartStep[];
}> {
  const { preferences = DEFAULT_PREFERENCES } = (await findPreferences(db, family)) ?? {};
  const { eaters, showsNutrition = false } = preferences;
  return {
    hasEaterRules: eaters.some(hasRules) || (await hasDescribedGuests(db, family)),
    showsNutrition,
    ...(hasChosenSlots(preferences) && { slots: plannedSlots(preferences) }),
    openSteps: openSteps(preferences),
  };
}
