/** What a week adds up to: money, time, nutrition, and what is bought and not used up. */
import { type Nutrition, NOTHING_KNOWN, sumNutrition } from '#domain/food/nutrition.ts';
import type { WeekTotals } from '#domain/proposal/proposal.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import type { DishFood } from '#planner/model/dish.ts';
import type { Ground } from '#planner/model/instance.ts';
import type { Cooking, Menu } from '#planner/search/menu.ts';
import type { PlanningTask } from '#planner/model/task.ts';

export function totalsOf(menu: Menu, ground: Ground, { pantry }: Pick<PlanningTask, 'pantry'>): WeekTotals {
  return {
    costCents: costOf(menu),
    minutes: minutesOf(menu),
    nutrition: nutritionByDay(menu, ground),
    leftOver: leftOver(menu.cooked, new Set(pantry.map(({ foodId }) => foodId))),
  };
}

export function costOf({ cooked }: Menu): number {
  return cooked.reduce((sum, { dish, servings }) => sum + dish.costCents * servings, 0);
}

export function minutesOf({ cooked }: Menu): number {
  return cooked.reduce((sum, { dish }) => sum + dish.totalMinutes, 0);
}

function nutritionByDay({ eaten }: Menu, { meals, planned }: Ground): WeekTotals['nutrition'] {
  const days: { [D in Day]?: Nutrition } = {};
  for (const day of DAYS) {
    const known = eaten.filter((meal) => meal.day === day).map(({ dish }) => dish.nutrition);
    if (known.length === 0) continue;
    const many = [...meals, ...planned].filter((place) => place.day === day).length;
    days[day] = sumNutrition(known.length < many ? [...known, NOTHING_KNOWN] : known);
  }
  return days;
}

/** Of what spoils once it is opened; what is at home already was not bought for this week. */
function leftOver(cooked: readonly Cooking[], atHome: ReadonlySet<string>): WeekTotals['leftOver'] {
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

/** Packs of one size are bought, of the size that leaves the least. */
function unused(packs: readonly number[], grams: number): number {
  if (packs.length === 0 || grams === 0) return 0;
  return Math.min(...packs.map((pack) => Math.ceil(grams / pack) * pack - grams));
}
