/** Proposed meals: finding them, telling the planner of them again, and what they become when accepted. */
import { mealAt, type Place, SLOTS } from '#domain/plan/plan.ts';
import { acceptedMeal, type Proposal, type ProposedMeal } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import type { Edit, Lock, ProposalResponse } from '#http/app/contract.ts';
import { dateOf } from '#web/calendar.ts';

export type CookedMeal = Extract<ProposedMeal, { kind: 'cooked' }>;

export function isSamePlace(one: Place, other: Place): boolean {
  return one.day === other.day && one.slot === other.slot;
}

export function isCooked(meal: ProposedMeal): meal is CookedMeal {
  return meal.kind === 'cooked';
}

export function mealIn(proposal: Proposal | undefined, place: Place): ProposedMeal | undefined {
  return proposal?.meals.find((meal) => isSamePlace(meal, place));
}

/** How many meals are proposed, and how many places stay empty. */
export function countMeals({ meals }: Proposal): { count: number; gaps: number } {
  const gaps = meals.filter(({ kind }) => kind === 'gap').length;
  return { count: meals.length - gaps, gaps };
}

/** All that is cooked, as the planner takes it back. */
export function locksOf({ meals }: Proposal): Lock[] {
  const isDouble = (place: Place) =>
    meals.some((meal) => meal.kind === 'leftovers' && isSamePlace(meal.of, place));
  return meals
    .filter(isCooked)
    .map(({ day, slot, recipeId }) => ({ day, slot, recipeId, isDouble: isDouble({ day, slot }) }));
}

/**
 * The proposal as a change: what is proposed, and nothing where the planner's earlier meals find no place
 * in it any more. Days that are over stay as they were.
 */
export function acceptEdits({ proposal, plan }: ProposalResponse, today: string): Edit[] {
  const { week } = proposal;
  return DAYS.flatMap((day) =>
    SLOTS.flatMap((slot): Edit[] => {
      const before = mealAt(plan?.meals ?? {}, { day, slot }) ?? null;
      const proposed = mealIn(proposal, { day, slot });
      const isStale = before?.generated === true && dateOf(week, day) >= today;
      return proposed || isStale
        ? [{ week, day, slot, before, after: (proposed && acceptedMeal(proposed)) ?? null }]
        : [];
    }),
  );
}
