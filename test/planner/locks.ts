/** A proposal as locks, as a client sends it to lock all meals. */
import { isSamePlace } from '#domain/plan/plan.ts';
import type { Proposal } from '#domain/proposal/proposal.ts';
import type { Lock } from '#planner/model/task.ts';

export function locksOf({ meals }: Pick<Proposal, 'meals'>): Lock[] {
  return meals.flatMap((meal) => {
    if (meal.kind !== 'cooked') return [];
    const { day, slot, recipeId } = meal;
    const eating = meals.find((later) => later.kind === 'leftovers' && isSamePlace(later.of, meal));
    const leftoversAt = eating && { day: eating.day, slot: eating.slot };
    return [{ day, slot, recipeId, leftoversAt }];
  });
}
