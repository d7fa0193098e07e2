/** Changes of the stars that eaters give to recipes. A dish with stars is not refused any more. */
import { currentRecipeId } from '#cookbook/recipes.ts';
import { MAX_STARS } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { deleteRejectedDishes } from '#storage/tables/plan/rejected-dishes.ts';
import { countOtherStars, deleteStar, saveStar } from '#storage/tables/recipe/stars.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import { findKnownRecipes, recipeIdsOfDish } from '#queries/recipe/family-recipes.ts';

/** Null removes the stars. */
export function setStars(
  context: ChangeContext,
  family: string,
  { eaterId, recipeId: given, stars }: { eaterId: string; recipeId: string; stars: number | null },
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const eaters = (await findPreferences(tx, family))?.preferences.eaters ?? [];
    if (!eaters.some(({ id }) => id === eaterId)) return refuse('not-found');
    const known = await findKnownRecipes(tx, family, [{ recipeId: given }]);
    if (!known.has(given)) return refuse('not-found');
    const recipeId = currentRecipeId(given);
    if (stars !== null && (await countOtherStars(tx, family, { eaterId, recipeId })) >= MAX_STARS) {
      return refuse('quota-exceeded');
    }
    await record('stars.give', { eater: eaterId });
    // Stars may be stored under the id of a dish that was merged into this one.
    for (const id of recipeIdsOfDish(recipeId)) await deleteStar(tx, family, { eaterId, recipeId: id });
    if (stars === null) return undefined;
    await saveStar(tx, family, { eaterId, recipeId, stars });
    await deleteRejectedDishes(tx, family, recipeIdsOfDish(recipeId));
    return undefined;
  });
}
