/** Every way in which the web app edits plans, as one route: places, what was seen there, what shall be there. */
import { z } from 'zod';
import { makeChange } from '#actions/changes.ts';
import { mealSchema, placeSchema, weekSchema } from '#domain/plan/plan-schema.ts';
import { DOCUMENT_BYTES } from './input-schemas.ts';
import { familyRoute } from './route.ts';

/** Three whole weeks: a week copied over another, and one to spare. */
const MOST_WEEKS = 3;
const MOST_EDITS = 63;

const edit = z.strictObject({
  week: weekSchema,
  ...placeSchema.shape,
  before: mealSchema.nullable(),
  after: mealSchema.nullable(),
});

const edits = z
  .array(edit)
  .min(1)
  .max(MOST_EDITS)
  .refine((all) => new Set(all.map(({ week }) => week)).size <= MOST_WEEKS, {
    error: `may touch at most ${MOST_WEEKS} weeks`,
  })
  .refine((all) => new Set(all.map(({ week, day, slot }) => `${week} ${day} ${slot}`)).size === all.length, {
    error: 'names a place twice',
  });

export const changeRoutes = [
  familyRoute({
    method: 'POST',
    path: '/app/api/changes',
    access: 'member',
    maxBodyBytes: DOCUMENT_BYTES,
    body: z.strictObject({
      id: z.uuid().toLowerCase(),
      edits,
      /** Of the proposal that is accepted. */
      basis: z.string().max(64).optional(),
    }),
    handle: ({ body, context, caller }) => makeChange(context, caller.family, body),
  }),
];
