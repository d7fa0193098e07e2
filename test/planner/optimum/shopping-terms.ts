/** The terms of the objective that depend on what is bought, opened and used up, stated again from docs/planner.md. */
import { DAYS } from '#domain/week/week.ts';
import type { Dish, DishFood } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import {
  addExcess,
  addOpenings,
  addReward,
  addRounded,
  addSteps,
  type IntegerProgram,
  type Linear,
  type Term,
  times,
} from '../integer-program.ts';
import { type Cooked, isMain, sum } from '../slots.ts';
import { type Choice, each, type Model, once } from './model.ts';
import { WEEK_WEIGHTS as WEIGHTS } from './weights.ts';

function dishesOf({ choices, bought }: Model): Dish[] {
  return [...new Set([...choices, ...bought].map(({ dish }) => dish))];
}

/** By food the choices that use it. */
function choicesByFood({ choices }: Model): (foodId: string) => Choice[] {
  const byFood = new Map<string, Choice[]>();
  for (const choice of choices) {
    for (const { foodId } of choice.dish.foods) byFood.getOrInsertComputed(foodId, () => []).push(choice);
  }
  return (foodId) => byFood.get(foodId) ?? [];
}

/**
 * Pantry foods that are due by the end of the next week, and the last day on which they are good (0 is Monday). Of two
 * dates of a food the earlier counts.
 */
function dueFoods({ week, pantry }: PlanningTask): { foodId: string; lastDay: number }[] {
  const due = pantry.flatMap(({ foodId, bestBefore }) => {
    if (bestBefore === undefined) return [];
    const lastDay = Temporal.PlainDate.from(week).until(bestBefore, { largestUnit: 'days' }).days;
    return lastDay >= 0 && lastDay <= 13 ? [{ foodId, lastDay }] : [];
  });
  const latestFirst = due.toSorted((first, second) => second.lastDay - first.lastDay);
  return [...new Map(latestFirst.map((food) => [food.foodId, food])).values()];
}

function hasFood({ foods }: Dish, foodId: string): boolean {
  return foods.some((food) => food.foodId === foodId);
}

export function addPantry({ task, choices, bought, program }: Model): void {
  for (const { foodId, lastDay } of dueFoods(task)) {
    const uses = ({ day, dish }: Cooked): boolean => DAYS.indexOf(day) <= lastDay && hasFood(dish, foodId);
    addReward(program, WEIGHTS.pantry, [each(choices.filter(uses), once, bought.filter(uses).length)], 1);
  }
}

/** The foods of which a rest spoils, each once. */
function spoilingFoods({ pantry }: PlanningTask, dishes: readonly Dish[]): DishFood[] {
  const foods = dishes
    .flatMap((dish) => dish.foods)
    .filter(
      ({ foodId, isStaple, packs, keepsDays }) =>
        !isStaple && packs.length > 0 && keepsDays <= 7 && !pantry.some((home) => home.foodId === foodId),
    );
  return [...new Map(foods.map((food) => [food.foodId, food])).values()];
}

/** Every slot of a day demands an open pack, and so does every main dish, which is cooked at most once. */
export function addOpenedPacks(model: Model): void {
  const { task, bought, program } = model;
  const choicesWith = choicesByFood(model);
  for (const { foodId, keepsDays } of spoilingFoods(task, dishesOf(model))) {
    const uses = ({ dish }: Cooked): boolean => hasFood(dish, foodId);
    const using = choicesWith(foodId);
    const demands = DAYS.map((day) => {
      const today = Map.groupBy(
        using.filter((choice) => choice.day === day),
        ({ slot }) => slot,
      );
      const isFixed = bought.some((meal) => meal.day === day && uses(meal));
      return [
        ...[...today.values()].map((here) => each(here, once)),
        ...(isFixed ? [{ terms: [], constant: 1 }] : []),
      ];
    });
    const total = [...Map.groupBy(using.filter(isMain), ({ dish }) => dish).values()].map((ofDish) =>
      each(ofDish, once),
    );
    addOpenings(program, -WEIGHTS.opening, demands, total, keepsDays);
  }
}

/** The foods to buy, each once, with the tenths of a gram that the pantry has. */
function pricedFoods({ pantry }: PlanningTask, dishes: readonly Dish[]): (DishFood & { atHome: number })[] {
  const foods = dishes.flatMap((dish) => dish.foods).filter(({ isStaple }) => !isStaple);
  return [...new Map(foods.map((food) => [food.foodId, food])).values()].map((food) => {
    const home = pantry.filter(({ foodId }) => foodId === food.foodId);
    const atHome = sum(home.map(({ grams }) => (grams === undefined ? Infinity : Math.round(grams * 10))));
    return { ...food, atHome };
  });
}

/** The tenths of a gram of a food that a cooked meal needs. */
function neededTenths({ dish, servings }: Cooked, foodId: string): number {
  return sum(
    dish.foods.filter((food) => food.foodId === foodId).map(({ grams }) => Math.round(grams * 10) * servings),
  );
}

/** The price of as many tenths of a gram. */
function priceOf({ packs, centsPerKg }: DishFood, tenths: number): number {
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

export function addBudget(model: Model): void {
  const { task, bought, program } = model;
  const { budgetCents } = task.preferences;
  if (budgetCents === undefined) return;
  const choicesWith = choicesByFood(model);
  const terms: Term[] = [];
  let most = 0;
  for (const food of pricedFoods(task, dishesOf(model))) {
    if (food.atHome === Infinity) continue;
    const using = choicesWith(food.foodId);
    const fixedTenths = sum(bought.map((meal) => neededTenths(meal, food.foodId))) - food.atHome;
    const atMost = fixedTenths + sum(largestNeeds(using, food.foodId));
    if (priceOf(food, atMost) === 0) continue;
    most += priceOf(food, atMost);
    const amount = each(using, (choice) => neededTenths(choice, food.foodId), fixedTenths);
    terms.push(...priceTerms(program, food, amount, atMost));
  }
  if (most <= budgetCents) return;
  addExcess(program, terms, {
    limit: budgetCents,
    most: most - budgetCents,
    once: -WEIGHTS.overBudget,
    each: -WEIGHTS.centOverBudget,
  });
}

/** The largest need for a food in each slot. */
function largestNeeds(using: readonly Choice[], foodId: string): number[] {
  const bySlot = Map.groupBy(using, ({ slots }) => slots[0]);
  return [...bySlot.values()].map((here) =>
    here.reduce((most, choice) => Math.max(most, neededTenths(choice, foodId)), 0),
  );
}

function priceTerms(program: IntegerProgram, food: DishFood, amount: Linear, atMost: number): Term[] {
  if (food.packs.length === 0) return [addRounded(program, times(amount, food.centsPerKg / 10_000))];
  return addSteps(program, amount, stepsOf(food, atMost));
}

/** The steps of the price up to an amount: for each price the largest amount that it buys. */
function stepsOf(food: DishFood, atMost: number): { limit: number; cost: number }[] {
  const sizes = food.packs.map((grams) => Math.round(grams * 10));
  const limits = sizes.flatMap((size) =>
    Array.from(
      { length: Math.ceil(atMost / size) },
      // A further pack is bought when a tenth of one is missing.
      (_, at) => (at + 1) * size + Math.ceil(size / 10) - 1,
    ),
  );
  const costs = new Map<number, number>([[0, 0]]);
  for (const limit of [...limits, atMost].toSorted((first, second) => first - second)) {
    costs.set(priceOf(food, limit), limit);
  }
  return [...costs].map(([cost, limit]) => ({ limit, cost }));
}
