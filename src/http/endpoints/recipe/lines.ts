/** Routes of what members say about ingredient lines that the parser does not understand. */
import { z } from 'zod';
import { answerLine, takeBackAnswer } from '#actions/recipe/line-answers.ts';
import { ingredientText } from '#domain/recipe/recipe-source.ts';
import { foodId } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

export const lineEndpoints = [
  endpoint({
    method: 'PUT',
    path: '/app/api/lines',
    access: 'member',
    /** `foodId` is null for "nothing that anyone must avoid". */
    body: z.strictObject({ line: ingredientText, foodId: foodId.nullable() }),
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
