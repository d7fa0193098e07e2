/** The totals of a week: cost, cooking time, nutrition by day, and perishable food that is not used up. */
import { type Nutrition, NOTHING_KNOWN, sumNutrition } from '#domain/food/nutrition.ts';
import type { WeekTotals } from '#domain/proposal/proposal.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { NEGLIGIBLE_PART } from '#domain/shopping-list/shown-amounts.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import type { DishFood } from '#planner/model/dish.ts';
import type { Instance } from '#planner/model/instance.ts';
import type { CookedMeal, Menu } from '#planner/search/menu.ts';
import type { PlanningTask } from '#planner/model/task.ts';

export function totalsOf(
  menu: Menu,
  instance: Instance,
  { pantry }: Pick<PlanningTask, 'pantry'>,
): WeekTotals {
  return {
    costCents: costOf(menu),
    minutes: minutesOf(menu),
    nutrition: nutritionByDay(menu, instance),
    leftOver: leftOver(menu.cooked, new Set(pantry.map(({ foodId }) => foodId))),
  };
}

export function costOf({ cooked }: Menu): number {
  return cooked.reduce((sum, { dish, servings }) => sum + dish.costCents * servings, 0);
}

export function minutesOf({ cooked }: Menu): number {
  return cooked.reduce((sum, { dish }) => sum + dish.totalMinutes, 0);
}

function nutritionByDay({ eaten }: Menu, { fixedMeals, planned }: Instance): WeekTotals['nutrition'] {
  const days: { [D in Day]?: Nutrition } = {};
  for (const day of DAYS) {
    const known = eaten.filter((meal) => meal.day === day).map(({ dish }) => dish.nutrition);
    if (known.length === 0) continue;
    const mealCount = [...fixedMeals, ...planned].filter((place) => place.day === day).length;
    days[day] = sumNutrition(known.length < mealCount ? [...known, NOTHING_KNOWN] : known);
  }
  return days;
}

/** Only perishable food counts; pantry food was not bought for this week. */
function leftOver(cooked: readonly CookedMeal[], atHome: ReadonlySet<string>): WeekTotals['leftOver'] {
  const needed = new Map<string, { food: DishFood; grams: number }>();
  for (const { dish, servings } of cooked) {
    for (const food of dish.foods) {
      if (!food.isPerishable || food.isStaple || atHome.has(food.foodId)) continue;
      const grams = (needed.get(food.foodId)?.grams ?? 0) + food.grams * servings;
      needed.set(food.foodId, { food, grams });
    }
  }
  return [...needed.values()]
    .map(({ food, grams }) => ({ foodId: food.foodId, grams: Math.round(unused(food.packs, grams)) }))
    .filter(({ grams }) => grams > 0)
    .toSorted((one, other) => other.grams - one.grams || (one.foodId < other.foodId ? -1 : 1));
}

/** Grams left if packs of one size are bought, for the size that leaves the least. */
function unused(packs: readonly number[], grams: number): number {
  if (packs.length === 0 || grams === 0) return 0;
  const least = fractionNumber(NEGLIGIBLE_PART);
  // As the shopping list buys: no further pack for less than a tenth of one.
  const bought = packs.map((pack) => Math.max(1, Math.ceil(grams / pack - least)) * pack);
  return Math.max(0, Math.min(...bought.map((all) => all - grams)));
}
