/** Identifies what a proposal was computed from, so that an outdated proposal is recognised. */
import { hash } from 'node:crypto';
import { cookbookVersion } from '#cookbook/catalogue-version.ts';
import { findLineAnswersFingerprint } from '#storage/tables/recipe/line-answers.ts';
import { findRecipesFingerprint } from '#storage/tables/recipe/recipes.ts';
import type { Db } from '#storage/schema.ts';
import { isOwnTag, type Preferences } from '#domain/preferences/preferences.ts';
import { readWeekExceptions } from '#storage/tables/plan/week-exceptions.ts';
import type { Week } from '#domain/week/week.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import { readOwnTags } from '#queries/recipe/recipe-notes.ts';

/**
 * A hash of the versions of the cookbook, the family's own recipes, its answers to lines, its preferences and the exceptions of
 * the week, and of the family's tags if a rule counts one.
 */
export async function readBasis(db: Db, family: string, week: Week): Promise<string> {
  const stored = await findPreferences(db, family);
  const parts = [
    cookbookVersion(),
    await findRecipesFingerprint(db, family),
    await findLineAnswersFingerprint(db, family),
    stored?.version ?? 0,
    (await readWeekExceptions(db, family, week)).version,
    ...(stored && countsOwnTags(stored.preferences)
      ? [JSON.stringify([...(await readOwnTags(db, family))])]
      : []),
  ];
  return hash('sha256', parts.join(' '), 'base64url').slice(0, 22);
}

/** Whether the planner has to know the family's tags. */
export function countsOwnTags({ rules }: Pick<Preferences, 'rules'>): boolean {
  return rules.some(({ tag }) => isOwnTag(tag));
}
