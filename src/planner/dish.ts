/** Dishes: what the planner needs to know of a recipe, worked out once. */
import type { Allergen, Diet } from '#domain/food.ts';
import type { Nutrition } from '#domain/nutrition.ts';
import type { Slot } from '#domain/plan.ts';

export type Dish = {
  readonly id: string;
  readonly title: string;
  readonly slots: readonly Slot[];
  readonly totalMinutes: number;
  readonly cuisine: string;
  readonly protein: string;
  /** Empty where it is for the whole year. */
  readonly seasons: readonly string[];
  readonly keeps: boolean;
  /** Whether every line was understood; if not, nothing it is free from can be claimed. */
  readonly isComplete: boolean;
  readonly allergens: readonly Allergen[];
  readonly breaks: readonly Diet[];
  /** Each food once, in order of its id. */
  readonly foods: readonly DishFood[];
  /** In whole cents. */
  readonly costCents: number;
  /** Of one serving, as all of these. */
  readonly nutrition: Nutrition;
};

export type DishFood = {
  readonly foodId: string;
  readonly grams: number;
  /** Neither bought nor counted: at hand in every kitchen. */
  readonly isStaple: boolean;
  /** Keeps at most five days once opened. */
  readonly isPerishable: boolean;
  /** What a shop sells, in grams, smallest first; none where it is sold by weight. */
  readonly packs: readonly number[];
};
