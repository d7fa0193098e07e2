/**
 * Cookbooks of any size, the same for the same seed: recipes put together from the lines of real ones, so
 * that foods come together as they do in kitchens. A few have a line that nobody understands, or mention a
 * food only in passing, as what people type does.
 */
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { type Dish, dishOf } from '#planner/model/dish.ts';
import { type Chance, oneOf, seededChance } from '#test/chance.ts';

/** Recipes as people wrote them, and as the planner sees them. */
export type Kitchen = {
  readonly recipes: readonly Recipe[];
  readonly foods: FoodCatalogue;
  readonly dishes: readonly Dish[];
};

/** The cookbook that comes with the service. */
export function realKitchen(): Kitchen {
  return kitchenOf(getRecipes().recipes);
}

export function randomKitchen(size: number, seed: number): Kitchen {
  const chance = seededChance(seed);
  return kitchenOf(Array.from({ length: size }, (_, at) => randomRecipe(`dish-${at}`, chance)));
}

function kitchenOf(recipes: readonly Recipe[]): Kitchen {
  const foods = getFoods();
  return { recipes, foods, dishes: recipes.map((recipe) => dishOf(recipe, foods)) };
}

function randomRecipe(id: string, chance: Chance): Recipe {
  const { recipes } = getRecipes();
  const [one, other] = [oneOf(chance, recipes), oneOf(chance, recipes)];
  const kept = one.ingredients.filter(() => chance(5) > 0);
  const borrowed = other.ingredients.filter(() => chance(5) === 0);
  const totalMinutes = Math.max(5, one.totalMinutes + chance(21) - 10);
  return {
    ...one,
    id,
    title: `${one.title} with ${other.title}`,
    servings: 1 + chance(8),
    activeMinutes: Math.min(one.activeMinutes, totalMinutes),
    totalMinutes,
    cuisine: chance(20) === 0 ? '' : oneOf(chance, [one, other]).cuisine,
    season: oneOf(chance, [one, other]).season,
    keeps: chance(2) === 0,
    ingredients: withSurprise([...kept, ...borrowed], chance),
  };
}

function withSurprise(lines: IngredientLine[], chance: Chance): IngredientLine[] {
  const roll = chance(100);
  if (roll < 3) return [...lines, { text: 'a little of what Grandmother used to take' }];
  if (roll < 8) return lines.map((line, at) => (at === 0 ? withMention(line, chance) : line));
  return lines;
}

function withMention({ text, understood }: IngredientLine, chance: Chance): IngredientLine {
  const name = oneOf(chance, getFoods().foods).names.en[0]?.singular ?? 'butter';
  return {
    text: `${text}, or ${name}`,
    understood: understood && { ...understood, preparation: `or ${name}` },
  };
}
