/** A proposal as locks, as a client sends it to lock all meals. */
import type { Proposal } from '#domain/proposal/proposal.ts';
import type { Lock } from '#planner/model/task.ts';
import { isSamePlace } from './score/slots.ts';

export function locksOf({ meals }: Pick<Proposal, 'meals'>): Lock[] {
  return meals.flatMap((meal) => {
    if (meal.kind !== 'cooked') return [];
    const { day, slot, recipeId } = meal;
    const eating = meals.find((other) => other.kind === 'leftovers' && isSamePlace(other.of, meal));
    const leftoversAt = eating && { day: eating.day, slot: eating.slot };
    return [{ day, slot, recipeId, leftoversAt }];
  });
}
