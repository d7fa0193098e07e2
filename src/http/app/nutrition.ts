/** What is in a serving of some recipes, for pages that show meals and not recipes. */
import { z } from 'zod';
import { findRecipesOf } from '#queries/family-recipes.ts';
import { getFoods } from '#cookbook/foods.ts';
import { nutritionPerServing } from '#domain/food/nutrition.ts';
import { recipeId } from './input-schemas.ts';
import { familyRoute } from './route.ts';

/** As many as a week has meals. */
const MOST_RECIPES = 21;

const someRecipes = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(recipeId).max(MOST_RECIPES));

export const nutritionRoutes = [
  familyRoute({
    method: 'GET',
    path: '/app/api/nutrition',
    access: 'member',
    query: z.strictObject({ recipes: someRecipes }),
    async handle({ store, caller, query }) {
      const pointing = query.recipes.map((id) => ({ recipeId: id }));
      const found = await findRecipesOf(store.db, caller.family, pointing);
      const figures = [...found.values()].map((recipe) => [
        recipe.id,
        nutritionPerServing(recipe, getFoods()),
      ]);
      return { nutrition: Object.fromEntries(figures) };
    },
  }),
];
