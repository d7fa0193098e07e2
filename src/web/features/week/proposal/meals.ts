/** Functions on proposed meals: lookup, locks for the planner, and the edits that accept a proposal. */
import { type Meal, mealAt, type Place, SLOTS } from '#domain/plan/plan.ts';
import { acceptedMeal, type Proposal, type ProposedMeal } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { Edit } from '#http/endpoints/plan/changes.ts';
import type { Lock } from '#http/endpoints/plan/planner.ts';
import { dateOf } from '#web/base/calendar.ts';

export type PlacedMeal = Place & { meal: Meal };
export type CookedMeal = Extract<ProposedMeal, { kind: 'cooked' }>;

export function isSameSlot(first: Place, second: Place): boolean {
  return first.day === second.day && first.slot === second.slot;
}

export function isCooked(meal: ProposedMeal): meal is CookedMeal {
  return meal.kind === 'cooked';
}

export function mealIn(proposal: Proposal | undefined, place: Place): ProposedMeal | undefined {
  return proposal?.meals.find((meal) => isSameSlot(meal, place));
}

/** The number of proposed meals and of empty slots. */
export function countMeals({ meals }: Proposal): { count: number; gaps: number } {
  const gaps = meals.filter(({ kind }) => kind === 'gap').length;
  return { count: meals.length - gaps, gaps };
}

/** All cooked meals, as locks for the next request; leftovers belong to the meal that they are of. */
export function locksOf({ meals }: Pick<Proposal, 'meals'>): Lock[] {
  return meals.filter(isCooked).map(({ day, slot, recipeId }) => {
    const leftovers = meals.find((meal) => meal.kind === 'leftovers' && isSameSlot(meal.of, { day, slot }));
    const leftoversAt = leftovers && { day: leftovers.day, slot: leftovers.slot };
    return { day, slot, recipeId, ...(leftoversAt && { leftoversAt }) };
  });
}

/** Those of a request in which the dish of this place changes; leftovers that are eaten there are eaten nowhere. */
export function locksWithout({ meals }: Proposal, place: Place): Lock[] {
  return locksOf({ meals })
    .filter((lock) => !isSameSlot(lock, place))
    .map(({ leftoversAt, ...lock }) =>
      leftoversAt && !isSameSlot(leftoversAt, place) ? { ...lock, leftoversAt } : lock,
    );
}

/** The meals that the family has chosen itself in a proposal. */
export function placedMeals(proposal: Proposal | undefined): PlacedMeal[] {
  return (proposal?.meals ?? []).flatMap((proposed) =>
    proposed.kind === 'recurring' && proposed.isPlaced
      ? [{ day: proposed.day, slot: proposed.slot, meal: proposed.meal }]
      : [],
  );
}

/**
 * The edits that accept a proposal. They also remove earlier planned meals that are not part of it. Past days
 * stay unchanged.
 */
export function acceptEdits(
  { proposal, plan }: ResponseOf<'POST /app/api/weeks/:week/proposal'>,
  today: string,
): Edit[] {
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
