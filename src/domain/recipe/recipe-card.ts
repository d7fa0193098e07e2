/** The summary of a recipe for lists. */
import { type Allergen, ALLERGENS, type Diet, DIETS } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { nutritionPerServing } from '#domain/food/nutrition.ts';
import { type Recipe, allergensOf, dietsOf } from './recipe.ts';

export type RecipeCard = Pick<
  Recipe,
  'id' | 'title' | 'servings' | 'activeMinutes' | 'totalMinutes' | 'meals' | 'cuisine'
> & {
  /** Whether the recipe is the family's own. */
  readonly own: boolean;
  readonly allergens: readonly Allergen[];
  /** Diets that the recipe fits: none unless it is complete. */
  readonly diets: readonly Diet[];
  /** Whether every line was understood; if not, there may be more allergens. */
  readonly isComplete: boolean;
  readonly energyKcal: number;
  readonly isAtLeast: boolean;
};

/** Allergens and diets in canonical order. */
export function factsOf(recipe: Recipe, foods: FoodCatalogue) {
  const { contains, mayContain, isComplete } = allergensOf(recipe, foods);
  const { fits } = dietsOf(recipe, foods);
  return {
    allergens: ALLERGENS.filter((allergen) => contains.has(allergen)),
    mayContain: ALLERGENS.filter((allergen) => mayContain.has(allergen)),
    diets: DIETS.filter((diet) => fits.has(diet)),
    isComplete,
  };
}

export function cardOf(recipe: Recipe, own: boolean, foods: FoodCatalogue): RecipeCard {
  const { id, title, servings, activeMinutes, totalMinutes, meals, cuisine } = recipe;
  const { energyKcal, isAtLeast } = nutritionPerServing(recipe, foods);
  return {
    id,
    title,
    own,
    servings,
    activeMinutes,
    totalMinutes,
    meals,
    cuisine,
    ...factsOf(recipe, foods),
    energyKcal: Math.round(energyKcal),
    isAtLeast,
  };
}
