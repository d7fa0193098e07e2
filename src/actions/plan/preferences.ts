/** Changes of a family's preferences, based on the version that was seen. */
import { nextDueMs } from '#domain/preferences/planning-due.ts';
import { instantText } from '#domain/week/instant.ts';
import { withKnownRecipe } from '#domain/plan/plan.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { BASE_LANGUAGE, type Language } from '#languages/language.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import type { Tx } from '#storage/schema.ts';
import { clearOtherEaters } from '#storage/tables/account/members.ts';
import { deleteStarsOfOthers } from '#storage/tables/recipe/stars.ts';
import { findPreferences, savePreferences, setDueAt } from '#storage/tables/plan/preferences.ts';
import { findKnownRecipes } from '#queries/recipe/family-recipes.ts';
import { type FamilyPreferences, readPreferences } from '#queries/plan/preferences.ts';

/** `language`: the one that automatic plans are written in from now on; absent means as before. */
export function changePreferences(
  context: ChangeContext,
  family: string,
  { version, preferences, language }: FamilyPreferences & { language?: Language },
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const familyRow = await findFamily(tx, family);
    if (!familyRow) return refuse('not-found');
    const current = await findPreferences(tx, family);
    if (version !== (current?.version ?? 0)) {
      return { refused: 'stale-preferences', current: await readPreferences(tx, family) };
    }
    const { autoPlan } = preferences;
    // A due time that has passed must stay if only other preferences change, or that week is never planned.
    const isSameSchedule = JSON.stringify(autoPlan) === JSON.stringify(current?.preferences.autoPlan);
    const dueAt = isSameSchedule ? current?.dueAt : nextDue(autoPlan, familyRow.timeZone, context.nowMs);
    const saved = { ...preferences, recurring: await withKnownRecipes(tx, family, preferences.recurring) };
    const next = await record('preferences.change', { eaters: preferences.eaters.length });
    await savePreferences(tx, family, {
      version: next,
      preferences: saved,
      dueAt: dueAt ?? null,
      language: language ?? current?.language ?? BASE_LANGUAGE,
    });
    const eaterIds = preferences.eaters.map(({ id }) => id);
    await deleteStarsOfOthers(tx, family, eaterIds);
    await clearOtherEaters(tx, family, eaterIds);
    return undefined;
  });
}

/** Removes references to recipes that do not exist. */
async function withKnownRecipes(
  tx: Tx,
  family: string,
  recurring: Preferences['recurring'],
): Promise<Preferences['recurring']> {
  const known = await findKnownRecipes(
    tx,
    family,
    recurring.map(({ meal }) => meal),
  );
  return recurring.map((existing) => ({ ...existing, meal: withKnownRecipe(existing.meal, known) }));
}

export function nextDue(schedule: Preferences['autoPlan'], timeZone: string, afterMs: number): string | null {
  return schedule ? instantText(nextDueMs(schedule, timeZone, afterMs)) : null;
}

/** Computes the due time again for a new time zone. A due time that has passed stays. */
export async function rescheduleAutoPlanning(
  tx: Tx,
  family: string,
  timeZone: string,
  nowMs: number,
): Promise<void> {
  const current = await findPreferences(tx, family);
  if (!current?.dueAt || current.dueAt <= instantText(nowMs)) return;
  const dueAt = nextDue(current.preferences.autoPlan, timeZone, nowMs);
  if (dueAt) await setDueAt(tx, family, dueAt);
}
