/** The nutrition per serving of some recipes, for pages that show meals. */
import { z } from 'zod';
import { nutrition as perServing } from '#http/endpoints/response-schemas.ts';
import { findRecipesOfMeals } from '#queries/recipe/family-recipes.ts';
import { getFoods } from '#cookbook/foods.ts';
import { type Nutrition, nutritionPerServing } from '#domain/recipe/nutrition.ts';
import { recipeIds } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';
import { nextTurn } from '#storage/paging.ts';

export const nutritionEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/nutrition',
    access: 'member',
    query: z.strictObject({ recipes: recipeIds }),
    response: z.strictObject({
      /** Of one serving, by recipe. */
      nutrition: z.record(z.string(), perServing),
    }),
    async handle({ store, caller, query }) {
      const references = query.recipes.map((id) => ({ recipeId: id }));
      const found = await findRecipesOfMeals(store.db, caller.family, references);
      const nutrition: Record<string, Nutrition> = {};
      for (const [id, recipe] of found) {
        await nextTurn();
        nutrition[id] = nutritionPerServing(recipe, getFoods());
      }
      return { nutrition };
    },
  }),
];
