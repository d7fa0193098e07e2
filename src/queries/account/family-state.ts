/** What every page must know of the preferences. */
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts';
import { openSteps, type StartStep } from '#domain/preferences/start-steps.ts';
import { hasRules } from '#domain/preferences/warnings.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import type { Db } from '#storage/schema.ts';

export async function readFamilyState(
  db: Db,
  family: string,
): Promise<{ hasEaterRules: boolean; showsNutrition: boolean; openSteps: StartStep[] }> {
  const { preferences = DEFAULT_PREFERENCES } = (await findPreferences(db, family)) ?? {};
  const { eaters, showsNutrition = false } = preferences;
  return { hasEaterRules: eaters.some(hasRules), showsNutrition, openSteps: openSteps(preferences) };
}
