/** How the eaters of a family like its dishes: by a tap after a meal, for the weeks to come. */
import { MAX_STARS } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { countOtherStars, deleteStar, saveStar } from '#storage/stars.ts';
import { findPreferences } from '#storage/preferences.ts';
import { findKnownIds } from '#queries/family-recipes.ts';

/** None takes them back. */
export function giveStars(
  context: ChangeContext,
  family: string,
  { eaterId, recipeId, stars }: { eaterId: string; recipeId: string; stars: number | null },
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const eaters = (await findPreferences(tx, family))?.preferences.eaters ?? [];
    if (!eaters.some(({ id }) => id === eaterId)) return refuse('not-found');
    const known = await findKnownIds(tx, family, [{ recipeId }]);
    if (!known.has(recipeId)) return refuse('not-found');
    if (stars !== null && (await countOtherStars(tx, family, { eaterId, recipeId })) >= MAX_STARS) {
      return refuse('family-full');
    }
    await record('stars.give', { eater: eaterId });
    if (stars === null) await deleteStar(tx, family, { eaterId, recipeId });
    else await saveStar(tx, family, { eaterId, recipeId, stars });
    return undefined;
  });
}
