/** Identifies what a proposal was computed from, so that an outdated proposal is recognised. */
import { hash } from 'node:crypto';
import { cookbookVersion } from '#cookbook/catalogue-version.ts';
import { findLineAnswersFingerprint } from '#storage/tables/line-answers.ts';
import { findRecipesFingerprint } from '#storage/tables/recipes.ts';
import type { Db } from '#storage/schema.ts';
import { findPreferencesVersion } from '#storage/tables/preferences.ts';

/** A hash of the versions of the cookbook, the family's own recipes, its answers to lines and its preferences. */
export async function readBasis(db: Db, family: string): Promise<string> {
  const parts = [
    cookbookVersion(),
    await findRecipesFingerprint(db, family),
    await findLineAnswersFingerprint(db, family),
    await findPreferencesVersion(db, family),
  ];
  return hash('sha256', parts.join(' '), 'base64url').slice(0, 22);
}
