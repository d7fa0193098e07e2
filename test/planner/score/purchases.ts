/** What a week buys and what it costs, by docs/planner.md. Second implementation, without the planner's code. */
import { DAYS } from '#domain/week/week.ts';
import type { Dish, DishFood } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { type Cooked, sum } from './slots.ts';

/**
 * Pantry foods that are due by the end of the next week, and the last day on which they are good (0 is Monday). Of two
 * dates of a food the earlier counts.
 */
export function dueFoods({ week, pantry }: PlanningTask): { foodId: string; lastDay: number }[] {
  const due = pantry.flatMap(({ foodId, bestBefore }) => {
    if (bestBefore === undefined) return [];
    const lastDay = Temporal.PlainDate.from(week).until(bestBefore, { largestUnit: 'days' }).days;
    return lastDay >= 0 && lastDay <= 13 ? [{ foodId, lastDay }] : [];
  });
  const latestFirst = due.toSorted((one, other) => other.lastDay - one.lastDay);
  return [...new Map(latestFirst.map((food) => [food.foodId, food])).values()];
}

export function isUsed(all: readonly Cooked[], foodId: string, lastDay: number): boolean {
  return all.some(({ day, dish }) => DAYS.indexOf(day) <= lastDay && hasFood(dish, foodId));
}

export function hasFood({ foods }: Dish, foodId: string): boolean {
  return foods.some((food) => food.foodId === foodId);
}

/** The foods of which a rest spoils, each once. */
export function spoilingFoods({ pantry }: PlanningTask, dishes: readonly Dish[]): DishFood[] {
  const foods = dishes
    .flatMap((dish) => dish.foods)
    .filter(
      ({ foodId, isStaple, packs, keepsDays }) =>
        !isStaple && packs.length > 0 && keepsDays <= 7 && !pantry.some((home) => home.foodId === foodId),
    );
  return [...new Map(foods.map((food) => [food.foodId, food])).values()];
}

/** The fewest packs that must be opened: each on the first day that the one before does not cover. */
export function openings({ foodId, keepsDays }: DishFood, all: readonly Cooked[]): number {
  let count = 0;
  let goodUntil = -1;
  for (const [at, day] of DAYS.entries()) {
    const isUsedToday = all.some((meal) => meal.day === day && hasFood(meal.dish, foodId));
    if (!isUsedToday || at <= goodUntil) continue;
    count += 1;
    goodUntil = at + keepsDays;
  }
  return count;
}

/** The foods to buy, each once, with the tenths of a gram that the pantry has. */
export function pricedFoods(
  { pantry }: PlanningTask,
  dishes: readonly Dish[],
): (DishFood & { atHome: number })[] {
  const foods = dishes.flatMap((dish) => dish.foods).filter(({ isStaple }) => !isStaple);
  return [...new Map(foods.map((food) => [food.foodId, food])).values()].map((food) => {
    const home = pantry.filter(({ foodId }) => foodId === food.foodId);
    const atHome = sum(home.map(({ grams }) => (grams === undefined ? Infinity : Math.round(grams * 10))));
    return { ...food, atHome };
  });
}

/** The tenths of a gram of a food that a cooked meal needs. */
export function neededTenths({ dish, servings }: Cooked, foodId: string): number {
  return sum(
    dish.foods.filter((food) => food.foodId === foodId).map(({ grams }) => Math.round(grams * 10) * servings),
  );
}

/** The price of as many tenths of a gram. */
export function priceOf({ packs, centsPerKg }: DishFood, tenths: number): number {
  if (tenths <= 0) return 0;
  const cents = (bought: number): number => Math.round((bought * centsPerKg) / 10_000);
  if (packs.length === 0) return cents(tenths);
  const offers = packs.map((grams) => {
    const size = Math.round(grams * 10);
    const whole = Math.floor(tenths / size);
    const rest = tenths - whole * size;
    // Less than a tenth of a pack buys no further one.
    const isEnough = whole > 0 && rest * 10 < size;
    return (isEnough ? whole : whole + 1) * size;
  });
  return cents(Math.min(...offers));
}

export function costOf(task: PlanningTask, all: readonly Cooked[]): number {
  const foods = pricedFoods(
    task,
    all.map(({ dish }) => dish),
  );
  return sum(
    foods.map((food) => {
      const needed = sum(all.map((meal) => neededTenths(meal, food.foodId)));
      return priceOf(food, needed - food.atHome);
    }),
  );
}
