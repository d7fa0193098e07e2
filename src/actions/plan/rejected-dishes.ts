/** Remembers the dishes that a family rejects in a proposal, so that the planner does not offer them again soon. */
import { MAX_REJECTED_DISHES } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import {
  deleteOldestRejectedDishes,
  findRejectedOn,
  saveRejectedDish,
} from '#storage/tables/plan/rejected-dishes.ts';
import { currentRecipeId } from '#cookbook/recipes.ts';
import { findKnownRecipes } from '#queries/recipe/family-recipes.ts';
import { refuseNonMember } from '#actions/membership.ts';

/** Rejecting a dish again on the same day changes nothing. */
export function rejectDish(
  context: ChangeContext,
  family: string,
  { recipeId: given }: { recipeId: string },
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const familyRow = await findFamily(tx, family);
    if (!familyRow) return refuse('not-found');
    const notMember = await refuseNonMember(tx, family, context.actor);
    if (notMember) return notMember;
    const known = await findKnownRecipes(tx, family, [{ recipeId: given }]);
    if (!known.has(given)) return refuse('not-found');
    const recipeId = currentRecipeId(given);
    const rejectedOn = dateAt(context.nowMs, familyRow.timeZone);
    const before = await findRejectedOn(tx, family, recipeId);
    if (before === rejectedOn) return undefined;
    await record('dish.reject', {});
    // Before the new one is saved, so that it stays even if all others are from the same day.
    if (before === undefined) await deleteOldestRejectedDishes(tx, family, MAX_REJECTED_DISHES - 1);
    await saveRejectedDish(tx, family, { recipeId, rejectedOn, createdBy: context.actor });
    return undefined;
  });
}

function dateAt(nowMs: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}
