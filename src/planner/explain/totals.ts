/** The totals of a week: cost, cooking time, nutrition by day, its balance, and perishable food that is not used up. */
import { type Nutrition, NOTHING_KNOWN, sumNutrition } from '#domain/recipe/nutrition.ts';
import type { WeekBalance, WeekTotals } from '#domain/proposal/proposal.ts';
import { DAYS, type Day } from '#domain/week/week.ts';
import type { DishFood } from '#planner/model/dish.ts';
import type { Instance } from '#planner/model/instance.ts';
import { isNew } from '#planner/model/objective/meal-counters.ts';
import {
  boughtTenths,
  costOfFood,
  gramsAtHome,
  spoilsOnceOpened,
  tenthsOfGrams,
} from '#planner/model/purchases.ts';
import { isMainMeal } from '#planner/model/slots.ts';
import type { CookedMeal, Menu } from '#planner/search/menu.ts';
import type { PlanningTask } from '#planner/model/task.ts';

export function totalsOf(menu: Menu, instance: Instance, task: PlanningTask): WeekTotals {
  return {
    costCents: costOf(menu, task),
    minutes: minutesOf(menu),
    nutrition: nutritionByDay(menu, instance),
    leftOver: leftOver(cookedDishes(menu), new Set(task.pantry.map(({ foodId }) => foodId))),
    balance: balanceOf(menu, task),
  };
}

/** Of whole packs, as the shopping list buys them, without what the pantry has. */
export function costOf(menu: Menu, task: PlanningTask): number {
  return foodCosts(cookedDishes(menu), task).reduce((sum, { cents }) => sum + cents, 0);
}

/** The main dishes and the others. */
function cookedDishes({ cooked, sides }: Menu): CookedMeal[] {
  return [...cooked, ...sides.filter(({ isCooked }) => isCooked)];
}

/** What a meal costs: of each food its part of what is bought. */
export function mealCost(meal: CookedMeal, menu: Menu, task: PlanningTask): number {
  const costs = new Map(foodCosts(cookedDishes(menu), task).map((cost) => [cost.foodId, cost]));
  const cents = amountsIn(meal).reduce((sum, { food, tenths }) => {
    const cost = costs.get(food.foodId);
    return cost && cost.tenths > 0 ? sum + (cost.cents * tenths) / cost.tenths : sum;
  }, 0);
  return Math.round(cents);
}

type FoodAmount = { food: DishFood; tenths: number };

function foodCosts(
  cooked: readonly CookedMeal[],
  { pantry }: PlanningTask,
): { foodId: string; tenths: number; cents: number }[] {
  const pantryGrams = gramsAtHome(pantry);
  return sumAmounts(cooked).map(({ food, tenths }) => {
    const atHome = tenthsOfGrams(pantryGrams.get(food.foodId) ?? 0);
    const packs = food.packs.map(tenthsOfGrams);
    const cents = costOfFood({ ...food, packs, atHome }, tenths);
    return { foodId: food.foodId, tenths, cents };
  });
}

/** Each food once, without staples. */
function sumAmounts(cooked: readonly CookedMeal[]): FoodAmount[] {
  const sums = new Map<string, FoodAmount>();
  for (const { food, tenths } of cooked.flatMap(amountsIn)) {
    sums.set(food.foodId, { food, tenths: tenths + (sums.get(food.foodId)?.tenths ?? 0) });
  }
  return [...sums.values()];
}

function amountsIn({ dish, servings, variant }: CookedMeal): FoodAmount[] {
  const variantServings = variant?.servings ?? 0;
  return [
    ...amountsOf(dish.foods, servings - variantServings),
    ...amountsOf(dish.variant?.foods ?? [], variantServings),
  ];
}

function amountsOf(foods: readonly DishFood[], servings: number): FoodAmount[] {
  return foods
    .filter(({ isStaple }) => !isStaple && servings > 0)
    .map((food) => ({ food, tenths: tenthsOfGrams(food.grams) * servings }));
}

/** Of work, not of waiting. */
export function minutesOf(menu: Menu): number {
  return cookedDishes(menu).reduce((sum, { dish }) => sum + dish.activeMinutes, 0);
}

function balanceOf({ cooked }: Menu, task: PlanningTask): WeekBalance {
  const meals = cooked.filter(isMainMeal);
  const count = (kind: string): number => meals.filter(({ dish }) => dish.mainKind === kind).length;
  return {
    meat: count('meat'),
    fish: count('fish'),
    plants: count('plants'),
    isNew: hasHistory(task) ? cooked.filter(({ dish }) => isNew(dish, task)).length : 0,
  };
}

/** For a family that never served or rated a dish, every dish is new. */
export function hasHistory({ servedWeeksAway, stars }: PlanningTask): boolean {
  return [servedWeeksAway, ...Object.values(stars)].some((known) => Object.keys(known).length > 0);
}

/** Without further dishes that only some eat. */
function nutritionByDay({ eaten, sides }: Menu, { fixedMeals, planned }: Instance): WeekTotals['nutrition'] {
  const days: { [D in Day]?: Nutrition } = {};
  const shared = fixedMeals.flatMap(({ day, meal: { sides: placed = [] } }) =>
    placed.filter(({ eaterIds }) => eaterIds === undefined).map(() => ({ day })),
  );
  for (const day of DAYS) {
    const known = [...eaten, ...sides.filter(({ isForAll }) => isForAll)]
      .filter((meal) => meal.day === day)
      .map(({ dish }) => dish.nutrition);
    if (known.length === 0) continue;
    const dishCount = [...fixedMeals, ...shared, ...planned].filter((place) => place.day === day).length;
    days[day] = sumNutrition(known.length < dishCount ? [...known, NOTHING_KNOWN] : known);
  }
  return days;
}

/** Only food that spoils counts; pantry food was not bought for this week. */
function leftOver(cooked: readonly CookedMeal[], atHome: ReadonlySet<string>): WeekTotals['leftOver'] {
  return sumAmounts(cooked)
    .filter(({ food, tenths }) => spoilsOnceOpened(food) && !atHome.has(food.foodId) && tenths > 0)
    .map(({ food, tenths }) => {
      const unused = boughtTenths(food.packs.map(tenthsOfGrams), tenths) - tenths;
      return { foodId: food.foodId, grams: Math.round(unused / 10) };
    })
    .filter(({ grams }) => grams > 0)
    .toSorted((first, second) => second.grams - first.grams || (first.foodId < second.foodId ? -1 : 1));
}
