/** Takes back what Weekfare's own export has added beside recipes and meals. What a member has changed since stays. */
import { isDeepStrictEqual } from 'node:util';
import { nextDue } from '#actions/plan/preferences.ts';
import { lineKeyOf } from '#queries/recipe/recipe-search.ts';
import type { Tx } from '#storage/schema.ts';
import type { RecordChange } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import type { PlacedData } from '#storage/tables/imports.ts';
import { deleteLineAnswer } from '#storage/tables/recipe/line-answers.ts';
import { clearOtherEaters } from '#storage/tables/account/members.ts';
import { findPantry, savePantry } from '#storage/tables/shopping-list/pantry.ts';
import { deletePreferences, findPreferences, savePreferences } from '#storage/tables/plan/preferences.ts';
import { deletePrice, listPrices } from '#storage/tables/shopping-list/prices.ts';
import { markIndexesOutdated } from '#storage/tables/recipe/recipes.ts';
import {
  deleteRecipeNotes,
  readAllRecipeNotes,
  type StoredNote,
} from '#storage/tables/recipe/recipe-notes.ts';
import { deleteRefusals } from '#storage/tables/plan/refusals.ts';
import { deleteStar, deleteStarsOfOthers, readAllStars } from '#storage/tables/recipe/stars.ts';

export async function removeFamilyData(
  tx: Tx,
  record: RecordChange,
  { family, nowMs }: { family: string; nowMs: number },
  placed: PlacedData,
): Promise<void> {
  await removeStars(tx, family, placed.stars);
  await removeNotes(tx, family, placed.notes ?? []);
  if (placed.refusals.length > 0) await deleteRefusals(tx, family, placed.refusals);
  for (const words of placed.answers) {
    if (!(await deleteLineAnswer(tx, family, words))) continue;
    await record('line.take-back', { line: lineKeyOf(words) });
    await markIndexesOutdated(tx, family, lineKeyOf(words));
  }
  const prices = new Map((await listPrices(tx, family)).map((price) => [price.foodId, price.centsPerKg]));
  for (const { foodId, centsPerKg } of placed.prices) {
    if (prices.get(foodId) !== centsPerKg) continue;
    await deletePrice(tx, family, foodId);
    await record('price.forget', { foodId });
  }
  if (placed.pantry && (await findPantry(tx, family))?.version === placed.pantry.version) {
    const entries = placed.pantry.before;
    const version = await record('pantry.change', { entries: entries.length });
    await savePantry(tx, family, { version, entries });
  }
  await restorePreferences(tx, record, { family, nowMs }, placed.preferences);
}

async function removeStars(tx: Tx, family: string, placed: PlacedData['stars']): Promise<void> {
  const wanted = new Map(placed.map((star) => [`${star.eaterId} ${star.recipeId}`, star.stars]));
  const same: { eaterId: string; recipeId: string }[] = [];
  for await (const stars of readAllStars(tx, family))
    for (const star of stars)
      if (wanted.get(`${star.eaterId} ${star.recipeId}`) === star.stars) same.push(star);
  for (const star of same) await deleteStar(tx, family, star);
}

async function removeNotes(tx: Tx, family: string, placed: readonly StoredNote[]): Promise<void> {
  const wanted = new Map(placed.map((note) => [note.recipeId, note]));
  const same: string[] = [];
  for await (const notes of readAllRecipeNotes(tx, family))
    for (const note of notes)
      if (isDeepStrictEqual({ ...wanted.get(note.recipeId) }, { ...note })) same.push(note.recipeId);
  for (const recipeId of same) await deleteRecipeNotes(tx, family, [recipeId]);
}

async function restorePreferences(
  tx: Tx,
  record: RecordChange,
  { family, nowMs }: { family: string; nowMs: number },
  placed: PlacedData['preferences'],
): Promise<void> {
  const current = await findPreferences(tx, family);
  if (!placed || !current || current.version !== placed.version) return;
  const { before } = placed;
  const eaterIds = before?.eaters.map(({ id }) => id) ?? [];
  const version = await record('wishes.change', { eaters: eaterIds.length });
  const timeZone = (await findFamily(tx, family))?.timeZone ?? 'UTC';
  if (before) {
    const dueAt = nextDue(before.byItself, timeZone, nowMs);
    await savePreferences(tx, family, { ...current, version, preferences: before, dueAt });
  } else await deletePreferences(tx, family);
  await deleteStarsOfOthers(tx, family, eaterIds);
  await clearOtherEaters(tx, family, eaterIds);
}
