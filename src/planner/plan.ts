/**
 * Plans a week: from a planning task to a proposal with reasons, totals and, if slots stay empty, the
 * blocking constraints and an offer. Pure: the same task gives the same proposal unless a deadline stops
 * the search.
 */
import { isSamePlace, type Place, PLACES } from '#domain/plan/plan.ts';
import type { MealReason, Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import { blockingConstraintsOf } from './explain/blocking-constraints.ts';
import { offersFor } from './explain/offer.ts';
import { reasonsFor } from './explain/reasons.ts';
import { mealCost, totalsOf } from './explain/totals.ts';
import { compileInstance } from './model/compiled-instance.ts';
import { buildInstance, type Instance } from './model/instance.ts';
import { evaluate } from '#planner/model/objective.ts';
import { isLeftovers, unmetRules } from './model/rules.ts';
import type { PlanningTask } from './model/task.ts';
import { cookedMealAt, type Menu, menuOf, shownVariant } from './search/menu.ts';
import { searchWeek } from './search/search.ts';

export function planWeek(task: PlanningTask, shouldStop: () => boolean = () => false): Proposal {
  const instance = buildInstance(task);
  const compiled = compileInstance(instance, task);
  const assignment = searchWeek(compiled, { seed: task.seed, goal: 'best', shouldStop });
  const menu = menuOf(instance, compiled, assignment);
  const unmet = unmetRules(instance.rules, instance.planned, menu.contents);
  const isComplete = unmet.length === 0 && !menu.contents.includes(undefined);
  return {
    week: task.week,
    seed: task.seed,
    meals: withFewGeneralReasons(
      PLACES.flatMap((place) => proposedMealAt(place, menu, instance, task) ?? []),
    ),
    totals: totalsOf(menu, instance, task),
    unmet: unmet.map(({ rule, count }) => ({ ruleId: rule.id, wanted: rule.atLeast, possible: count })),
    offers: isComplete ? [] : offersFor({ task, instance, contents: menu.contents }, shouldStop),
    score: evaluate(compiled, assignment).score,
  };
}

export function proposedMealAt(
  place: Place,
  menu: Menu,
  instance: Instance,
  task: PlanningTask,
): ProposedMeal | undefined {
  const recurring = instance.fixedMeals.find((meal) => meal.isRecurring && isSamePlace(meal, place));
  if (recurring) return { ...place, kind: 'recurring', meal: recurring.meal };
  const index = instance.planned.findIndex((slot) => isSamePlace(slot, place));
  if (index < 0) return undefined;
  const content = menu.contents[index];
  if (!content) {
    return { ...place, kind: 'gap', blockingConstraints: blockingConstraintsOf(index, menu, instance, task) };
  }
  if (isLeftovers(content)) {
    const { day, slot } = instance.planned[content.leftoversOf] as Place;
    const { dish } = cookedMealAt(menu, { day, slot });
    return { ...place, kind: 'leftovers', of: { day, slot }, recipeId: dish.id, title: dish.title };
  }
  const meal = cookedMealAt(menu, place);
  return {
    ...place,
    kind: 'cooked',
    recipeId: content.id,
    title: content.title,
    servings: meal.servings,
    minutes: content.clockMinutes,
    activeMinutes: content.activeMinutes,
    costCents: mealCost(meal, menu, task),
    reasons: reasonsFor(meal, menu, instance, task),
    ...shownVariant(meal),
  };
}

/** Reasons that fit most meals, and how many meals of a week show each: on every meal they say nothing. */
const MAX_GENERAL_REASONS: { readonly [Kind in MealReason['kind']]?: number } = {
  new: 2,
  children: 2,
  season: 3,
};

function withFewGeneralReasons(meals: ProposedMeal[]): ProposedMeal[] {
  const counts = new Map<string, number>();
  const isShown = ({ kind }: MealReason): boolean => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= (MAX_GENERAL_REASONS[kind] ?? Infinity);
  };
  return meals.map((meal) =>
    meal.kind === 'cooked' ? { ...meal, reasons: meal.reasons.filter(isShown) } : meal,
  );
}
