/** How the eaters of a family like its dishes: by a tap after a meal, for the weeks to come. */
import { MOST_STARS } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import type { Db } from '#storage/schema.ts';
import { countOtherStars, deleteStar, readAllStars, saveStar } from '#storage/stars.ts';
import { findPreferences } from '#storage/preferences.ts';
import { findKnownIds } from './family-recipes.ts';

/** By eater and recipe. */
export type Stars = { [eaterId: string]: { [recipeId: string]: number } };

export async function readStars(db: Db, family: string): Promise<Stars> {
  const stars: Stars = {};
  for await (const given of readAllStars(db, family)) {
    for (const one of given) (stars[one.eaterId] ??= {})[one.recipeId] = one.stars;
  }
  return stars;
}

/** None takes them back. */
export function giveStars(
  context: ChangeContext,
  family: string,
  { eaterId, recipeId, stars }: { eaterId: string; recipeId: string; stars: number | null },
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const eaters = (await findPreferences(tx, family))?.wishes.eaters ?? [];
    if (!eaters.some(({ id }) => id === eaterId)) return refuse('not-found');
    const known = await findKnownIds(tx, family, [{ recipeId }]);
    if (!known.has(recipeId)) return refuse('not-found');
    if (stars !== null && (await countOtherStars(tx, family, { eaterId, recipeId })) >= MOST_STARS) {
      return refuse('family-full');
    }
    await record('stars.give', { eater: eaterId });
    if (stars === null) await deleteStar(tx, family, { eaterId, recipeId });
    else await saveStar(tx, family, { eaterId, recipeId, stars });
    return undefined;
  });
}
