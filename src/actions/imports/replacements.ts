/**
 * Recipes of a file that take the place of the family's: plans, stars and notes stay. What was there before is stored with
 * the import for its undo.
 */
import { MAX_BYTES } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { parseInstant } from '#domain/week/instant.ts';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import type { Tx } from '#storage/schema.ts';
import type { RecordChange } from '#storage/transaction.ts';
import { followVersion, forgetReplaced, listImports, type PlacedItems } from '#storage/tables/imports.ts';
import { deleteRecipePhoto } from '#storage/tables/recipe/photos.ts';
import { findRecipe, type OwnRecipe, sourceBytes, updateRecipe } from '#storage/tables/recipe/recipes.ts';
import type { PreparedRecipe } from './preparation.ts';

type Replaced = NonNullable<PlacedItems['replaced']>[number];

/** What was replaced within the time of an undo may take as much room as all recipes. Older texts are deleted. */
export async function refuseReplacements(
  tx: Tx,
  family: string,
  { nowMs, undoMs }: { nowMs: number; undoMs: number },
  recipes: readonly PreparedRecipe[],
): Promise<Refusal | undefined> {
  const ids = recipes.flatMap(({ id, replaces }) => (replaces ? [id] : []));
  if (ids.length === 0) return undefined;
  let bytes = 0;
  for (const { id, madeAt, placed } of await listImports(tx, family)) {
    if (!placed.replaced) continue;
    if (nowMs - (parseInstant(madeAt) ?? 0) > undoMs) await forgetReplaced(tx, family, id, placed);
    else for (const { before } of placed.replaced) bytes += before ? sourceBytes(before) : 0;
  }
  for (const id of ids) {
    const current = await findRecipe(tx, family, id);
    if (current) bytes += sourceBytes(current.source);
  }
  return bytes > MAX_BYTES.recipes ? refuse('family-full') : undefined;
}

export async function replaceRecipes(
  tx: Tx,
  record: RecordChange,
  family: string,
  recipes: readonly PreparedRecipe[],
): Promise<Replaced[]> {
  const replaced: Replaced[] = [];
  for (const { id, source, keys, photo } of recipes) {
    const current = await findRecipe(tx, family, id);
    if (!current) continue;
    const version = await changeTo(tx, record, family, current, source);
    const { sourceKey } = keys;
    replaced.push({
      recipeId: id,
      sourceKey,
      version,
      versionBefore: current.version,
      before: current.source,
      hasNewPhoto: photo !== undefined,
    });
  }
  return replaced;
}

/** Returns how many have their old text again. */
export async function restoreReplaced(
  tx: Tx,
  record: RecordChange,
  family: string,
  replaced: readonly Replaced[],
): Promise<number> {
  let restored = 0;
  for (const { recipeId, version, versionBefore, before, hasNewPhoto } of replaced) {
    const current = await findRecipe(tx, family, recipeId);
    if (!before || current?.version !== version) continue;
    const to = await changeTo(tx, record, family, current, before);
    await followVersion(tx, family, { recipeId, from: versionBefore, to });
    if (hasNewPhoto) await deleteRecipePhoto(tx, family, recipeId);
    restored += 1;
  }
  return restored;
}

/** Returns the new version. */
async function changeTo(
  tx: Tx,
  record: RecordChange,
  family: string,
  { id, version: over }: OwnRecipe,
  source: OwnRecipe['source'],
): Promise<number> {
  const index = await indexRecipe(tx, family, { id, version: over, source });
  const version = await record('recipe.change', { recipe: id });
  if (!(await updateRecipe(tx, family, { id, version, source }, index, over)))
    throw new Error('A recipe was changed by another transaction.');
  return version;
}
