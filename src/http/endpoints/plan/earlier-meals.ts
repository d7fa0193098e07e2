/** Texts of earlier meals, suggested while somebody types a meal. */
import { z } from 'zod';
import { mealFields } from '#domain/plan/plan-schema.ts';
import { findEarlierMeals } from '#queries/recipe/recipe-mentions.ts';
import { endpoint } from '#http/endpoint.ts';

export const earlierMealEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/earlier-meals',
    access: 'member',
    query: z.strictObject({ search: z.string().max(200) }),
    response: z.strictObject({
      meals: z.array(mealFields.pick({ description: true, recipeId: true, servings: true })),
    }),
    handle: async ({ store, caller, context, query }) => ({
      meals: await findEarlierMeals(store.db, caller.family, context.nowMs, query.search),
    }),
  }),
];
