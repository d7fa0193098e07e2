/** The planner's input: one week of one family, with all data that the plan may depend on. */
import type { Meals, Place } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { Dish } from './dish.ts';

export type PlanningTask = {
  /** Decides between dishes that are about equally good, so that not all new families get the same ones. */
  familyId?: string | undefined;
  week: Week;
  /** For example `spring`: the season of that week where the family lives. */
  season: string;
  preferences: Preferences;
  dishes: readonly Dish[];
  /** Meals that the planner must not change. Meals that an earlier run generated are not among them. */
  existingMeals: Meals;
  /** Distance in weeks to the nearest week, before or after, that serves the recipe; at least 1. */
  servedWeeksAway: ByRecipe;
  /** Weeks since the family refused the dish. */
  rejectedWeeksAgo: ByRecipe;
  /** The ids of dishes that the family wants soon. */
  wanted: readonly string[];
  /** Ratings from one to five, by eater and recipe. */
  stars: { readonly [eaterId: string]: ByRecipe };
  pantry: readonly PantryFood[];
  /** Meals of an earlier proposal that must stay. */
  locked: readonly Lock[];
  /** The ids of dishes that the family has just rejected for this week. */
  avoided: readonly string[];
  seed: number;
};

/** Without grams there is enough for everything. */
export type PantryFood = { foodId: string; bestBefore?: string | undefined; grams?: number | undefined };

type ByRecipe = { readonly [recipeId: string]: number };

/** Ignores inherited properties: a recipe id can be any text, for example "constructor". */
export function findByRecipe(numbers: ByRecipe, recipeId: string): number | undefined {
  return Object.hasOwn(numbers, recipeId) ? numbers[recipeId] : undefined;
}

/** `leftoversAt`: the later meal that eats the leftovers. */
export type Lock = Place & { recipeId: string; leftoversAt?: Place | undefined };
