/** Reads a plan. The web app changes plans through changes.ts only. */
import { z } from 'zod';
import { plan } from '#http/endpoints/response-schemas.ts';
import { weekSchema } from '#domain/plan/plan-schema.ts';
import { readLastChangeOf } from '#storage/tables/audit-log.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { endpoint } from '#http/endpoint.ts';

export const planEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/plans/:week',
    access: 'member',
    params: z.strictObject({ week: weekSchema }),
    response: z.strictObject({
      plan: plan.nullable(),
      /** The number of the family's last change, whatever it concerned; it only grows. */
      lastChange: z.int(),
    }),
    async handle({ store, caller, params }) {
      // Before the plan is read: the plan may be newer, but never older.
      const lastChange = await readLastChangeOf(store.db, caller.family);
      return { plan: (await findPlan(store.db, caller.family, params.week)) ?? null, lastChange };
    },
  }),
];
