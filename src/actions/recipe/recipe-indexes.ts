/**
 * Stores the search indexes of recipes that a search had to compute again: after an update of the catalogue, an import
 * or an answer to a line.
 */
import { catalogueVersion, isOlderVersion } from '#cookbook/catalogue-version.ts';
import {
  searchOwnAndCookbook,
  type Recomputed,
  recomputeIndexes,
  type RecipeQuery,
} from '#queries/recipe/recipe-search.ts';
import type { Store } from '#storage/store.ts';
import { findLineAnswersFingerprint } from '#storage/tables/recipe/line-answers.ts';
import { findRecipesFingerprint, updateRecipeIndex } from '#storage/tables/recipe/recipes.ts';
import { lockFamily } from '#storage/transaction.ts';

export async function searchFamilyRecipes(store: Store, family: string, query: RecipeQuery) {
  const { recomputed, ...found } = await searchOwnAndCookbook(store.db, family, query);
  await storeIndexes(store, family, recomputed);
  return found;
}

export async function refreshIndexes(store: Store, family: string, ids: readonly string[]): Promise<void> {
  const outdated = ids.map((id) => ({ id, catalogueVersion: '' }));
  await storeIndexes(store, family, await recomputeIndexes(store.db, family, outdated));
}

/** Replaces older indexes; that of a newer program, which may be running on the same database, is left as it is. */
async function storeIndexes(store: Store, family: string, recomputed: readonly Recomputed[]): Promise<void> {
  const current = catalogueVersion();
  const newer = recomputed.filter(({ storedVersion }) => isOlderVersion(storedVersion, current));
  if (newer.length === 0) return;
  await store.db.transaction().execute(async (tx) => {
    await lockFamily(tx, store.kind, family);
    const answers = await findLineAnswersFingerprint(tx, family);
    const recipes = await findRecipesFingerprint(tx, family);
    for (const { own, storedVersion, index, ...computed } of newer) {
      // An index that was computed with an answer that was taken back since could be a false "free of", and so could one
      // that was computed with another recipe that was changed since.
      const isCurrent = index.usedRecipes.length === 0 || computed.recipes === recipes;
      if (computed.answers === answers && isCurrent)
        await updateRecipeIndex(tx, family, { ...own, catalogueVersion: storedVersion }, index);
    }
  });
}
