/** The dishes that a family rejects: "Something else" in a proposal. */
import { z } from 'zod';
import { rejectDish } from '#actions/plan/rejected-dishes.ts';
import { recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { endpoint } from '#http/endpoint.ts';

export const rejectedDishEndpoints = [
  endpoint({
    method: 'PUT',
    path: '/app/api/rejected-dishes',
    access: 'member',
    body: z.strictObject({ recipeId: recipeIdSchema }),
    handle: ({ context, caller, body }) => rejectDish(context, caller.family, body),
  }),
];
