/** The summary of a recipe for lists. */
import { describeDish } from '#domain/dish-picture/describe-dish.ts';
import { type Diet, DIETS } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { nutritionPerServing } from '#domain/recipe/nutrition.ts';
import type { DishFacts } from '#domain/food/dish-facts.ts';
import { type AnyRecipe, type Variant, variantIngredients } from '#domain/recipe/book-recipe.ts';
import { type Recipe, dietsOf, dishFactsOf } from '#domain/recipe/recipe.ts';

export type RecipeCard = Pick<
  Recipe,
  'id' | 'title' | 'servings' | 'activeMinutes' | 'totalMinutes' | 'meals' | 'course' | 'cuisine'
> &
  RecipeFacts & {
    /** Whether the recipe is the family's own. */
    readonly own: boolean;
    readonly energyKcal: number;
    /** Whether the energy is a lower bound. */
    readonly isAtLeast: boolean;
    /** What its drawn picture shows (dish-picture.ts). */
    readonly picture: string;
    /** The variant of a dish of the cookbook, and what its own lines contain. */
    readonly variant?: { readonly title: string; readonly facts: DishFacts };
  };

/** What follows from the foods of a recipe. */
export type RecipeFacts = DishFacts & {
  /** Diets that the recipe fits: none unless it is complete. */
  readonly diets: readonly Diet[];
  /** Whether every line was understood; if not, there may be more allergens. */
  readonly isComplete: boolean;
};

/** Allergens and diets in canonical order. */
export function factsOf(recipe: Recipe, foods: FoodCatalogue): RecipeFacts {
  const { fits, isComplete } = dietsOf(recipe, foods);
  return { ...dishFactsOf(recipe, foods), diets: DIETS.filter((diet) => fits.has(diet)), isComplete };
}

export function factsOfVariant(
  recipe: Pick<Recipe, 'ingredients'>,
  variant: Variant,
  foods: FoodCatalogue,
): DishFacts {
  return dishFactsOf({ ingredients: variantIngredients(recipe, variant) }, foods);
}

export function cardOf(recipe: AnyRecipe, own: boolean, foods: FoodCatalogue): RecipeCard {
  const { id, title, servings, activeMinutes, totalMinutes, meals, course, cuisine } = recipe;
  const { energyKcal, atLeast } = nutritionPerServing(recipe, foods);
  return {
    id,
    title,
    own,
    servings,
    activeMinutes,
    totalMinutes,
    meals,
    course,
    cuisine,
    ...factsOf(recipe, foods),
    energyKcal: Math.round(energyKcal),
    isAtLeast: atLeast.includes('energyKcal'),
    picture: describeDish(recipe, foods),
    ...(recipe.variant && {
      variant: { title: recipe.variant.title, facts: factsOfVariant(recipe, recipe.variant, foods) },
    }),
  };
}
