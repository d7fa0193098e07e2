/**
 * Plans a week: the way from what a family is asked and wishes to a proposal with reasons, sums, and where
 * something is missing, the cause. Pure: the same task gives the same proposal, unless a deadline cuts it
 * short.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import { type Ground, groundOf } from './model/instance.ts';
import { isSamePlace, placesOfWeek } from './model/slots.ts';
import { cookingAt, type Menu, menuOf } from './search/menu.ts';
import { obstaclesTo } from './explain/blocking-constraints.ts';
import { offerFor } from './explain/offer.ts';
import { problemOn } from './model/problem.ts';
import { reasonsFor } from './explain/reasons.ts';
import { missedRules } from './model/rules.ts';
import { scoreOf } from './model/objective.ts';
import { findWeek } from './search/search.ts';
import type { PlanningTask } from './model/task.ts';
import { totalsOf } from './explain/totals.ts';

export function planWeek(task: PlanningTask, isOver: () => boolean = () => false): Proposal {
  const ground = groundOf(task);
  const problem = problemOn(ground, task);
  const week = findWeek(problem, { seed: task.seed, goal: 'best', isOver });
  const menu = menuOf(ground, problem, week);
  const missed = missedRules(ground.rules, ground.planned, menu.contents);
  const isWhole = missed.length === 0 && !menu.contents.includes(undefined);
  return {
    week: task.week,
    seed: task.seed,
    meals: placesOfWeek().flatMap((place) => mealAt(place, menu, ground, task) ?? []),
    totals: totalsOf(menu, ground, task),
    unmet: missed.map(({ rule, many }) => ({ ruleId: rule.id, wanted: rule.atLeast, possible: many })),
    ...(!isWhole && { offer: offerFor({ task, ground, contents: menu.contents }, isOver) }),
    score: scoreOf(problem, week).score,
  };
}

function mealAt(place: Place, menu: Menu, ground: Ground, task: PlanningTask): ProposedMeal | undefined {
  const recurring = ground.meals.find((meal) => meal.isRecurring && isSamePlace(meal, place));
  if (recurring) return { ...place, kind: 'recurring', meal: recurring.meal };
  const index = ground.planned.findIndex((slot) => isSamePlace(slot, place));
  if (index < 0) return undefined;
  const content = menu.contents[index];
  if (!content) return { ...place, kind: 'gap', obstacles: obstaclesTo(index, menu, ground, task.wishes) };
  if (content === 'leftovers') {
    const dinner = ground.planned[ground.dinners[index] as number] as Place;
    const { dish } = cookingAt(menu, dinner);
    const of = { day: dinner.day, slot: dinner.slot };
    return { ...place, kind: 'leftovers', of, recipeId: dish.id, title: dish.title };
  }
  const cooking = cookingAt(menu, place);
  return {
    ...place,
    kind: 'cooked',
    recipeId: content.id,
    title: content.title,
    servings: cooking.servings,
    minutes: content.totalMinutes,
    costCents: content.costCents * cooking.servings,
    reasons: reasonsFor(cooking, menu, ground, task),
  };
}
