/**
 * Random cookbooks of any size. Their recipes combine lines of real recipes, so that foods occur together as in real
 * ones. A few have a line that the parser does not understand, or a second food in a line.
 */
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { COURSES } from '#domain/recipe/course.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { type Dish, dishOf } from '#planner/model/dish.ts';
import { oneOf, type Random } from '#domain/random.ts';
import { recordedRandom } from './recorded-random.ts';

/** Recipes and foods, and the recipes as dishes of the planner. */
export type Cookbook = {
  readonly recipes: readonly Recipe[];
  readonly foods: FoodCatalogue;
  readonly dishes: readonly Dish[];
};

/** The cookbook of the service. */
export function bundledCookbook(): Cookbook {
  return cookbookOf(getRecipes().recipes);
}

export function randomCookbook(size: number, seed: number): Cookbook {
  const random = recordedRandom(seed);
  return cookbookOf(Array.from({ length: size }, (_, at) => randomRecipe(`dish-${at}`, random)));
}

function cookbookOf(recipes: readonly Recipe[]): Cookbook {
  const foods = getFoods();
  return { recipes, foods, dishes: recipes.map((recipe) => dishOf(recipe, foods)) };
}

function randomRecipe(id: string, random: Random): Recipe {
  const { recipes } = getRecipes();
  const [one, other] = [oneOf(random, recipes), oneOf(random, recipes)];
  const own = one.ingredients.filter(() => random(5) > 0);
  const borrowed = other.ingredients.filter(() => random(5) === 0);
  const totalMinutes = Math.max(5, one.totalMinutes + random(21) - 10);
  return {
    ...one,
    id,
    title: `${one.title} with ${other.title}`,
    servings: 1 + random(8),
    course: random(8) === 0 ? oneOf(random, COURSES) : 'main',
    activeMinutes: Math.min(one.activeMinutes, totalMinutes),
    totalMinutes,
    cuisine: random(20) === 0 ? '' : oneOf(random, [one, other]).cuisine,
    season: oneOf(random, [one, other]).season,
    keeps: random(2) === 0,
    ingredients: withUnusualLine([...own, ...borrowed], random),
  };
}

function withUnusualLine(lines: IngredientLine[], random: Random): IngredientLine[] {
  const roll = random(100);
  if (roll < 3) return [...lines, { text: 'a little of what Grandmother used to take' }];
  if (roll < 8) return lines.map((line, at) => (at === 0 ? withSecondFood(line, random) : line));
  return lines;
}

function withSecondFood({ text, understood }: IngredientLine, random: Random): IngredientLine {
  const { id } = oneOf(random, getFoods().foods);
  if (!understood) return { text };
  return random(2) === 0
    ? { text: `${text}, or ${id}`, understood: { ...understood, alternatives: [id] } }
    : { text: `${text} and ${id}`, understood: { ...understood, also: [{ food: id }] } };
}
