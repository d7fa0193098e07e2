/** Stores what the plan of an import (family-data-plan.ts) takes of a family's data. */
import { lineKeyOf } from '#queries/recipe/recipe-search.ts';
import type { Tx } from '#storage/schema.ts';
import type { ChangeContext, RecordChange } from '#storage/transaction.ts';
import type { PlacedData } from '#storage/tables/imports.ts';
import { saveLineAnswer } from '#storage/tables/recipe/line-answers.ts';
import { savePantry } from '#storage/tables/shopping-list/pantry.ts';
import { savePreferences } from '#storage/tables/plan/preferences.ts';
import { savePrice } from '#storage/tables/shopping-list/prices.ts';
import { markIndexesOutdated } from '#storage/tables/recipe/recipes.ts';
import { saveRecipeNote } from '#storage/tables/recipe/recipe-notes.ts';
import { saveRefusal } from '#storage/tables/plan/refusals.ts';
import { saveStar } from '#storage/tables/recipe/stars.ts';
import type { PlannedData } from './family-data-plan.ts';

export async function storeFamilyData(
  tx: Tx,
  record: RecordChange,
  { context: { actor, nowMs }, family }: { context: ChangeContext; family: string },
  { preferences, pantry, prices, answers, notes, stars, refusals }: PlannedData,
): Promise<PlacedData> {
  const preferencesVersion = preferences ? await storePreferences(tx, record, family, preferences) : 0;
  let pantryVersion = 0;
  if (pantry) {
    const { entries } = pantry;
    pantryVersion = await record('pantry.change', { entries: entries.length });
    await savePantry(tx, family, { version: pantryVersion, entries });
  }
  for (const { foodId, centsPerKg, offer } of prices) {
    await record('price.change', { foodId, centsPerKg });
    await savePrice(tx, family, { foodId, centsPerKg, ...(offer && { offer }) });
  }
  for (const { words, foodId } of answers) {
    const answer = foodId === null ? 'harmless' : 'food';
    const version = await record('line.answer', { line: lineKeyOf(words), answer });
    await saveLineAnswer(tx, family, { words, foodId, version, madeBy: actor }, nowMs);
    await markIndexesOutdated(tx, family, lineKeyOf(words));
  }
  if (notes.length > 0) await record('recipe.import-notes', { notes: notes.length });
  for (const note of notes) await saveRecipeNote(tx, family, note);
  if (stars.length > 0) await record('stars.import', { stars: stars.length });
  for (const star of stars) await saveStar(tx, family, star);
  if (refusals.length > 0) await record('dish.import-refusals', { dishes: refusals.length });
  for (const refusal of refusals) await saveRefusal(tx, family, { ...refusal, madeBy: actor });
  return {
    preferences: preferences && { version: preferencesVersion, before: preferences.before },
    pantry: pantry && { version: pantryVersion, before: pantry.before },
    prices: prices.map(({ foodId, centsPerKg }) => ({ foodId, centsPerKg })),
    answers: answers.map(({ words }) => words),
    notes,
    stars,
    refusals: refusals.map(({ recipeId }) => recipeId),
  };
}

async function storePreferences(
  tx: Tx,
  record: RecordChange,
  family: string,
  { saved, dueAt, language }: NonNullable<PlannedData['preferences']>,
): Promise<number> {
  const version = await record('wishes.change', { eaters: saved.eaters.length });
  await savePreferences(tx, family, { version, preferences: saved, dueAt, language });
  return version;
}
