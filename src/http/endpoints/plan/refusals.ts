/** The dishes that a family refuses: "Something else" in a proposal. */
import { z } from 'zod';
import { refuseDish } from '#actions/plan/refusals.ts';
import { recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { endpoint } from '#http/endpoint.ts';

export const refusalEndpoints = [
  endpoint({
    method: 'PUT',
    path: '/app/api/refusals',
    access: 'member',
    body: z.strictObject({ recipeId: recipeIdSchema }),
    handle: ({ context, caller, body }) => refuseDish(context, caller.family, body),
  }),
];
