/** Takes back what a step of an import has added of a family's data. What a member has changed since stays. */
import { isDeepStrictEqual } from 'node:util';
import { nextDue } from '#actions/plan/preferences.ts';
import { lineKeyOf } from '#queries/recipe/recipe-search.ts';
import type { Tx } from '#storage/schema.ts';
import type { RecordChange } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import type { PlacedItems } from '#storage/tables/imports.ts';
import { deleteLineAnswer } from '#storage/tables/recipe/line-answers.ts';
import { clearOtherEaters } from '#storage/tables/account/members.ts';
import { findPantry, savePantry } from '#storage/tables/shopping-list/pantry.ts';
import { deleteMenu, findMenu } from '#storage/tables/plan/menus.ts';
import { deleteWeekExceptions, readWeekExceptions } from '#storage/tables/plan/week-exceptions.ts';
import { deletePreferences, findPreferences, savePreferences } from '#storage/tables/plan/preferences.ts';
import { deletePrice, listPrices } from '#storage/tables/shopping-list/prices.ts';
import { markAllOutdated } from '#storage/tables/recipe/recipes.ts';
import { deleteRecipeNotes, findRecipeNotes, type StoredNote } from '#storage/tables/recipe/recipe-notes.ts';
import { deleteRejectedDishes } from '#storage/tables/plan/rejected-dishes.ts';
import { deleteStarsOfOthers, takeBackStar } from '#storage/tables/recipe/stars.ts';

export async function removeFamilyData(
  tx: Tx,
  record: RecordChange,
  { family, nowMs }: { family: string; nowMs: number },
  placed: PlacedItems,
): Promise<void> {
  const {
    preferences,
    pantry,
    prices = [],
    answers = [],
    notes = [],
    stars = [],
    weekExceptions = [],
    menus = [],
    rejectedDishes = [],
  } = placed;
  for (const star of stars) await takeBackStar(tx, family, star);
  if (notes.length > 0) await removeNotes(tx, family, notes);
  if (rejectedDishes.length > 0) await deleteRejectedDishes(tx, family, rejectedDishes);
  for (const { week, version } of weekExceptions) {
    if ((await readWeekExceptions(tx, family, week)).version !== version) continue;
    await record('week.change', { week });
    await deleteWeekExceptions(tx, family, week);
  }
  for (const { id, version } of menus) {
    if ((await findMenu(tx, family, id))?.version !== version) continue;
    await record('menu.delete', { menu: id });
    await deleteMenu(tx, family, id);
  }
  const removed: string[] = [];
  for (const words of answers) {
    if (!(await deleteLineAnswer(tx, family, words))) continue;
    await record('line.take-back', { line: lineKeyOf(words) });
    removed.push(lineKeyOf(words));
  }
  await markAllOutdated(tx, family, removed);
  if (prices.length > 0) await removePrices(tx, record, family, prices);
  if (pantry && (await findPantry(tx, family))?.version === pantry.version) {
    const entries = pantry.before;
    const version = await record('pantry.change', { entries: entries.length });
    await savePantry(tx, family, { version, entries });
  }
  if (preferences) await restorePreferences(tx, record, { family, nowMs }, preferences);
}

async function removePrices(
  tx: Tx,
  record: RecordChange,
  family: string,
  placed: NonNullable<PlacedItems['prices']>,
): Promise<void> {
  const prices = new Map((await listPrices(tx, family)).map((price) => [price.foodId, price.centsPerKg]));
  for (const { foodId, centsPerKg } of placed) {
    if (prices.get(foodId) !== centsPerKg) continue;
    await deletePrice(tx, family, foodId);
    await record('price.forget', { foodId });
  }
}

async function removeNotes(tx: Tx, family: string, placed: readonly StoredNote[]): Promise<void> {
  const wanted = new Map(placed.map((note) => [note.recipeId, note]));
  const current = await findRecipeNotes(tx, family, [...wanted.keys()]);
  const same = current.filter((note) => isDeepStrictEqual({ ...wanted.get(note.recipeId) }, { ...note }));
  if (same.length === 0) return;
  await deleteRecipeNotes(
    tx,
    family,
    same.map(({ recipeId }) => recipeId),
  );
}

async function restorePreferences(
  tx: Tx,
  record: RecordChange,
  { family, nowMs }: { family: string; nowMs: number },
  placed: NonNullable<PlacedItems['preferences']>,
): Promise<void> {
  const current = await findPreferences(tx, family);
  if (!current || current.version !== placed.version) return;
  const { before } = placed;
  const eaterIds = before?.eaters.map(({ id }) => id) ?? [];
  const version = await record('preferences.change', { eaters: eaterIds.length });
  const timeZone = (await findFamily(tx, family))?.timeZone ?? 'UTC';
  if (before) {
    const dueAt = nextDue(before.autoPlan, timeZone, nowMs);
    await savePreferences(tx, family, { ...current, version, preferences: before, dueAt });
  } else await deletePreferences(tx, family);
  await deleteStarsOfOthers(tx, family, eaterIds);
  await clearOtherEaters(tx, family, eaterIds);
}
