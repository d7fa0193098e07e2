/** A proposal as locks, as a client sends it to lock all meals. */
import type { Proposal } from '#domain/proposal/proposal.ts';
import type { Lock } from '#planner/model/task.ts';
import { isSamePlace } from './slots.ts';

export function locksOf({ meals }: Pick<Proposal, 'meals'>): Lock[] {
  return meals.flatMap((meal) => {
    if (meal.kind !== 'cooked') return [];
    const isDouble = meals.some((other) => other.kind === 'leftovers' && isSamePlace(other.of, meal));
    return [{ day: meal.day, slot: meal.slot, recipeId: meal.recipeId, isDouble }];
  });
}
