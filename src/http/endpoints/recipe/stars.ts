/** The stars that the eaters of a family give to recipes. */
import { z } from 'zod';
import { setStars } from '#actions/recipe/stars.ts';
import { readStars } from '#queries/recipe/stars.ts';
import { recipeIdSchema, preferenceId } from '#domain/plan/plan-schema.ts';
import { endpoint } from '#http/endpoint.ts';

export const starEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/stars',
    access: 'member',
    response: z.strictObject({
      /** By eater and recipe. */
      stars: z.record(z.string(), z.record(z.string(), z.int())),
    }),
    handle: async ({ store, caller }) => ({ stars: await readStars(store.db, caller.family) }),
  }),

  endpoint({
    method: 'PUT',
    path: '/app/api/stars',
    access: 'member',
    body: z.strictObject({
      eaterId: preferenceId,
      recipeId: recipeIdSchema,
      stars: z.int().min(1).max(5).nullable(),
    }),
    handle: ({ context, caller, body }) => setStars(context, caller.family, body),
  }),
];
