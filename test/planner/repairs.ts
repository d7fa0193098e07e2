/** A planned week from which one meal is removed, its repair, and what is wrong with it, by the independent checker. */
import { isSamePlace, type Meals, type Place, PLACES, withMeal } from '#domain/plan/plan.ts';
import {
  acceptedMeal,
  type Proposal,
  type ProposedMeal,
  withVariantsOfLeftovers,
} from '#domain/proposal/proposal.ts';
import { oneOf, type Random } from '#domain/random.ts';
import { planWeek } from '#planner/plan.ts';
import { repairWeek } from '#planner/repair.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { mealViolations } from './checker.ts';
import type { Facts } from './recipe-facts.ts';

type Outcome = { violations: string[]; spoiled: { before: number; after: number }; changes: number };

/** Undefined if the week has no meal to remove. */
export function repairRandomMeal(
  task: PlanningTask,
  facts: Facts,
  random: Random,
  shouldStop: () => boolean,
): Outcome | undefined {
  const { meals } = planWeek(task, shouldStop);
  const cooked = meals.filter((meal) => meal.kind === 'cooked');
  if (cooked.length === 0) return undefined;
  const removed = oneOf(random, cooked);
  const bought = cooked.flatMap(({ recipeId }) => foodsOf(task, recipeId)).filter(() => random(2) === 0);
  const existingMeals = planOf(task, meals);
  const { changes } = repairWeek(
    { ...task, existingMeals },
    { removed, open: PLACES, bought: bought.map(({ foodId }) => foodId) },
  );
  const after = weekAfter(meals, removed, changes);
  const atHome = new Set(
    [...bought, ...task.pantry, ...foodsOf(task, removed.recipeId)].map(({ foodId }) => foodId),
  );
  const without = meals.map((meal) => (meal === removed ? gapAt(meal) : meal));
  const misplaced = changes.filter(
    (change) =>
      isSamePlace(change, removed) ||
      !meals.some((meal) => isSamePlace(meal, change) && meal.kind !== 'recurring'),
  );
  return {
    violations: [
      ...mealViolations(task, { meals: after }, facts).filter(
        (violation) => !mealViolations(task, { meals: without }, facts).includes(violation),
      ),
      ...misplaced.map(({ day, slot }) => `changes ${day} ${slot}`),
      ...(changes.length > 2 ? [`${changes.length} changes`] : []),
    ],
    spoiled: {
      before: unusedGrams(task, meals, without, atHome),
      after: unusedGrams(task, meals, after, atHome),
    },
    changes: changes.length,
  };
}

function foodsOf({ dishes }: PlanningTask, recipeId: string) {
  return dishes.find(({ id }) => id === recipeId)?.foods ?? [];
}

/** The plan of the week once the proposal is accepted. */
export function planOf(task: PlanningTask, meals: ProposedMeal[]): Meals {
  return withVariantsOfLeftovers(meals).reduce(
    (plan, meal) => withMeal(plan, meal, acceptedMeal(meal)),
    task.existingMeals,
  );
}

function gapAt({ day, slot }: Place): ProposedMeal {
  return { day, slot, kind: 'gap', blockingConstraints: { dishes: 0, steps: [] } };
}

/** Leftovers of the removed meal are those of the same dish, if it is cooked elsewhere now. */
function weekAfter(
  meals: Proposal['meals'],
  removed: Place,
  changes: ReturnType<typeof repairWeek>['changes'],
): ProposedMeal[] {
  const moved = changes.find(({ isMoved }) => isMoved);
  return meals.map((meal) => {
    const change = changes.find((each) => isSamePlace(each, meal));
    if (change) return change.proposed ?? gapAt(meal);
    if (isSamePlace(meal, removed)) return gapAt(meal);
    if (meal.kind !== 'leftovers' || !isSamePlace(meal.of, removed)) return meal;
    return { ...meal, of: { day: moved?.day ?? removed.day, slot: moved?.slot ?? removed.slot } };
  });
}

/** Fresh food at home that the week needed and does not need any more. */
function unusedGrams(
  task: PlanningTask,
  before: readonly ProposedMeal[],
  after: readonly ProposedMeal[],
  atHome: ReadonlySet<string>,
): number {
  const [needed, used] = [freshGrams(task, before), freshGrams(task, after)];
  return [...atHome].reduce(
    (sum, foodId) => sum + Math.max(0, (needed.get(foodId) ?? 0) - (used.get(foodId) ?? 0)),
    0,
  );
}

function freshGrams(task: PlanningTask, meals: readonly ProposedMeal[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const meal of meals) {
    if (meal.kind !== 'cooked') continue;
    for (const { foodId, grams, isStaple, keepsDays } of foodsOf(task, meal.recipeId)) {
      if (isStaple || keepsDays === Infinity) continue;
      sums.set(foodId, (sums.get(foodId) ?? 0) + grams * meal.servings);
    }
  }
  return sums;
}
