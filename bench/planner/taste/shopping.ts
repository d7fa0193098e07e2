/** What the shopping says about the proposals: the list's cost, budgets that are exceeded, and packs that are used up. */
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { acceptedMeal, type Proposal } from '#domain/proposal/proposal.ts';
import type { Meals } from '#domain/plan/plan.ts';
import { seededRandom } from '#domain/random.ts';
import { costOfList } from '#domain/shopping-list/cost.ts';
import { NO_OPERATIONS } from '#domain/shopping-list/operations.ts';
import { dishesToCook, makeShoppingList } from '#domain/shopping-list/shopping-list.ts';
import { DAYS } from '#domain/week/week.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { planWeek } from '#planner/plan.ts';
import { type FamilySet, omnivores } from './household.ts';
import { mean } from './measures.ts';

export type ShoppingFigures = {
  /** What the shopping list costs, in relation to what the proposal says. */
  costRatio: number;
  budgets: number;
  /** Weeks over the budget, though another week is found within it. */
  avoidablyOver: number;
  sharingReasons: number;
  /** "Uses the rest of …" later than the food keeps. */
  sharedTooLate: number;
};

export function measureShopping(set: FamilySet, families: number): ShoppingFigures {
  const tasks = omnivores(set, families).map(({ task }) => task);
  const proposals = tasks.map((task) => planWeek(task));
  const withBudget = tasks.map((task, index) => ({
    ...task,
    preferences: { ...task.preferences, budgetCents: 7_000 + 500 * (index % 10) },
  }));
  const shared = proposals.flatMap(sharedDays);
  return {
    costRatio: mean(proposals.map((proposal) => listCost(proposal) / proposal.totals.costCents)),
    budgets: withBudget.length,
    avoidablyOver: withBudget.filter(isAvoidablyOver).length,
    sharingReasons: shared.length,
    sharedTooLate: shared.filter(({ days, keepsDays }) => days > keepsDays).length,
  };
}

/** The cost of the list, if the whole proposal is accepted and the pantry is empty. */
function listCost(proposal: Proposal): number {
  const meals: Meals = {};
  for (const meal of proposal.meals) {
    const accepted = acceptedMeal(meal);
    if (accepted) (meals[meal.day] ??= {})[meal.slot] = accepted;
  }
  const list = makeShoppingList({
    meals: dishesToCook(meals, (id) => getRecipes().find(id)),
    foods: getFoods(),
    pantry: [],
    operations: NO_OPERATIONS,
    understand: (text) => ({ text }),
    units: 'metric',
    language: 'en',
    aisleOrder: [],
  });
  return costOfList(list, getFoods(), new Map()).costCents;
}

/** Tries other seeds and lower budgets, which make the planner look for cheaper weeks. */
function isAvoidablyOver(task: PlanningTask): boolean {
  const { budgetCents = Infinity } = task.preferences;
  const isOver = ({ totals }: Proposal): boolean => totals.costCents > budgetCents;
  if (!isOver(planWeek(task))) return false;
  const random = seededRandom(1);
  return Array.from({ length: 8 }, (_, index) => ({
    ...task,
    seed: random(1_000_000),
    preferences: { ...task.preferences, budgetCents: Math.round(budgetCents * (1 - index / 40)) },
  })).some((tighter) => !isOver(planWeek(tighter)));
}

/** For each reason "uses the rest of …": the days since the pack was opened, and the days that it keeps. */
function sharedDays({ meals }: Proposal): { days: number; keepsDays: number }[] {
  return meals.flatMap((meal) => {
    if (meal.kind !== 'cooked') return [];
    return meal.reasons.flatMap((reason) =>
      reason.kind === 'shares'
        ? {
            days: DAYS.indexOf(meal.day) - DAYS.indexOf(reason.day),
            keepsDays: getFoods().find(reason.foodId)?.keepsDays ?? 0,
          }
        : [],
    );
  });
}
