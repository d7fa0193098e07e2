/** Reading and changing plans. Every change names the version it was made against; 0 stands for no plan. */
import { z } from 'zod';
import {
  clearMeal,
  copyPlan,
  moveMeal,
  putMeal,
  removePlan,
  replacePlan,
  swapPlaces,
} from '#actions/plans.ts';
import type { Plan } from '#domain/plan/plan.ts';
import { mealSchema, mealsSchema, placeSchema, weekSchema as week } from '#domain/plan/plan-schema.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { findPlan } from '#storage/plans.ts';
import { familyRoute } from './route.ts';

const byWeek = z.strictObject({ week });
const byPlace = z.strictObject({ week, ...placeSchema.shape });
const version = z.int().min(0);
/** A DELETE has no body, so the version is in the address. */
const versionQuery = z.strictObject({
  version: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a version')
    .transform(Number),
});
const twoPlaces = z.strictObject({ version, from: placeSchema, to: placeSchema });

/** A changed plan, in the same wrapping as a plan that was asked for. */
function shown(outcome: Plan | Refusal) {
  return isRefusal(outcome) ? outcome : { plan: outcome };
}

export const planRoutes = [
  familyRoute({
    method: 'GET',
    path: '/app/api/plans/:week',
    access: 'member',
    params: byWeek,
    handle: async ({ store, caller, params }) => ({
      plan: (await findPlan(store.db, caller.family, params.week)) ?? null,
    }),
  }),

  familyRoute({
    method: 'PUT',
    path: '/app/api/plans/:week',
    access: 'member',
    params: byWeek,
    body: z.strictObject({ version, meals: mealsSchema }),
    handle: async ({ params, body, context, caller: { family } }) =>
      shown(await replacePlan(context, { family, week: params.week, version: body.version }, body.meals)),
  }),

  familyRoute({
    method: 'DELETE',
    path: '/app/api/plans/:week',
    access: 'member',
    params: byWeek,
    query: versionQuery,
    handle: ({ params, query, context, caller: { family } }) =>
      removePlan(context, { family, week: params.week, version: query.version }),
  }),

  familyRoute({
    method: 'POST',
    path: '/app/api/plans/:week/copy',
    access: 'member',
    params: byWeek,
    body: z.strictObject({ version, from: week }),
    handle: async ({ params, body, context, caller: { family } }) =>
      shown(await copyPlan(context, { family, week: params.week, version: body.version }, body.from)),
  }),

  familyRoute({
    method: 'POST',
    path: '/app/api/plans/:week/move',
    access: 'member',
    params: byWeek,
    body: twoPlaces,
    handle: async ({ params, body, context, caller: { family } }) =>
      shown(
        await moveMeal(context, { family, week: params.week, version: body.version }, body.from, body.to),
      ),
  }),

  familyRoute({
    method: 'POST',
    path: '/app/api/plans/:week/swap',
    access: 'member',
    params: byWeek,
    body: twoPlaces,
    handle: async ({ params, body, context, caller: { family } }) =>
      shown(
        await swapPlaces(context, { family, week: params.week, version: body.version }, body.from, body.to),
      ),
  }),

  familyRoute({
    method: 'PUT',
    path: '/app/api/plans/:week/:day/:slot',
    access: 'member',
    params: byPlace,
    body: z.strictObject({ version, ...mealSchema.shape }),
    handle: async ({ params: { week, ...place }, body: { version, ...meal }, context, caller: { family } }) =>
      shown(await putMeal(context, { family, week, version }, place, meal)),
  }),

  familyRoute({
    method: 'DELETE',
    path: '/app/api/plans/:week/:day/:slot',
    access: 'member',
    params: byPlace,
    query: versionQuery,
    handle: async ({ params: { week, ...place }, query: { version }, context, caller: { family } }) =>
      shown(await clearMeal(context, { family, week, version }, place)),
  }),
];
