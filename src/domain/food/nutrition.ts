/**
 * The nutrition of a serving and of a day. What is unknown (a line not understood, "to taste", an amount without a
 * weight, a missing figure) is left out, and `isAtLeast` marks the result as a lower bound.
 */
import type { FoodCatalogue } from './food-catalogue.ts';
import { saltG } from './food.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import type { Meal } from '#domain/plan/plan.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { findGrams } from '#domain/quantity/quantity.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';

export type Nutrition = {
  readonly energyKcal: number;
  readonly proteinG: number;
  readonly fatG: number;
  readonly carbohydrateG: number;
  readonly fibreG: number;
  readonly saltG: number;
  /** Whether the figures are lower bounds. */
  readonly isAtLeast: boolean;
};

const NOTHING: Nutrition = {
  energyKcal: 0,
  proteinG: 0,
  fatG: 0,
  carbohydrateG: 0,
  fibreG: 0,
  saltG: 0,
  isAtLeast: false,
};

/** Of a meal without a recipe. */
export const NOTHING_KNOWN: Nutrition = { ...NOTHING, isAtLeast: true };

export function nutritionPerServing(
  { ingredients, servings }: Pick<Recipe, 'ingredients' | 'servings'>,
  foods: FoodCatalogue,
): Nutrition {
  if (ingredients.length === 0) return NOTHING_KNOWN;
  return times(sumNutrition(ingredients.map((line) => nutritionOfLine(line, foods))), 1 / servings);
}

export function sumNutrition(parts: readonly Nutrition[]): Nutrition {
  return parts.reduce(
    (sum, part) => ({
      energyKcal: sum.energyKcal + part.energyKcal,
      proteinG: sum.proteinG + part.proteinG,
      fatG: sum.fatG + part.fatG,
      carbohydrateG: sum.carbohydrateG + part.carbohydrateG,
      fibreG: sum.fibreG + part.fibreG,
      saltG: sum.saltG + part.saltG,
      isAtLeast: sum.isAtLeast || part.isAtLeast,
    }),
    NOTHING,
  );
}

/** One serving of each meal. A meal without a recipe makes it a lower bound; undefined if no meal has one. */
export function nutritionOfDay(
  meals: readonly Meal[],
  find: (recipeId: string) => Nutrition | undefined,
): Nutrition | undefined {
  const known = meals.map(({ recipeId, kind }) =>
    // A meal out is not the recipe.
    recipeId === undefined || kind === 'eating-out' ? undefined : find(recipeId),
  );
  if (known.every((one) => one === undefined)) return undefined;
  return sumNutrition(known.map((one) => one ?? NOTHING_KNOWN));
}

function nutritionOfLine({ understood }: IngredientLine, foods: FoodCatalogue): Nutrition {
  const food = understood && foods.find(understood.food);
  const grams = food && understood.quantity && findGrams(understood.quantity, food.weights);
  if (!grams) return NOTHING_KNOWN;
  const { energyKcal, proteinG, fatG, carbohydrateG, fibreG, sodiumG } = food.per100G;
  const per100G = {
    energyKcal,
    proteinG,
    fatG,
    carbohydrateG,
    fibreG: fibreG ?? 0,
    saltG: saltG(sodiumG),
    isAtLeast: fibreG === undefined,
  };
  return times(per100G, fractionNumber(grams) / 100);
}

function times(nutrition: Nutrition, factor: number): Nutrition {
  return {
    energyKcal: nutrition.energyKcal * factor,
    proteinG: nutrition.proteinG * factor,
    fatG: nutrition.fatG * factor,
    carbohydrateG: nutrition.carbohydrateG * factor,
    fibreG: nutrition.fibreG * factor,
    saltG: nutrition.saltG * factor,
    isAtLeast: nutrition.isAtLeast,
  };
}
