/** Shopping lists. A list is changed only by operations, which are never refused as stale. */
import { z } from 'zod';
import { UNIT_SYSTEMS } from '#domain/quantity/unit-system.ts';
import { cost } from '#http/endpoints/response-schemas.ts';
import { listResponse, pricedFood } from './list-schemas.ts';
import { applyListOperations } from '#actions/shopping-list/lists.ts';
import { readCosts, readList } from '#queries/shopping-list/lists.ts';
import { listOperationSchema } from '#domain/shopping-list/operation-schema.ts';
import { DOCUMENT_BYTES } from '#http/input/limits.ts';
import { byWeek, inLanguage } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

const MAX_OPERATIONS = 100;

export const listEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/lists/:week',
    access: 'member',
    params: byWeek,
    query: inLanguage,
    response: listResponse,
    handle: ({ store, caller, params, query }) => readList(store, caller.family, params.week, query.language),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/lists/:week/operations',
    access: 'member',
    maxBodyBytes: DOCUMENT_BYTES,
    params: byWeek,
    query: inLanguage,
    body: z.strictObject({ operations: z.array(listOperationSchema).min(1).max(MAX_OPERATIONS) }),
    response: listResponse,
    async handle({ store, context, caller: { family }, params: { week }, query, body }) {
      const refusal = await applyListOperations(context, family, week, body.operations);
      return refusal ?? readList(store, family, week, query.language);
    },
  }),

  endpoint({
    method: 'GET',
    path: '/app/api/lists/:week/costs',
    access: 'member',
    params: byWeek,
    query: inLanguage,
    response: z.strictObject({
      cost,
      units: z.enum(UNIT_SYSTEMS),
      foods: z.array(pricedFood),
    }),
    handle: ({ store, caller, params, query }) =>
      readCosts(store, caller.family, params.week, query.language),
  }),
];
