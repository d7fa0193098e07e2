/** Routes of what members say about ingredient lines: what they mean, or that their brands are free from an allergen. */
import { z } from 'zod';
import { answerLine, takeBackAnswer } from '#actions/recipe/line-answers.ts';
import { ALLERGENS } from '#domain/food/food.ts';
import { ingredientText } from '#domain/recipe/recipe-source.ts';
import { foodId } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

export const lineEndpoints = [
  endpoint({
    method: 'PUT',
    path: '/app/api/lines',
    access: 'member',
    body: z.union([
      /** Null is "nothing that anyone must avoid". */
      z.strictObject({ line: ingredientText, foodId: foodId.nullable() }),
      /** What the family's brands of the foods of the line are free from. */
      z.strictObject({
        line: ingredientText,
        freeFrom: z.array(z.enum(ALLERGENS)).min(1).max(ALLERGENS.length),
      }),
    ]),
    handle: ({ context, caller, body }) => answerLine(context, caller.family, body),
  }),

  endpoint({
    method: 'DELETE',
    path: '/app/api/lines',
    access: 'member',
    body: z.strictObject({ line: ingredientText }),
    handle: ({ context, caller, body }) => takeBackAnswer(context, caller.family, body.line),
  }),
];
