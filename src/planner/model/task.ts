/** What the planner is asked: one week of one family, with everything it may know. */
import type { Meals, Place } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { Dish } from './dish.ts';

export type PlanningTask = {
  week: Week;
  /** `spring`, as it is where the family lives. */
  season: string;
  wishes: Preferences;
  dishes: readonly Dish[];
  /** What people placed, which is never touched. What the planner placed earlier is not among it. */
  standing: Meals;
  /** By recipe: how many weeks away, before or after, it is served next; at least 1. */
  served: Numbers;
  /** By eater and recipe: one to five. */
  stars: { readonly [eaterId: string]: Numbers };
  pantry: readonly PantryFood[];
  /** Meals of an earlier proposal that shall stay as they are. */
  locked: readonly Lock[];
  /** Dishes that shall not stand there again. */
  avoided: readonly (Place & { recipeId: string })[];
  seed: number;
};

export type PantryFood = { foodId: string; bestBefore?: string | undefined };

/** By recipe. */
type Numbers = { readonly [recipeId: string]: number };

/** A dish may be called anything, "constructor" included. */
export function findOwn(numbers: Numbers, recipeId: string): number | undefined {
  return Object.hasOwn(numbers, recipeId) ? numbers[recipeId] : undefined;
}

/** `isDouble` where the next day's lunch eats of it too. */
export type Lock = Place & { recipeId: string; isDouble: boolean };
