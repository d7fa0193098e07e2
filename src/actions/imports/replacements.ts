/**
 * Recipes of a file that take the place of the family's: plans, stars and notes stay. What was there before is stored with
 * the import for its undo.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_BYTES } from '#domain/family/quota.ts';
import { UNDO_MS } from '#domain/family/upload.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import type { Tx } from '#storage/schema.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { followVersion } from '#storage/tables/imports.ts';
import {
  deleteReplacedRecipe,
  findReplacedRecipes,
  forgetReplaced,
  forgetSource,
  readReplacedBytes,
  type ReplacedRecipe,
} from '#storage/tables/replaced-recipes.ts';
import { findLineAnswersFingerprint } from '#storage/tables/recipe/line-answers.ts';
import { deletePhotosWithoutRecipe, deleteRecipePhoto } from '#storage/tables/recipe/photos.ts';
import {
  findRecipe,
  OUTDATED,
  readSourceBytes,
  type RecipeIndex,
  updateRecipe,
} from '#storage/tables/recipe/recipes.ts';
import { withoutCircle } from '#actions/recipe/references.ts';
import { PAUSE_MS, type Step } from './slices.ts';

const FORGOTTEN_PER_SLICE = 50;

/** Deletes the texts of recipes that were replaced longer ago than an undo can be. */
export async function makeRoomForReplaced(
  context: ChangeContext,
  family: string,
  replaced: readonly string[],
): Promise<void> {
  if (replaced.length === 0) return;
  const forget = (tx: Tx) => forgetReplaced(tx, family, context.nowMs - UNDO_MS, FORGOTTEN_PER_SLICE);
  while ((await auditedTransaction(context, family, forget)) === FORGOTTEN_PER_SLICE) await delay(PAUSE_MS);
}

/** What was replaced within the time of an undo may take as much room as all recipes. */
export async function refuseReplacements(
  tx: Tx,
  family: string,
  nowMs: number,
  replaced: readonly string[],
): Promise<Refusal | undefined> {
  if (replaced.length === 0) return undefined;
  const more = await readSourceBytes(tx, family, replaced);
  const bytes = (await readReplacedBytes(tx, family, nowMs - UNDO_MS)) + more;
  return bytes > MAX_BYTES.recipes ? refuse('quota-exceeded') : undefined;
}

const READ_AT_ONCE = 20;

/** Gives recipes their old text again, unless somebody has changed them since. `onRestored` is called for each. */
export async function* restoringSteps(
  { store }: ChangeContext,
  family: string,
  importId: string,
  onEnd: (outcome: 'restored' | 'changed') => void,
): AsyncGenerator<Step> {
  for (let after = ''; ;) {
    const rows = await findReplacedRecipes(store.db, family, importId, { after, limit: READ_AT_ONCE });
    for (const row of rows) {
      const answers = await findLineAnswersFingerprint(store.db, family);
      const { recipeId: id, before } = row;
      if (!before) continue;
      const index = await indexRecipe(store.db, family, { id, version: 0, source: before });
      yield async (tx, record) => {
        const isCurrent = (await findLineAnswersFingerprint(tx, family)) === answers;
        const isComplete = isCurrent && index.usedRecipes.length === 0;
        const made = isComplete ? index : { ...index, catalogueVersion: OUTDATED };
        onEnd(await restore(tx, family, row, made, () => record('recipe.change', { recipe: id })));
        return undefined;
      };
    }
    const last = rows.at(-1);
    if (!last || rows.length < READ_AT_ONCE) return;
    after = last.recipeId;
  }
}

async function restore(
  tx: Tx,
  family: string,
  row: ReplacedRecipe,
  index: RecipeIndex,
  recordChange: () => Promise<number>,
): Promise<'restored' | 'changed'> {
  const { recipeId, version, versionBefore, before, hasNewPhoto } = row;
  const current = await findRecipe(tx, family, recipeId);
  if (!before || current?.version !== version) {
    // It stays known by where it came from.
    await forgetSource(tx, family, row);
    return 'changed';
  }
  const to = await recordChange();
  const own = { id: recipeId, version: to, source: await withoutCircle(tx, family, recipeId, before) };
  if (!(await updateRecipe(tx, family, own, index, version)))
    throw new Error('A recipe was changed by another transaction.');
  await followVersion(tx, family, { recipeId, from: versionBefore, to });
  if (hasNewPhoto && (await deleteRecipePhoto(tx, family, recipeId)))
    await deletePhotosWithoutRecipe(tx, family);
  await deleteReplacedRecipe(tx, family, row);
  return 'restored';
}
