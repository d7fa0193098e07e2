/** The drawn pictures of some recipes, for pages that show meals. */
import { z } from 'zod';
import { picturesByRecipe } from '#http/endpoints/response-schemas.ts';
import { readPictures } from '#queries/recipe/pictures.ts';
import { recipeIds } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

export const pictureEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/pictures',
    access: 'member',
    query: z.strictObject({ recipes: recipeIds }),
    response: z.strictObject({ pictures: picturesByRecipe }),
    async handle({ store, caller, query }) {
      const meals = query.recipes.map((id) => ({ recipeId: id }));
      return { pictures: await readPictures(store.db, caller.family, meals) };
    },
  }),
];
