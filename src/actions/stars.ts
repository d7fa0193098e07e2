/** Changes of the stars that eaters give to recipes. */
import { currentRecipeId, getRecipes } from '#cookbook/recipes.ts';
import { MAX_STARS } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { countOtherStars, deleteStar, saveStar } from '#storage/tables/stars.ts';
import { findPreferences } from '#storage/tables/preferences.ts';
import { findExistingRecipeIds } from '#queries/family-recipes.ts';

/** Null removes the stars. */
export function setStars(
  context: ChangeContext,
  family: string,
  { eaterId, recipeId: named, stars }: { eaterId: string; recipeId: string; stars: number | null },
): Promise<Refusal | undefined> {
  const recipeId = currentRecipeId(named);
  const formerIds = getRecipes().find(recipeId)?.formerIds ?? [];
  return auditedTransaction(context, family, async (tx, record) => {
    const eaters = (await findPreferences(tx, family))?.preferences.eaters ?? [];
    if (!eaters.some(({ id }) => id === eaterId)) return refuse('not-found');
    const known = await findExistingRecipeIds(tx, family, [{ recipeId }]);
    if (!known.has(recipeId)) return refuse('not-found');
    if (stars !== null && (await countOtherStars(tx, family, { eaterId, recipeId })) >= MAX_STARS) {
      return refuse('family-full');
    }
    await record('stars.give', { eater: eaterId });
    for (const former of formerIds) await deleteStar(tx, family, { eaterId, recipeId: former });
    if (stars === null) await deleteStar(tx, family, { eaterId, recipeId });
    else await saveStar(tx, family, { eaterId, recipeId, stars });
    return undefined;
  });
}
