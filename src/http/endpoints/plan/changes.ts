/** The one route by which the web app changes plans: edits of slots, each with the meal seen there and the new one. */
import { z } from 'zod';
import { plans } from '#http/endpoints/response-schemas.ts';
import { applyEdits, MAX_CHANGE } from '#actions/plan/changes.ts';
import { mealSchema, placeSchema, weekSchema } from '#domain/plan/plan-schema.ts';
import { findPlans } from '#storage/tables/plan/plans.ts';
import { applyOnce } from '#http/idempotency.ts';
import { PLAN_CHANGE_BYTES } from '#http/input/limits.ts';
import { endpoint } from '#http/endpoint.ts';

const edit = z.strictObject({
  week: weekSchema,
  ...placeSchema.shape,
  before: mealSchema.nullable(),
  after: mealSchema.nullable(),
});

/** One slot: the meal that was seen there, and the meal to put there. */
export type Edit = z.input<typeof edit>;

const edits = z
  .array(edit)
  .min(1)
  .max(MAX_CHANGE.edits)
  .refine((all) => new Set(all.map(({ week }) => week)).size <= MAX_CHANGE.weeks, {
    error: `may touch at most ${MAX_CHANGE.weeks} weeks`,
  })
  .refine((all) => new Set(all.map(({ week, day, slot }) => `${week} ${day} ${slot}`)).size === all.length, {
    error: 'names a place twice',
  });

export const changeEndpoints = [
  endpoint({
    method: 'POST',
    path: '/app/api/changes',
    access: 'member',
    maxBodyBytes: PLAN_CHANGE_BYTES,
    body: z.strictObject({
      id: z.uuid().toLowerCase(),
      edits,
      /** Of the proposal that is accepted. */
      basis: z.string().max(64).optional(),
    }),
    response: z.strictObject({
      /** Of the weeks that the change touched. */
      plans,
    }),
    async handle({ body: { id, ...change }, context, caller: { family }, store }) {
      const once = { ...context, changeId: id };
      const outcome = await applyOnce({ store, family, context: once }, () =>
        applyEdits(once, family, change),
      );
      if (typeof outcome !== 'string') return outcome;
      const weeks = change.edits.map(({ week }) => week);
      return { plans: await findPlans(store.db, family, weeks) };
    },
  }),
];
